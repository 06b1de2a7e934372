// Which settings have a slider, and the values it stops at: sizes in steps of a half octave, shares in even steps,
// rates around what is published. The number beside it takes every other value.

/** @typedef {import('./contract').FieldSpec} FieldSpec */

/** Settings whose sliders stand under the sentence. */
export const in_sentence = ['batch', 'sequence_length', 'output_tokens', 'concurrent_sequences'];

/** Powers of two and what lies half way between. @param {number} low @param {number} high */
function sizes(low, high) {
  const steps = [];
  for (let size = low; size <= high; size *= 2) {
    steps.push(size);
    if (size >= 2 && size * 1.5 <= high) steps.push(size * 1.5);
  }
  return steps;
}

/** @param {number} low @param {number} high @param {number} step */
const even = (low, high, step) =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => Number((low + index * step).toFixed(6)));

/** A tenth to ten times of a value, itself in the middle. @param {number} value */
function around(value) {
  const below = [0.1, 0.125, 0.16, 0.2, 0.25, 0.32, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
  const above = [1.05, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 10];
  const scaled = (/** @type {number} */ factor) => Number((value * factor).toPrecision(3));
  return [...below.map(scaled), value, ...above.map(scaled)];
}

/** @type {Record<string, number[]>} */
const fixed = {
  batch: sizes(1, 65536), micro_batch: sizes(1, 256), sequence_length: sizes(16, 1 << 20), output_tokens: sizes(1, 32768),
  concurrent_sequences: sizes(1, 4096), count: sizes(1, 16384), lora_rank: sizes(1, 512), layers: sizes(1, 192), width: sizes(64, 32768),
  tensor_parallel: [1, 2, 4, 8, 16, 32, 64], pipeline_parallel: sizes(1, 128), zero_stage: [0, 1, 2, 3],
  memory_utilisation: even(0.5, 1, 0.01), usage_share: even(0.05, 1, 0.05), goodput_share: even(0.5, 1, 0.01), efficiency: even(0.05, 1, 0.01),
  power_usage_effectiveness: even(1, 2, 0.01), carbon_g_per_kwh: even(0, 1000, 10), electricity_usd_per_kwh: even(0, 0.5, 0.01), lifetime_years: even(1, 10, 0.5),
};

const scaled = [
  'peak_tflops', 'bandwidth_gb_per_s', 'memory_gib', 'power_limit_w', 'clock_mhz', 'link_gb_per_s', 'net_gb_per_s', 'price_usd_per_hour',
  'purchase_usd', 'host_memory_gb', 'host_bandwidth_gb_per_s', 'host_memory_gb_per_s',
];

/** The values of a setting's slider; undefined where it has none. @param {FieldSpec} field @param {any} published */
export function stops_of(field, published) {
  if (fixed[field.name]) return fixed[field.name];
  return scaled.includes(field.name) && typeof published === 'number' && published > 0 ? around(published) : undefined;
}

/** The stop nearest to a value. @param {number[]} stops @param {number} value */
export function nearest(stops, value) {
  let best = 0;
  stops.forEach((stop, index) => {
    if (Math.abs(stop - value) < Math.abs(/** @type {number} */ (stops[best]) - value)) best = index;
  });
  return best;
}
