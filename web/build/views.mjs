// The page's own components and the real module, in Node: for pre-rendering and for tests.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle_node } from './bundle.mjs';
import { module_folder } from './paths.mjs';

/** @param {string} entry  a source file of the page */
export async function load_bundled(entry) {
  const text = await bundle_node(entry);
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

export async function open_views() {
  const views = await load_bundled('src/prerender.jsx');
  const read = (name) => readFile(join(module_folder, name));
  const [wasmBinary, more] = [await read('tilewise.wasm'), await read('tilewise-more.wasm')];
  // The glue is made for browsers; given the bytes it starts in Node as well.
  const locateFile = (name) => name;
  return {
    ...views, start: () => views.create_engine({ wasmBinary, locateFile }),
    start_more: () => views.create_engine({ wasmBinary: more, locateFile }, views.create_more),
  };
}
