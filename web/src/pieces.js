// Views that are pieces of their own: fetched when they open, each with what the core says about the scenario.

import { failure } from './engine.js';
import { piece_of } from './view.js';

/** @typedef {import('./state.js').State} State */

/**
 * @param {object} of
 * @param {() => State} of.state
 * @param {(change: Partial<State>) => void} of.show
 * @param {ReturnType<typeof import('./more.js').create_more>} of.more
 * @param {((name: string) => Promise<{View: (props: {app: any}) => any}>) | undefined} of.load
 * @param {() => void} of.need_words  the words that pieces share with explanations
 */
export function create_pieces({ state, show, more, load, need_words }) {
  return {
    /** The piece of the view at hand; the gallery asks by itself. @returns {State['piece']} */
    asked() {
      const { scenario, embedded } = state();
      const name = embedded ? undefined : piece_of(scenario.view);
      return name ? { name, envelope: name === 'gallery' ? failure('') : more.now(name, { scenario }) } : null;
    },
    /** @param {string} name @param {boolean} [explains]  its words are among those of explanations */
    fetch(name, explains = true) {
      const { pieces } = state();
      if (!load || (pieces[name] !== undefined && pieces[name] !== 'failed')) return;
      const keep = (/** @type {State['pieces'][string]} */ piece) => show({ pieces: { ...state().pieces, [name]: piece } });
      show({ pieces: { ...pieces, [name]: null } });
      load(name).then(keep, () => keep('failed'));
      if (explains) need_words();
    },
  };
}
