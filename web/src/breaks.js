// "First to break as the batch grows": asked of the second module when the page has nothing else to do, for the
// scenario at hand, and shown in its answer.

const pause_ms = 400;

/** @typedef {import('./state.js').State} State */
/** @typedef {{first_sentence: (app: any, result: any) => string}} Wording */

/**
 * @param {object} of
 * @param {() => State} of.state
 * @param {(change: Partial<State>) => void} of.show
 * @param {ReturnType<typeof import('./more.js').create_more>} of.more
 * @param {((name: string) => Promise<any>) | undefined} of.load  a piece by name
 */
export function create_breaks({ state, show, more, load }) {
  /** @type {Wording | undefined} */
  let wording;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let started = false;

  function look() {
    const { scenario, link, result } = state();
    if (!wording || !result) return;
    const envelope = more.now('limits', { scenario, axis: 'batch' });
    if (envelope?.result) show({ breaks: { link, result: envelope.result, sentence: wording.first_sentence } });
  }

  return {
    /** From now on; without the module or its words the answer stays as it is. */
    async start() {
      if (!load) return;
      started = true;
      const [loaded] = await Promise.all([load('first').catch(() => undefined), more.load()]);
      wording = loaded;
      look();
    },
    /** After an answer: not at every key. */
    later() {
      if (!started) return;
      clearTimeout(timer);
      timer = setTimeout(look, pause_ms);
    },
  };
}
