// What holds for a column where its reader has entered nothing: the catalogue's value, or the scenario's.

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').FieldSpec} FieldSpec */
/** @typedef {import('../../contract').Column} Column */

/** Settings of a device that the catalogue has too, and the unit of the setting in base units. @type {Record<string, [string, number]>} */
const in_catalogue = {
  bandwidth_gb_per_s: ['bandwidth_bytes_per_s', 1e9], memory_gib: ['memory_bytes', 2 ** 30], power_limit_w: ['power_limit_w', 1], clock_mhz: ['clock_hz', 1e6],
  link_gb_per_s: ['link_one_way_bytes_per_s', 1e9], host_bandwidth_gb_per_s: ['host_one_way_bytes_per_s', 1e9], chips_per_node: ['server_devices', 1],
  price_usd_per_hour: ['rent_usd_per_hour', 1],
};

/** What a device is: numbers of its own make another device of a column. */
export const of_device = [
  'peak_tflops', 'bandwidth_gb_per_s', 'memory_gib', 'link_gb_per_s', 'net_gb_per_s', 'latency_us', 'fabric', 'chips_per_node', 'power_limit_w',
  'idle_power_w', 'clock_mhz', 'host_memory_gb', 'host_bandwidth_gb_per_s', 'host_memory_gb_per_s', 'price_usd_per_hour', 'purchase_usd',
];

/** The number format that a column computes in. @param {App} app @param {number} index */
export const format_of = ({ state }, index) => state.result?.devices?.find((answer) => answer.index === index)?.precision?.used ?? undefined;

/** The published value of a device; undefined where the catalogue has none. @param {App} app @param {number} index @param {string} id @param {string} name */
export function published(app, index, id, name) {
  const device = /** @type {any} */ (app.lookup.device(id));
  const [key, unit] = name === 'peak_tflops' ? [format_of(app, index) ?? '', 1e12] : (in_catalogue[name] ?? ['', 1]);
  const value = name === 'peak_tflops' ? device?.peak_ops_per_s[key] : device?.[key];
  return typeof value === 'number' ? Number((value / unit).toPrecision(4)) : undefined;
}

/** @param {App} app @param {number} index @param {string} id @param {FieldSpec} field */
export function fallback_of(app, index, id, field) {
  if (field.name === 'count') return 1;
  if (field.name === 'name') return app.lookup.device_name(id);
  return published(app, index, id, field.name) ?? app.state.scenario[field.name] ?? app.state.resolved?.devices?.[index]?.[field.name];
}
