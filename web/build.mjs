// Builds the site into web/dist: the page pre-rendered from the real module, hashed assets, and the embed
// as one file. Run by `npm run build`; the module and the command line must
// have been built before.
//
//   TILEWISE_BUILD   the WebAssembly build folder (default: build/wasm)
//   TILEWISE_CLI     the command line, which scores the estimates (default: build/native/core/cli/tilewise)

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deflated } from './build/gzip.mjs';
import { bundle_embed, bundle_page, bundle_style, bundle_whole } from './build/bundle.mjs';
import { fill, hash_of, policy } from './build/html.mjs';
import { dist, find_sources, module_folder, named, root, web } from './build/paths.mjs';
import { accuracy_data, run_score } from './build/score.mjs';
import { open_views } from './build/views.mjs';
import { print_sizes } from './build/sizes.mjs';

/** The numbers of the default comparison as one sentence, for search results and previews. */
function description_of(html) {
  const answer = /<p class="answer"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
  return answer.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;').trim();
}

async function build_page({ page, chinese }, assets) {
  const template = await readFile(join(web, 'page.html'), 'utf8');
  const csp = policy({
    'script-src': `'self' 'wasm-unsafe-eval' ${hash_of(assets.boot)} ${hash_of(assets.language)}`,
    'style-src': `'self'`, 'img-src': `'self' data: blob:`, 'connect-src': `'self'`,
  });
  await writeFile(join(dist, 'index.html'), fill(template, { ...assets, csp, page, chinese, description: description_of(page) }));
}

const as_data = (type, bytes) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** The page as one file that needs no network: it opens from a disk. Everything it would fetch is in it. */
async function build_whole({ page, chinese }, { boot, language, wasm, more, sources, score }) {
  const style = await bundle_style();
  const script = await bundle_whole();
  const template = (await readFile(join(web, 'page.html'), 'utf8'))
    .replace('<link rel="stylesheet" href="{{style}}">', '<style>{{style}}</style>')
    .replace('<link rel="modulepreload" href="{{script}}">\n', '')
    .replace('rel="preload" id="module"', 'rel="alternate" id="module"')
    .replace('<script type="module" src="{{script}}">', '<script type="module">{{script}}');
  const csp = policy({
    'script-src': `'wasm-unsafe-eval' ${hash_of(boot)} ${hash_of(language)} ${hash_of(script)}`, 'style-src': hash_of(style), 'img-src': 'data: blob:', 'connect-src': 'data:',
  });
  const inside = {
    module: as_data('application/wasm', wasm), more: as_data('application/wasm', more), sources: as_data('application/json', sources),
    accuracy: as_data('application/json', score), preloads: '',
  };
  await writeFile(join(dist, 'tilewise.html'), fill(template, { ...inside, boot, language, style, script, csp, page, chinese, description: description_of(page) }));
}

/** The score without scripts: a page of its own. */
async function build_accuracy(views, style, data) {
  const template = await readFile(join(web, 'accuracy.html'), 'utf8');
  const csp = policy({ 'style-src': `'self'`, 'img-src': 'data:' });
  await writeFile(join(dist, 'accuracy.html'), fill(template, { csp, style, page: views.accuracy_html(data) }));
}

/** Nothing is pre-rendered: an embed shows the scenario of its address, and never another one first. */
async function build_embed(wasm) {
  const script = await bundle_embed();
  const style = await bundle_style('style/embed.css');
  const template = await readFile(join(web, 'embed.html'), 'utf8');
  const csp = policy({
    'script-src': `'wasm-unsafe-eval' ${hash_of(script)}`, 'style-src': hash_of(style), 'img-src': 'data:',
  });
  const module = deflated(wasm).toString('base64');
  await writeFile(join(dist, 'embed.html'), fill(template, { csp, style, script, module, home: './' }));
}

async function build() {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'assets'), { recursive: true });

  const wasm = await readFile(join(module_folder, 'tilewise.wasm'));
  const module = await named('tilewise', 'wasm', wasm);
  const more_wasm = await readFile(join(module_folder, 'tilewise-more.wasm'));
  const more = await named('more', 'wasm', more_wasm);
  const sources_text = JSON.stringify(JSON.parse(await readFile(find_sources(), 'utf8')));
  const sources = await named('sources', 'json', sources_text);
  const style = await named('style', 'css', await bundle_style());
  const score = accuracy_data(await run_score());
  const accuracy = await named('accuracy', 'json', JSON.stringify(score));
  const { script, preloads, boot, language } = await bundle_page();

  const views = await open_views();
  const engine = await views.start();
  const breaks = await views.default_breaks(engine, await views.start_more());
  const start = { page: views.page_html(engine, { breaks }), chinese: views.page_html(engine, { breaks, language: 'zh' }) };
  await build_page(start, { script, preloads, boot, language, style, module, more, sources, accuracy });
  await build_whole(start, { boot, language, wasm, more: more_wasm, sources: sources_text, score: JSON.stringify(score) });
  await build_accuracy(views, style, score);
  await build_embed(wasm);

  const schema = join(root, 'tests/golden/scenario.schema.json');
  if (existsSync(schema)) await copyFile(schema, join(dist, 'scenario.schema.json'));
  await writeFile(join(dist, '.nojekyll'), '');
  print_sizes(await readFile(join(dist, 'index.html'), 'utf8'));
}

await build();
