// Names of TPU slices as their users write them. "v3-8" counts cores, "v5e-8" counts chips: the name says which, and
// people ask for twice or half of what they meant.
// Source: Cloud TPU documentation, "TPU configurations" of each version, read 2026.

/** @typedef {{id: string, generation: string, chips: number, cores: number, counts: 'cores' | 'chips'}} Slice */

/** Device, cores of a chip, and what the number of its slices counts. @type {Record<string, [string, number, 'cores' | 'chips']>} */
const generations = {
  v2: ['tpu-v2', 2, 'cores'], v3: ['tpu-v3', 2, 'cores'], v4: ['tpu-v4', 2, 'cores'], v5p: ['tpu-v5p', 2, 'cores'],
  v5e: ['tpu-v5e', 1, 'chips'], v5litepod: ['tpu-v5e', 1, 'chips'], v6e: ['tpu-v6e', 1, 'chips'],
};

/** @param {string} typed  such as "v3-8" or "TPU v5e-16" @returns {Slice | undefined} */
export function slice_of(typed) {
  const [, generation = '', number] = /^(?:tpu[ -]?)?(v[2-6][a-z]*)-(\d{1,5})$/.exec(typed.trim().toLowerCase()) ?? [];
  const [id, cores_each, counts] = generations[generation] ?? [];
  if (!id || !cores_each || !counts) return undefined;
  const chips = Number(number) / (counts === 'cores' ? cores_each : 1);
  return Number.isInteger(chips) && chips > 0 ? { id, generation, chips, cores: chips * cores_each, counts } : undefined;
}
