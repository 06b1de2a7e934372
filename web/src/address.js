// The address bar: one code path reads it on load, on back and forward and on a pasted hash; writing is
// slow for edits of a value (browsers refuse about a hundred changes in ten seconds) and a new history
// entry for a discrete change.

const wait_ms = 300;

/** The scenario text of an address, or '' for the default scenario; null for a plain page anchor.
 * @param {{hash: string, search: string}} location */
export function scenario_text(location) {
  if (location.hash.length > 1) return location.hash.includes('=') || /%3d/i.test(location.hash) ? location.hash : null;
  return /[?&]v=/.test(location.search) ? location.search : '';
}

/**
 * @param {Window} window
 * @param {(text: string) => void} on_change  called with the new scenario text when the reader moved
 */
export function create_address(window, on_change) {
  let known = scenario_text(window.location) ?? '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {string | undefined} */
  let waiting;

  /** @param {'replaceState' | 'pushState'} how @param {string} link */
  function write(how, link) {
    const hash = link ? `#${link}` : '';
    if (hash === known) return;
    try {
      window.history[how](null, '', `${window.location.pathname}${hash}`);
      known = hash;
    } catch {
      // Refused for now: the next edit tries again.
    }
  }

  function flush() {
    clearTimeout(timer);
    if (waiting !== undefined) write('replaceState', waiting);
    waiting = undefined;
  }

  function moved() {
    const text = scenario_text(window.location);
    if (text === null || text === known) return;
    clearTimeout(timer);
    waiting = undefined;
    known = text;
    on_change(text);
  }

  window.addEventListener('hashchange', moved);
  window.addEventListener('popstate', moved);
  window.addEventListener('pagehide', flush);

  return {
    text: () => known,
    /** @param {string} link */
    replace(link) {
      waiting = link;
      clearTimeout(timer);
      timer = setTimeout(flush, wait_ms);
    },
    /** @param {string} link */
    push(link) {
      flush();
      write('pushState', link);
    },
    flush,
  };
}
