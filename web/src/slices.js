// Names of TPU slices as their users write them. "v3-8" counts cores, "v5e-8" counts chips: the name says which, and
// people ask for twice or half of what they meant.
// Sources: Cloud TPU documentation, "TPU configurations" of each version (accelerator types and topologies) and "TPU7x",
// read 2026: a TPU7x chip has two TensorCores, and tpu7x-8 is the slice 2x2x1 of four chips.

/** @typedef {{id: string, name: string, generation: string, chips: number, cores: number, counts: 'cores' | 'chips'}} Slice */
/** @typedef {{id: string, name: string, cores: number, counts: 'cores' | 'chips', sizes: number[]}} Generation */

const eights = [8, 16, 32, 64, 128, 256, 512, 1024, 2048];
const ones = [1, 4, 8, 16, 32, 64, 128, 256];

/** `name`: how slices begin, `cores`: of a chip, `sizes`: numbers that are offered. @type {Generation[]} */
const generations = [
  { name: 'v2', id: 'tpu-v2', cores: 2, counts: 'cores', sizes: [8, 32, 128, 256, 512] },
  { name: 'v3', id: 'tpu-v3', cores: 2, counts: 'cores', sizes: [8, 32, 64, 128, 256, 512, 1024, 2048] },
  { name: 'v4', id: 'tpu-v4', cores: 2, counts: 'cores', sizes: [...eights, 4096] },
  { name: 'v5e', id: 'tpu-v5e', cores: 1, counts: 'chips', sizes: ones },
  { name: 'v5litepod', id: 'tpu-v5e', cores: 1, counts: 'chips', sizes: ones },
  { name: 'v5p', id: 'tpu-v5p', cores: 2, counts: 'cores', sizes: [...eights, 4096, 8192, 12288] },
  { name: 'v6e', id: 'tpu-v6e', cores: 1, counts: 'chips', sizes: ones },
  { name: 'tpu7x', id: 'tpu-v7', cores: 2, counts: 'cores', sizes: [...eights, 4096, 8192] },
];

/** "TPU v5e", "tpu-v5e" and "v5e" are one; so are "tpu7x", "v7x" and "7x". @param {string} written */
function generation_of(written) {
  const plain = written.replace(/^(cloud )?tpu[ -]?/, '').replace(/^v?7x?$/, 'tpu7x');
  return generations.find(({ name }) => name === plain);
}

/** @param {Generation} generation @param {number} number @returns {Slice | undefined} */
function slice({ id, name, cores, counts }, number) {
  const chips = number / (counts === 'cores' ? cores : 1);
  return Number.isInteger(chips) && chips > 0 ? { id, name: `${name}-${number}`, generation: name, chips, cores: chips * cores, counts } : undefined;
}

/** @param {string} typed  such as "v3-8", "TPU v5e-16" or "tpu7x-8" @returns {Slice | undefined} */
export function slice_of(typed) {
  const [, written = '', number] = /^(.*\d[a-z]*)-(\d{1,5})$/.exec(typed.trim().toLowerCase()) ?? [];
  const generation = generation_of(written);
  return generation && slice(generation, Number(number));
}

const offered = 8;

/** Slices that a text may mean: the one it names, those it begins, and for "slice" one of each generation. */
/** @param {string} typed @returns {Slice[]} */
export function slices_like(typed) {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const [, written, digits = ''] = /^(.*\d[a-z]*)-(\d{0,5})$/.exec(text) ?? [];
  const generation = written ? generation_of(written) : undefined;
  if (/^(tpu )?(slices?|切片)$/.test(text)) return generations.filter(({ name }) => name !== 'v5litepod').flatMap((each) => slice(each, 8) ?? []);
  if (!generation) return [];
  const numbers = [...(digits ? [Number(digits)] : []), ...generation.sizes.filter((size) => String(size).startsWith(digits))];
  return [...new Set(numbers)].flatMap((number) => slice(generation, number) ?? []).slice(0, offered);
}
