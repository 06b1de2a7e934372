// What a visitor downloads, compressed as a static host does, against the budgets.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipped } from './gzip.mjs';
import { dist } from './paths.mjs';

/** Hard limits in KB (1,000 bytes) after gzip. */
export const limits = { 'index.html': 18, css: 10, js: 45 + 9, wasm: 105, more: 182, chinese: 12, 'first load': 175, 'embed.html': 150 };

const compressed = (path) => gzipped(readFileSync(join(dist, path))).length / 1000;

/** @param {string} page  the text of index.html: what it names is loaded first */
export function sizes_of(page) {
  const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`);
  const later = (/** @type {string} */ path) => /\/(sources|accuracy|more)-/.test(path);
  const first = assets.filter((path) => page.includes(path) && !later(path));
  const sum = (paths) => paths.reduce((total, path) => total + compressed(path), 0);
  const ending = (text) => first.filter((path) => path.endsWith(text));
  // Pieces of the script that the page's own script imports at once; the page names them too.
  const entry = readFileSync(join(dist, ending('.js').find((path) => path.includes('/main-'))), 'utf8');
  const imported = assets.filter((path) => entry.includes(`"./${path.slice(7)}"`) && !entry.includes(`import("./${path.slice(7)}")`) && !first.includes(path));
  const sizes = {
    'index.html': compressed('index.html'), css: sum(ending('.css')), js: sum([...ending('.js'), ...imported]),
    wasm: sum(ending('.wasm')), more: sum(assets.filter((path) => /\/more-.*\.wasm$/.test(path))),
    chinese: sum(assets.filter((path) => /\/zh[.-]/.test(path))),
    views: sum(assets.filter((path) => path.includes('/views-'))),
    sources: sum(assets.filter((path) => path.includes('/sources-'))),
    score: sum(assets.filter((path) => path.includes('/accuracy-'))), 'embed.html': compressed('embed.html'),
  };
  return { ...sizes, 'first load': sizes['index.html'] + sizes.css + sizes.js + sizes.wasm };
}

export function print_sizes(page) {
  for (const [name, size] of Object.entries(sizes_of(page))) {
    const limit = limits[name];
    const mark = limit !== undefined && size > limit ? '  OVER' : '';
    console.log(`${name.padEnd(12)} ${size.toFixed(1).padStart(7)} KB gz${limit ? ` of ${limit}` : ''}${mark}`);
  }
}
