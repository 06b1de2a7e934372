// "What breaks first": each device's limits with what is left, where they give out as an input grows, which format to
// compute in, and rent or buy. A piece of its own, fetched when the view opens.

import { count, join, percent, quantity, time } from '../../format.js';
import words from '../../text/limits.js';
import { Table } from '../Table.jsx';

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

/** @param {{app: App, device: Device}} props */
function Limits({ app, device }) {
  const { text } = app;
  const rows = (device.limits ?? []).map(({ limit, breaks, margin, value, threshold, code }) => [
    text.t(`limits.name.${limit}`), value === null ? '–' : `${amount(app, limit, value)} / ${amount(app, limit, threshold)}`,
    margin === null ? '–' : percent(margin), limit === 'evaluation' ? '–' : text.t(breaks ? 'limits.breaks' : 'limits.holds'), text.label(code),
  ]);
  return <Table app={app} caption={text.t('limits.now')} head={['limits.limit', 'limits.now', 'limits.left', 'limits.breaks', 'limits.why']} rows={rows} />;
}

/** A breakpoint is one number, not a rounded one. @param {number} value */
const exactly = (value) => quantity(value, 'count').number;

/** @param {App} app @param {Point} point */
const sentence = (app, point) => app.text.t('limits.first', {
  limit: app.text.t(`limits.name.${point.limit}`), at: exactly(point.at), axis: app.text.t(`limits.axis.${point.axis}`),
});

/** @param {{app: App, device: Device}} props */
function Growth({ app, device }) {
  const { text } = app;
  const points = device.breakpoints ?? [];
  if (points.length === 0) return <p class="muted">{text.t('limits.none')}</p>;
  return (
    <ul>
      {points.map((point, row) => (
        <li key={row}>
          {text.t(`limits.name.${point.limit}`)} {text.t(`limits.${point.direction}`, { at: exactly(point.at) })} ({text.t(`limits.axis.${point.axis}`)})
        </li>
      ))}
    </ul>
  );
}

/** @param {{app: App, of: {best?: string, formats: Format[]}}} props */
function Formats({ app, of }) {
  const { text } = app;
  const rows = of.formats.map(({ asked, used, rate_ops_per_s, fits, total_s, risk }) => [
    asked, total_s === null ? '–' : join(time(total_s)), used || text.t('not_supported'),
    rate_ops_per_s === null ? text.t('not_known') : join(quantity(rate_ops_per_s, 'op/s')), text.t(`fits.${fits}`), text.label(risk),
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

/** @param {{app: App, of: Rent}} props */
function RentOrBuy({ app, of }) {
  const prices = { rent: join(quantity(of.rent_usd_per_hour, 'usd')), purchase: join(quantity(of.purchase_usd, 'usd')) };
  if (of.break_even_share === null) return <p>{app.text.t('limits.rent_never', prices)}</p>;
  return <p>{app.text.t('limits.rent_from', { ...prices, share: percent(of.break_even_share), hours: count(Math.round(of.break_even_hours ?? 0)) })}</p>;
}

/** @param {{app: App, device: Device}} props */
function One({ app, device }) {
  const { text, lookup } = app;
  if (!device.limits) return <section><h3>{lookup.device_name(device.id)}</h3><p class="muted">{text.t('limits.not_usable')}</p></section>;
  return (
    <section data-limits={device.id}>
      <h3>{lookup.device_name(device.id)}</h3>
      {(device.first ?? []).length > 0 && (
        <p><strong>{text.t('limits.first_title')}:</strong> {(device.first ?? []).map((point) => sentence(app, point)).join(text.t('list_comma'))}</p>
      )}
      <Limits app={app} device={device} />
      <h4>{text.t('limits.growth')}</h4>
      <Growth app={app} device={device} />
      {device.precision && <Formats app={app} of={device.precision} />}
      {device.rent_or_buy && <><h4>{text.t('limits.rent')}</h4><RentOrBuy app={app} of={device.rent_or_buy} /></>}
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
  return <>{result.devices.map((/** @type {Device} */ device) => <One key={device.index} app={app} device={device} />)}</>;
}
