// Which settings stand where: in the sentence for the workload at hand, in the column's own dialog, or in
// the groups of "all settings". The core's vocabulary is the list; a key that no group names still shows.

/** @typedef {import('./contract').FieldSpec} FieldSpec */

/**
 * Words that the sentence of a scenario adds to those of its template, where the core follows them and the
 * scenario needs them. The rest is one step away, under "all settings".
 * @type {[string, (of: {workload: string, chips: number}) => boolean][]}
 */
const further = [
  ['software_stack', ({ workload }) => workload !== 'matmul'],
  ['micro_batch', ({ workload }) => trains(workload)],
  ['recompute', ({ workload }) => trains(workload)],
  ['tensor_parallel', ({ chips }) => chips > 1],
  ['pipeline_parallel', ({ chips }) => chips > 1],
  ['zero_stage', ({ workload, chips }) => chips > 1 && trains(workload)],
  ['run_tokens', ({ workload }) => trains(workload)],
];

/** @param {string} workload */
const trains = (workload) => workload === 'train' || workload === 'finetune';

/** @param {FieldSpec[]} fields @param {{workload: string, chips: number}} of  chips of the largest column */
export function further_words(fields, of) {
  const followed = new Set(fields.filter(({ support }) => support === 'now').map(({ name }) => name));
  return further.filter(([name, needed]) => followed.has(name) && needed(of)).map(([name]) => name);
}

/** Settings of one column that its dialog shows first. */
export const in_column = [
  'count', 'compute_precision', 'weight_format', 'tensor_parallel', 'pipeline_parallel', 'software_stack', 'peak_tflops',
  'bandwidth_gb_per_s', 'memory_gib', 'efficiency', 'measured',
];

/** Pairs of a link that are not settings. */
const not_settings = new Set(['version', 'revision', 'tag', 'devices']);

/** Link keys by group, in the order of the drawer. @type {[string, string[]][]} */
const groups = [
  ['workload', ['m', 'w', 's', 'o', 'b', 'mb', 'mm', 'mml', 'tok', 'p', 'wq', 'kq', 'vq', 'tm', 'mfu', 'stack', 'co', 'av', 'x']],
  ['training', ['ac', 'attn', 'opt', 'gp', 'mw', 'fb', 'off', 'ft', 'rank']],
  ['parallel', ['tp', 'sp', 'pp', 'vp', 'dp', 'ep', 'etp', 'cp', 'z', 'lay', 'dpa', 'sch']],
  ['shape', ['L', 'h', 'a', 'kv', 'hd', 'ff', 'glu', 'voc', 'tie', 'pos', 'arch', 'enc', 'caus', 'img', 'win', 'wl', 'hid',
    'E', 'ek', 'es', 'ef', 'ed', 'mla', 'rope', 'qg']],
  ['serving', ['c', 'rps', 'pc', 'ch', 'util', 'pol', 'page', 'ngl', 'dft', 'acc']],
  ['recommender', ['tab', 'row', 'ew', 'pool', 'dfe', 'blo', 'thi']],
  ['money', ['pue', 'ci', 'kwh', 'life', 'ut', 'gof', 'drop', 'flip', 'rate', 'pw', 'bud', 'prn', 's24', 'stu',
    'lim.ttft', 'lim.tpot', 'lim.step', 'lim.usd', 'lim.w', 'obj']],
  ['display', ['view', 'u', 'sort', 'base', 'lang', 'theme', 't']],
];

/** Names of the settings that describe a model. @param {FieldSpec[]} fields */
export function shape_names(fields) {
  const keys = ['m', ...(groups.find(([group]) => group === 'shape')?.[1] ?? [])];
  return fields.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
}

/**
 * All settings that hold for the whole scenario, by group.
 * @param {FieldSpec[]} fields @returns {{group: string, fields: FieldSpec[]}[]}
 */
export function grouped(fields) {
  const open = fields.filter(({ name, scope }) => !not_settings.has(name) && scope !== 'column');
  const named = new Set(groups.flatMap(([, keys]) => keys));
  const result = groups.map(([group, keys]) => ({
    group,
    fields: keys.flatMap((key) => open.find((field) => field.key === key) ?? []),
  }));
  const rest = open.filter(({ key }) => !named.has(key));
  if (rest.length) result.push({ group: 'other', fields: rest });
  return result.filter(({ fields }) => fields.length);
}

/** All settings one column may have of its own, the usual ones first. @param {FieldSpec[]} fields */
export function column_fields(fields) {
  const own = fields.filter(({ name, scope }) => (scope === 'column' || scope === 'both') && !not_settings.has(name));
  const usual = in_column.flatMap((name) => own.find((field) => field.name === name && field.support !== 'later') ?? []);
  return { usual, more: own.filter((field) => !usual.includes(field)) };
}

/** Programs as they write their own names, in every language. @type {Record<string, string>} */
export const product_names = {
  'llama-cpp': 'llama.cpp', vllm: 'vLLM', 'vllm-v0': 'vLLM V0', 'tensorrt-llm': 'TensorRT-LLM', fastertransformer: 'FasterTransformer', torchscript: 'TorchScript',
  hf: 'Hugging Face', xla: 'XLA', megatron: 'Megatron-LM', apex: 'Apex', 'pytorch-amp': 'PyTorch AMP', tensorflow: 'TensorFlow',
  composer: 'Composer', torchtitan: 'TorchTitan', 'megatron-deepspeed': 'Megatron-DeepSpeed', nemo: 'NeMo', deepspeed: 'DeepSpeed',
};

/** @param {FieldSpec} field @returns {string[]} */
export function words_of(field) {
  const words = field.words ?? [];
  return Array.isArray(words) ? words : words.split(' ').filter(Boolean);
}

/** Units as they are written beside a field, by the end of its JSON name. @type {[string, string][]} */
const unit_endings = [
  ['_usd_per_kwh', 'USD/kWh'], ['_usd_per_hour', 'USD/h'], ['_g_per_kwh', 'g/kWh'], ['_gb_per_s', 'GB/s'],
  ['_tflops', 'TFLOP/s'], ['_gib', 'GiB'], ['_gb', 'GB'], ['_mhz', 'MHz'], ['_us', 'µs'], ['_usd', 'USD'], ['_w', 'W'],
  ['_per_s', '1/s'], ['_bytes_per_layer', 'B'], ['_s', 's'],
];

/** @param {FieldSpec} field */
export function unit_of_field(field) {
  if (field.kind !== 'number' && field.kind !== 'integer') return '';
  return unit_endings.find(([ending]) => field.name.endsWith(ending))?.[1] ?? '';
}
