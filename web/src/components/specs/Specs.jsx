// What is published of one device, in the units that people mix up: GiB beside GB, dense beside sparse, sums in 32 or
// 16 bits, one direction of a link beside both, chips beside cores.

import { digits } from '../../format.js';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').CatalogueDevice} Device */

const formats = ['fp64', 'fp32', 'tf32', 'bf16', 'fp16', 'fp8', 'int8', 'int4', 'fp4'];

/** @param {App} app @param {Device} device */
function memory_of({ text }, device) {
  const { memory_bytes: bytes, ranks_per_device: ranks = 1 } = device;
  if (!bytes) return text.t('specs.not_published');
  const whole = text.t('specs.memory', { gib: digits(bytes / 2 ** 30), gb: digits(bytes / 1e9), mib: String(Math.round(bytes / 2 ** 20)) });
  return ranks > 1 ? `${whole} ${text.t('specs.not_pooled', { ranks, each: digits(bytes / ranks / 2 ** 30) })}` : whole;
}

/** @param {App} app @param {number | null | undefined} bytes_per_s */
const link_of = ({ text }, bytes_per_s) => (bytes_per_s
  ? text.t('specs.link', { one: digits(bytes_per_s / 1e9), bits: digits((bytes_per_s * 8) / 1e9), both: digits((2 * bytes_per_s) / 1e9) })
  : text.t('specs.not_published'));

/** Whether a format runs on the general cores of a GPU. @param {Device} device @param {string} format */
function on_shaders({ vendor, kind, matrix_unit_count: units, int8_on_matrix_unit: int8 }, format) {
  if (kind !== 'gpu' || vendor !== 'NVIDIA') return false;
  return !units || format === 'fp32' || (format === 'int8' && !int8);
}

/** The rates of one format: dense, with the width of the sums where it matters. @param {App} app @param {Device} device @param {string} format */
function rate_of({ text }, device, format) {
  const rate = device.peak_ops_per_s[format];
  const narrow = device.peak_ops_per_s[`${format}_acc16`];
  const written = (/** @type {number} */ value) => `${digits(value / 1e12, 4)} ${format.startsWith('int') ? 'TOP/s' : 'TFLOP/s'}`;
  if (on_shaders(device, format)) return text.t('specs.shader', { rate: written(rate) });
  if (!narrow || narrow === rate) return written(rate);
  return text.t('specs.sums', { wide: written(rate), narrow: written(narrow) });
}

/** @param {{app: App, id: string}} props */
export function View({ app: plain, id }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { text, lookup } = app;
  const device = lookup.device(id);
  if (!device) return null;
  const rates = formats.filter((format) => device.peak_ops_per_s[format]);
  const slices = text.has(`specs.slice.${id}`) ? text.t(`specs.slice.${id}`) : '';
  const rows = [
    ['name', device.name], ['memory', memory_of(app, device)],
    ['bandwidth', device.bandwidth_bytes_per_s ? `${digits(device.bandwidth_bytes_per_s / 1e9)} GB/s` : text.t('specs.not_published')],
    ['device_link', link_of(app, device.link_one_way_bytes_per_s)], ['host_link', link_of(app, device.host_one_way_bytes_per_s)],
    ['power', device.power_limit_w ? text.t('specs.power', { limit: digits(device.power_limit_w) }) : text.t('specs.not_published')],
    ...(slices ? [['slices', slices]] : []),
  ];
  return (
    <>
      <table class="keys">
        <tbody>
          {rows.map(([name = '', value]) => <tr key={name} data-spec={name}><th scope="row">{text.t(`specs.row.${name}`)}</th><td>{value}</td></tr>)}
          {rates.map((format) => <tr key={format} data-spec={format}><th scope="row">{text.t('specs.rate', { format })}</th><td>{rate_of(app, device, format)}</td></tr>)}
        </tbody>
      </table>
      {rates.length === 0 && <p class="note">{text.t('specs.no_rates')}</p>}
      {device.sparse_multiplier > 1 && <p class="note">{text.t('specs.sparse', { factor: digits(device.sparse_multiplier) })}</p>}
    </>
  );
}
