// What is known of devices beside their speed: interface, form, power, release, whether they can be had, and every
// price with its date and source. Form and prices come with the file of sources.

import { join, quantity } from '../../format.js';
import { address_of } from '../../sources.js';
import { Table } from '../Table.jsx';
import { TableExport } from '../figure/TableExport.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{what: string, usd: number, date: string, source: string, basis: string}} Price */

/** @type {[string, string][]} */
const facts = [
  ['power_limit_w', 'W'], ['memory_bytes', 'byte'], ['link_type', 'text'], ['link_one_way_bytes_per_s', 'byte/s'],
  ['pcie_generation', 'count'], ['host_one_way_bytes_per_s', 'byte/s'], ['server_devices', 'count'],
];

/** @param {App} plain */
const worded = (plain) => ({ ...plain, text: plain.text.with(words[plain.state.language]) });

/** Facts of one device, in the order of the rows. @param {App} app @param {string} id */
function column(app, id) {
  const { text, lookup, state } = app;
  const device = /** @type {any} */ (lookup.device(id) ?? {});
  const unknown = text.t('dossier.not_published');
  const form = state.sources?.devices?.[id]?.labels?.form;
  const shown = (/** @type {[string, string]} */ [key, unit]) => {
    const value = device[key];
    if (value === null || value === undefined || value === '') return unknown;
    if (String(value).startsWith('none')) return text.t(value === 'none' ? 'dossier.link.none' : 'dossier.link.pcie');
    return unit === 'text' ? String(value) : join(quantity(value, unit, state.units));
  };
  const cells = [
    { value: device.status ?? null, text: device.status ? text.t(`dossier.status.${device.status}`) : unknown },
    { value: device.status ?? null, text: device.status ? text.t(`dossier.later.${device.status}`) : unknown },
    { value: device.release ?? null, text: device.release ?? unknown }, { value: form ?? null, text: form ? text.t(`dossier.form.${form}`) : unknown },
  ];
  return [...cells, ...facts.map((fact) => ({ value: device[fact[0]] ?? null, unit: fact[1], text: shown(fact) }))];
}

/** @param {{app: App, ids: string[]}} props */
export function Facts({ app: plain, ids }) {
  const app = worded(plain);
  const { text, lookup } = app;
  const names = ['availability', 'later', 'release', 'form', ...facts.map(([key]) => key)];
  const columns = ids.map((id) => column(app, id));
  const rows = names.map((name, row) => [text.t(`dossier.${name}`), ...columns.map((cells) => cells[row]?.text)]);
  const table = {
    head: [{ key: 'fact', label: text.t('dossier.fact') }, ...ids.map((id, at) => ({ key: `d${at + 1}_${id}`, label: lookup.device_name(id) }))],
    rows: names.map((name, row) => [{ value: name, text: text.t(`dossier.${name}`) }, ...columns.map((cells) => cells[row] ?? { value: null })]),
  };
  return (
    <>
      <Table app={app} caption={text.t('dossier.title')} head={['dossier.fact', ...ids.map((id) => lookup.device_name(id))]} rows={rows} />
      <TableExport app={app} name="devices" title={text.t('dossier.title')} table={table} />
    </>
  );
}

/** @param {{app: App, id: string}} props */
function Prices({ app, id }) {
  const { text, state } = app;
  /** @type {Price[]} */
  const prices = state.sources?.devices?.[id]?.prices ?? [];
  if (prices.length === 0) return <p class="muted">{text.t('dossier.no_price')}</p>;
  const source = (/** @type {string} */ name) => {
    const record = state.sources?.sources?.[name];
    const address = address_of(record?.ref);
    const title = record?.title ?? name;
    return address ? <a href={address} target="_blank" rel="noopener">{title}</a> : title;
  };
  const rows = prices.map(({ what, usd, date, basis, source: from }) =>
    [`${join(quantity(usd, 'usd'))} ${text.t(`dossier.kind.${what}`)}`, date, basis, source(from)]);
  return <Table app={app} caption={text.t('dossier.prices')} head={['dossier.price', 'dossier.date', 'dossier.paid_for', 'dossier.source']} rows={rows} />;
}

/** Of one device, in its dialog. @param {{app: App, id: string}} props */
export function View({ app: plain, id }) {
  const app = worded(plain);
  return (
    <div data-dossier={id}>
      <Facts app={plain} ids={[id]} />
      {app.state.sources ? <Prices app={app} id={id} /> : <p class="muted" role="status">{app.text.t('loading')}</p>}
    </div>
  );
}
