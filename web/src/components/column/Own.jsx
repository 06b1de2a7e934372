// A device of one's own: it starts from a device of the catalogue, has a name, and takes the numbers that are entered.

import { unit_of_field } from '../../fields.js';
import { digits } from '../../format.js';
import { field_label, written } from '../../labels.js';
import { DevicePicker } from '../DevicePicker.jsx';
import { Table } from '../Table.jsx';
import { format_of, of_device, published } from './published.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Column} Column */

/** Number formats of the table of peaks, the wide ones first. */
const formats = ['fp32', 'tf32', 'bf16', 'fp16', 'fp8', 'int8', 'int4', 'fp4'];

/** Which device it starts from, and that device's peaks: the one in use can be replaced. */
/** @param {{app: App, index: number, column: Column, field: (name: string) => any}} props */
export function Own({ app, index, column, field }) {
  const { text, lookup, act } = app;
  const device = lookup.device(column.id);
  const used = format_of(app, index);
  const peaks = formats.filter((format) => device?.peak_ops_per_s[format]);
  return (
    <div class="own" data-own>
      <div class="fields">
        {field('name')}
        <div class="field">
          <span class="label">{text.t('own.from')}</span>
          <DevicePicker
            app={app} label={text.t('own.from')} shown={lookup.device_name(column.id)} chosen={column.id}
            onpick={(choice) => {
              const [id, chips] = choice.split('*');
              act.override(index, 'id', id);
              if (chips) act.override(index, 'count', Number(chips));
            }}
          />
        </div>
        {field('compute_precision')}
        {of_device.map((name) => field(name))}
      </div>
      {peaks.length > 0 && (
        <p class="note" data-peaks>
          {text.t('own.peaks', { list: peaks.map((format) => `${format} ${digits(Number(device?.peak_ops_per_s[format]) / 1e12, 4)}`).join(text.t('list_comma')), name: lookup.device_name(column.id) })}
          {' '}{text.t('own.peak_note', { format: used ?? '–' })}
        </p>
      )}
    </div>
  );
}

/** What a column has of its own against the published device, with the factor. @param {{app: App, index: number, column: Column}} props */
export function Differences({ app, index, column }) {
  const { text, lookup } = app;
  const rows = of_device.flatMap((name) => {
    const field = lookup.field(name);
    const own = column[name];
    if (!field || own === undefined) return [];
    const from = published(app, index, column.id, name);
    const unit = unit_of_field(field);
    const shown = (/** @type {any} */ value) => `${typeof value === 'number' ? digits(value, 4) : written(value, field)} ${unit}`.trim();
    const factor = typeof own === 'number' && typeof from === 'number' && from > 0 ? `${digits(own / from)}×` : '–';
    return [[field_label(app, field), from === undefined ? text.t('own.unknown') : shown(from), shown(own), factor]];
  });
  if (rows.length === 0) return null;
  return <Table app={app} caption={text.t('own.differs', { name: lookup.device_name(column.id) })} head={['own.what', lookup.device_name(column.id), 'own.here', 'own.factor']} rows={rows} />;
}
