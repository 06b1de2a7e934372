// Views that are pieces of their own: fetched when they open, each with what the core says about the scenario.

import { failure } from './engine.js';
import { default_sweep, piece_of, pieces } from './view.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {Record<string, any>} Loaded */

/**
 * @param {object} of
 * @param {() => State} of.state
 * @param {(change: Partial<State>) => void} of.show
 * @param {ReturnType<typeof import('./more.js').create_more>} of.more
 * @param {((name: string) => Promise<Loaded>) | undefined} of.load
 * @param {(() => Promise<any>) | undefined} of.load_sources
 * @param {() => void} of.need_words  the words that pieces share with explanations
 */
export function create_pieces({ state, show, more, load, load_sources, need_words }) {
  /** @type {Map<string, Promise<Loaded | 'failed'>>} */
  const coming = new Map();
  /** @type {(() => void) | undefined} */
  let look_again;

  /** @param {string} name @param {Loaded | 'failed'} piece */
  function keep(name, piece) {
    coming.delete(name);
    show({ pieces: { ...state().pieces, [name]: piece } });
    return piece;
  }

  /** @param {string} name @returns {Promise<Loaded | 'failed'>} */
  function started(name) {
    if (!load) return Promise.resolve('failed');
    const piece = load(name).then((found) => keep(name, found), () => keep(name, 'failed'));
    coming.set(name, piece);
    if (name in pieces) need_words();
    show({ pieces: { ...state().pieces, [name]: null } });
    return piece;
  }

  /** Titles, dates and addresses behind numbers, once. */
  function need_sources() {
    if (state().sources !== undefined || !load_sources) return;
    show({ sources: null });
    load_sources().then((sources) => show({ sources }), () => undefined);
  }

  return {
    need_sources,
    /** From now on the page also says what breaks first; without the module or its words it stays as it is. */
    async watch_breaks() {
      const [first] = await Promise.all([load?.('first'), more.load()]);
      look_again = first?.watch({ state, show, more });
    },
    /** After an answer. */
    later: () => look_again?.(),
    /** The piece of the view at hand; some rest on the estimate alone, or ask by themselves. @returns {State['piece']} */
    asked() {
      const { scenario, embedded } = state();
      const name = embedded ? undefined : piece_of(scenario.view);
      if (!name) return null;
      const call = pieces[name];
      const swept = call === 'sweep' && !scenario.sweep_axis ? default_sweep(String(scenario.workload)) : {};
      return { name, envelope: call ? more.now(call, { scenario, ...swept }) : failure('') };
    },
    /** A piece, now or once it has come. @param {string} name @returns {Promise<Loaded | 'failed'>} */
    fetch(name) {
      if (name === 'dossier' || name === 'compare') need_sources();
      const held = state().pieces[name];
      if (held && held !== 'failed') return Promise.resolve(held);
      return coming.get(name) ?? started(name);
    },
  };
}
