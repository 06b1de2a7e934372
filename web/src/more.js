// The second module: loaded when something rarer than an estimate is asked for. A load that failed may be
// tried again; what was typed is not touched by it.

import { failure } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Call} Call */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */

/**
 * @param {() => Promise<Engine>} start
 * @param {() => void} [on_restart]  called when a new instance has replaced a trapped one
 */
export function create_more(start, on_restart) {
  /** @type {Engine | null} */
  let engine = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  let failed = false;

  /** @param {Engine} started */
  function keep(started) {
    engine = started;
    if (on_restart) started.on_restart(on_restart);
  }

  return {
    /** Resolves when the module is there or could not be had: `now` says which. */
    load() {
      failed = false;
      if (engine) return Promise.resolve();
      loading ??= start().then(keep).catch(() => void (failed = true)).finally(() => void (loading = null));
      return loading;
    },
    /** The answer; null when the module is not there yet. */
    /** @param {Call} call @param {string | object | Uint8Array} request @returns {Envelope<any> | null} */
    now(call, request) {
      if (engine) return engine.call(call, request);
      return failed ? failure('engine.more') : null;
    },
  };
}
