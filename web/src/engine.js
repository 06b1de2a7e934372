// The one place that knows the WebAssembly module: loads it, calls it, parses its answers and checks the
// envelope. After a trap the instance cannot be trusted, so a new one is made; what was typed is the
// caller's and stays.

import create_module from '#module';

/** @typedef {import('./contract').Module} Module */
/** @typedef {import('./contract').ModuleOptions} ModuleOptions */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */

/** @typedef {'version' | 'catalogue' | 'estimate' | 'sweep' | 'link' | 'explain' | 'fit' | 'plan' | 'limits' | 'compare' | 'roofline' | 'software' | 'import_model'} Call */

/** An envelope of the page's own, when the module gave none. @param {string} code @returns {Envelope<any>} */
export function failure(code) {
  return { schema: 1, result: null, issues: [{ code, path: '', severity: 'error', params: {} }] };
}

/** @param {string} answer @returns {Envelope<any>} */
function checked(answer) {
  const envelope = JSON.parse(answer);
  if (envelope?.schema !== 1 || !Array.isArray(envelope.issues)) return failure('engine.envelope');
  return envelope;
}

/**
 * @typedef {object} Engine
 * @property {(call: Call, request?: string | object | Uint8Array) => Envelope<any>} call  text and bytes as they are
 * @property {(listener: () => void) => void} on_restart  called when a new instance has replaced a trapped one
 */

/**
 * @param {ModuleOptions} options
 * @param {(options: ModuleOptions) => Promise<Module>} [create]  another maker, for tests
 * @returns {Promise<Engine>}
 */
export async function create_engine(options, create = create_module) {
  /** @type {Module | null} */
  let module = await create(options);
  /** @type {(() => void)[]} */
  const listeners = [];

  function restart() {
    module = null;
    create(options).then(
      (fresh) => {
        module = fresh;
        for (const listener of listeners) listener();
      },
      () => undefined, // every further call answers engine.gone
    );
  }

  return {
    call(name, request) {
      if (!module) return failure('engine.gone');
      try {
        if (request === undefined) return checked(/** @type {any} */ (module)[name]());
        const plain = typeof request === 'string' || request instanceof Uint8Array;
        return checked(/** @type {any} */ (module)[name](plain ? request : JSON.stringify(request)));
      } catch {
        restart();
        return failure('engine.trap');
      }
    },
    on_restart: (listener) => void listeners.push(listener),
  };
}
