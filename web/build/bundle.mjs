// esbuild, once for the page, once for the embed, once for Node.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dist, module_folder, web } from './paths.mjs';

/** `#module` and `#module-more` are the glue that the WebAssembly build made. */
const module_plugin = {
  name: 'module',
  setup(setup) {
    setup.onResolve({ filter: /^#module$/ }, () => ({ path: join(module_folder, 'tilewise.mjs') }));
    setup.onResolve({ filter: /^#module-more$/ }, () => ({ path: join(module_folder, 'tilewise-more.mjs') }));
  },
};

const explaining = /^(formula|input|limit|risk)\./;
const planning = /^plan\./;
const raised_by_more = /^(import|fit|explain)\./;

/**
 * The core's messages in parts: what the page needs at once, and with `?explain` or `?plan` what comes with explanations
 * and the rarer calls, or with plans.
 */
function part_of(messages, part) {
  const kind = (key) => (explaining.test(key) ? '?explain' : planning.test(key) ? '?plan' : '');
  const labels = Object.fromEntries(Object.entries(messages.labels).filter(([key]) => kind(key) === part));
  if (part === '?plan') return labels;
  const rarer = part === '?explain';
  const issues = Object.fromEntries(Object.entries(messages.issues).filter(([code]) => raised_by_more.test(code) === rarer));
  return rarer ? { issues, labels } : { ...messages, issues, labels };
}

const read_json = async (path) => JSON.parse(await readFile(path, 'utf8'));

/** Values without their keys, in the order of the English keys. */
const values_of = (english, other) => Object.keys(english).map((key) => other[key]);

const messages_plugin = {
  name: 'messages',
  setup(setup) {
    setup.onResolve({ filter: /\/(en|zh)\.json\?(explain|plan|values)$/ }, ({ path, resolveDir }) =>
      ({ path: join(resolveDir, path.replace(/\?.*/, '')), suffix: path.replace(/.*\?/, '?') }));
    setup.onLoad({ filter: /\/(en|zh)\.json$/ }, async ({ path, suffix = '' }) => {
      const messages = /\/messages\/[^/]*$/.test(path);
      if (suffix === '?values') {
        const english = await read_json(path.replace(/zh\.json$/, 'en.json'));
        const chinese = await read_json(path);
        if (!messages) return { loader: 'json', contents: JSON.stringify(values_of(english, chinese)) };
        const parts = Object.entries(part_of(english, '')).map(([part, texts]) => [part, values_of(texts, chinese[part])]);
        return { loader: 'json', contents: JSON.stringify(Object.fromEntries(parts)) };
      }
      return messages ? { loader: 'json', contents: JSON.stringify(part_of(await read_json(path), suffix)) } : undefined;
    });
  },
};

/** The embed has no controls, no assumptions and no notes of an estimate, so it leaves their words out: a third of its text. */
const words_plugin = {
  name: 'words',
  setup(setup) {
    const shown = /^(field|word)\.(workload|time_model|compute_precision|software_stack|weight_format|key_format|value_format|sequence_length|batch|micro_batch|count|tensor_parallel|pipeline_parallel|zero_stage|recompute|optimizer|finetune_method|flops_convention|offload|device_layers|layer_split)\b/;
    const controls = /^(field|word|group|copy|search_|echo|slice|own_device|active_parameters|report|reset_field|own_name|sliders|presets|undo|redo|help|reset|add_device|all_settings|adjust|count_otherwise|page_title|custom_model|accuracy\.(?!title)|support|import\.|fit\.|figure\.(fit|plan|limits|compare|gallery|keys|roofline|sweep|scale|cost)|export|summary\.|compare_with|only_differences|relative\.|piece\.|units_)/;
    // Of the panel of explanations and of the page around the answer.
    const around = /^(as_chart|explain_hint|issue\.engine\.more|loading|nothing|remove|theme|tools|assumptions|changed|close|column_settings_note|dossier|figure\.keys|conflict|default_is|download_page|explain_link|footer|formula|from_scenario|no_formula|seen\.|skip|source|tagline|with_values)/;
    setup.onLoad({ filter: /messages\/(en|zh)\.json$/ }, async ({ path }) => {
      const { issues, labels } = JSON.parse(await readFile(path, 'utf8'));
      const kept = (table, aside) => Object.fromEntries(Object.entries(table).filter(([key]) => !aside.test(key)));
      return { loader: 'json', contents: JSON.stringify({ issues: kept(issues, /^(import|fit|explain|sweep|peak|json|scenario)\.|^flops\.above|^precision\.loss|^measured\.far|^parallel\.uneven/), assumptions: {}, labels: kept(labels, /^(formula|input|limit|risk|plan)\./) }) };
    });
    setup.onLoad({ filter: /src\/text\/(en|zh)\.json$/ }, async ({ path }) => {
      const words = Object.entries(JSON.parse(await readFile(path, 'utf8')));
      return { loader: 'json', contents: JSON.stringify(Object.fromEntries(words.filter(([key]) => shown.test(key) || !(controls.test(key) || around.test(key))))) };
    });
  },
};

const common = {
  bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', absWorkingDir: web,
  plugins: [module_plugin, messages_plugin], legalComments: 'none', logLevel: 'warning', nodePaths: [join(web, 'node_modules')],
};

/** An inline script must not hold the text that ends it. */
const inline = (script) => script.trim().replaceAll('</script', '<\\/script');

export async function bundle_page() {
  const { metafile } = await build({
    ...common, minify: true, splitting: true, metafile: true, entryPoints: ['src/main.js'],
    outdir: join(dist, 'assets'), entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]',
  });
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === 'src/main.js');
  // What the script imports at once, fetched beside it and not after it.
  const needed = metafile.outputs[path].imports.filter(({ kind }) => kind === 'import-statement').map((one) => `assets/${basename(one.path)}`);
  const preloads = needed.map((name) => `<link rel="modulepreload" href="${name}">`).join('\n');
  return { script: `assets/${basename(path)}`, preloads, boot: await bundle_text('src/boot.js'), language: await bundle_text('src/language.js') };
}

async function bundle_text(entry, options = {}) {
  const { outputFiles } = await build({ ...common, minify: true, write: false, entryPoints: [entry], ...options });
  return inline(outputFiles[0].text);
}

/** The whole page as one script: what the page fetches later is part of it. */
export const bundle_whole = () => bundle_text('src/main.js');

export const bundle_embed = () => bundle_text('src/embed.js', { plugins: [module_plugin, words_plugin] });

export const bundle_style = (entry = 'style/main.css') => bundle_text(entry);

/** Views and engine as a module text that Node can import. */
export const bundle_node = (entry) => bundle_text(entry, { platform: 'node', minify: false });
