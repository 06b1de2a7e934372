// "What breaks first": each device's limits with what is left, where they give out as an input grows, which format to
// compute in, and rent or buy. A piece of its own, fetched when the view opens.

import { count, join, percent, quantity, time } from '../../format.js';
import { name_of } from '../../names.js';
import words from '../../text/limits.js';
import { opener, sentence_of } from '../Opens.jsx';
import { Table } from '../Table.jsx';
import { TableExport } from '../figure/TableExport.jsx';
import { limits_table } from './table.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{limit: string, breaks: boolean, margin: number | null, value: number | null, threshold: number | null, code: string}} Limit */
/** @typedef {{limit: string, axis: string, at: number, direction: 'up' | 'down'}} Point */
/** @typedef {{asked: string, used: string, native: boolean, code: string, rate_ops_per_s: number | null, fits: string, total_s: number | null, risk: string}} Format */
/** @typedef {{rent_usd_per_hour: number, purchase_usd: number, break_even_share: number | null, break_even_hours: number | null}} Rent */
/** @typedef {{index: number, id: string, limits?: Limit[], breakpoints?: Point[], first?: Point[], precision?: {best?: string, formats: Format[]}, rent_or_buy?: Rent}} Device */

/** @type {Record<string, string>} */
const units = { memory: 'byte', communication: 'share', compute: 'share', bandwidth: 'share', cost: 'usd', power: 'W' };

/** @param {App} app @param {string} limit @param {number | null} value */
function amount(app, limit, value) {
  return value === null ? '–' : join(quantity(value, units[limit] ?? 's', app.state.units));
}

/** What writes the numbers of one device. @typedef {ReturnType<typeof opener>} Open */

/** @param {{app: App, device: Device, open: Open}} props */
function Limits({ app, device, open }) {
  const { text } = app;
  const rows = (device.limits ?? []).map(({ limit, breaks, margin, value, threshold, code }, row) => [
    text.t(`limits.name.${limit}`), value === null ? '–' : <>{open(`limits.${row}.value`, value, amount(app, limit, value))} / {open(`limits.${row}.threshold`, threshold, amount(app, limit, threshold))}</>,
    margin === null ? '–' : open(`limits.${row}.margin`, margin, percent(margin).replace('-', '−')), limit === 'evaluation' ? '–' : text.t(breaks ? 'limits.breaks' : 'limits.holds'), text.label(code),
  ]);
  return <Table app={app} caption={text.t('limits.now')} head={['limits.limit', 'limits.now', 'limits.left', 'limits.breaks', 'limits.why']} rows={rows} />;
}

/** A breakpoint is one number, not a rounded one. @param {number} value */
const exactly = (value) => quantity(value, 'count').number;

/** @param {App} app @param {Point} point @param {number} row @param {Open} open */
const sentence = (app, point, row, open) => sentence_of(
  ([at = '']) => app.text.t('limits.first', { limit: app.text.t(`limits.name.${point.limit}`), at, axis: app.text.t(`limits.axis.${point.axis}`) }),
  [open(`first.${row}.at`, point.at, exactly(point.at))],
);

/** @param {{app: App, device: Device, open: Open}} props */
function Growth({ app, device, open }) {
  const { text } = app;
  const points = device.breakpoints ?? [];
  if (points.length === 0) return <p class="muted">{text.t('limits.none')}</p>;
  return (
    <ul>
      {points.map((point, row) => (
        <li key={row}>
          {sentence_of(
            ([at = '']) => text.t(`limits.${point.direction}`, { limit: text.t(`limits.name.${point.limit}`), at, axis: text.t(`limits.axis.${point.axis}`) }),
            [open(`breakpoints.${row}.at`, point.at, exactly(point.at))],
          )}
        </li>
      ))}
    </ul>
  );
}

/** @param {{app: App, of: {best?: string, formats: Format[]}, open: Open}} props */
function Formats({ app, of, open }) {
  const { text } = app;
  const rows = of.formats.map(({ asked, used, rate_ops_per_s, fits, total_s, risk }, row) => [
    asked, total_s === null ? '–' : open(`precision.formats.${row}.total_s`, total_s, join(time(total_s))), used || text.t('not_supported'),
    rate_ops_per_s === null ? text.t('not_known') : open(`precision.formats.${row}.rate_ops_per_s`, rate_ops_per_s, join(quantity(rate_ops_per_s, 'op/s'))), text.t(`fits.${fits}`), text.label(risk),
  ]);
  return (
    <>
      {of.best && <p>{text.t('limits.best', { format: of.best })}</p>}
      <Table
        app={app} caption={text.t('limits.formats')} rows={rows}
        head={['limits.format', 'row.time', 'limits.used', 'limits.peak', 'row.fits', 'limits.risk']}
      />
    </>
  );
}

/** @param {{app: App, of: Rent, open: Open}} props */
function RentOrBuy({ app, of, open }) {
  const one = (/** @type {keyof Rent} */ name, /** @type {string} */ shown) => open(`rent_or_buy.${name}`, of[name], shown);
  const prices = [one('rent_usd_per_hour', join(quantity(of.rent_usd_per_hour, 'usd'))), one('purchase_usd', join(quantity(of.purchase_usd, 'usd')))];
  if (of.break_even_share === null) return <p>{sentence_of(([rent = '', purchase = '']) => app.text.t('limits.rent_never', { rent, purchase }), prices)}</p>;
  const even = [one('break_even_share', percent(of.break_even_share)), one('break_even_hours', count(Math.round(of.break_even_hours ?? 0)))];
  const words = (/** @type {string[]} */ [rent = '', purchase = '', share = '', hours = '']) => app.text.t('limits.rent_from', { rent, purchase, share, hours });
  return <p>{sentence_of(words, [...prices, ...even])}</p>;
}

/** @param {{app: App, device: Device, place: number}} props  `place`: of the device in the answer */
function One({ app, device, place }) {
  const { text } = app;
  const any = opener(app, { of: 'limits' });
  /** @type {Open} */
  const open = (path, value, shown) => any(`devices.${place}.${path}`, value, shown);
  if (!device.limits) return <section><h3>{name_of(app, device)}</h3><p class="muted">{text.t('limits.not_usable')}</p></section>;
  return (
    <section data-limits={device.id}>
      <h3>{name_of(app, device)}</h3>
      {(device.first ?? []).length > 0 && (
        <p><strong>{text.t('limits.first_title')}:</strong> {(device.first ?? []).map((point, row) => <span key={row}>{row > 0 && text.t('list_comma')}{sentence(app, point, row, open)}</span>)}</p>
      )}
      <Limits app={app} device={device} open={open} />
      <h4>{text.t('limits.growth')}</h4>
      <Growth app={app} device={device} open={open} />
      {device.precision && <Formats app={app} of={device.precision} open={open} />}
      {device.rent_or_buy && <><h4>{text.t('limits.rent')}</h4><RentOrBuy app={app} of={device.rent_or_buy} open={open} /></>}
    </section>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const envelope = app.state.piece?.envelope;
  if (!envelope) return <p class="muted" role="status">{app.text.t('loading')}</p>;
  const { result, issues } = envelope;
  if (!result) return <p class="muted" role="status">{issues.map((/** @type {import('../../contract').Issue} */ issue) => app.issue_text(issue)).join(' ')}</p>;
  return (
    <>
      <TableExport app={app} name="limits" title={app.text.t('figure.limits')} table={limits_table(app, result.devices, units)} />
      {result.devices.map((/** @type {Device} */ device, /** @type {number} */ place) => <One key={device.index} app={app} device={device} place={place} />)}
    </>
  );
}
