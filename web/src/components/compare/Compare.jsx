// "Why they differ": where the difference of two times comes from, what a time hangs on, what would have to be true for
// the slower one to catch up, what a training budget buys, and what is known of each device. A piece of its own.

import { count, join, percent, quantity, time, times } from '../../format.js';
import { name_of } from '../../names.js';
import { Tornado as TornadoChart, Waterfall } from './Charts.jsx';
import words from './words.js';
import { Facts } from '../dossier/Dossier.jsx';
import { whole_time_name, with_words } from '../figure/Asked.jsx';
import { opener, sentence_of } from '../Opens.jsx';
import { Table } from '../Table.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{key: string, value: number, lower_s: number, higher_s: number}} Sensitivity */
/** @typedef {{flops: number, parameters: number, tokens: number, run_s: number, run_usd: number | null}} Budget */
/** @typedef {{index: number, id: string, sensitivities?: Sensitivity[], budget?: {model: Budget, days: Budget}}} Device */
/** @typedef {{base: number, other: number, ratio: number, catches_up: number, waterfall: {bound: string, from_s: number, to_s: number}[], must_be: {key: string, value: number}[], price_must_be?: {index: number, usd_per_hour: number}, crossovers: {key: string, at: number}[]}} Pair */

/** A figure of a device in its unit. @param {string} key @param {number} value */
const figure = (key, value) => (key === 'eff' ? percent(value) : join(key === 'peak' ? quantity(value * 1e12, 'op/s') : quantity(value * 1e9, 'byte/s')));

/** @param {{app: App, devices: Device[], pair: Pair, place: number}} props  `place`: of the pair in the answer */
function One({ app, devices, pair, place }) {
  const { text } = app;
  const open = opener(app, { of: 'compare' });
  const path = `pairs.${place}`;
  const name = (/** @type {number} */ index) => name_of(app, { index, id: devices[index]?.id ?? '' });
  return (
    <section data-pair={`${pair.base}-${pair.other}`}>
      <h3>{sentence_of(([ratio = '']) => text.t('compare.pair', { other: name(pair.other), base: name(pair.base), ratio }), [open(`${path}.ratio`, pair.ratio, times(pair.ratio))])}</h3>
      <Waterfall app={app} base={name(pair.base)} other={name(pair.other)} title={text.t('compare.waterfall')} parts={pair.waterfall} path={`${path}.waterfall`} />
      {pair.must_be.length === 0
        ? <p>{text.t('compare.nothing')}</p>
        : <ul>{pair.must_be.map(({ key, value: must }, row) => <li key={key}>{sentence_of(([value = '']) => text.t('compare.must', { name: name(pair.catches_up), what: text.t(`compare.key.${key}`), value }), [open(`${path}.must_be.${row}.value`, must, figure(key, must))])}</li>)}</ul>}
      {pair.price_must_be && <p>{sentence_of(([price = '']) => text.t('compare.price', { name: name(pair.price_must_be?.index ?? 0), price }), [open(`${path}.price_must_be.usd_per_hour`, pair.price_must_be.usd_per_hour, join(quantity(pair.price_must_be.usd_per_hour, 'usd')))])}</p>}
      {pair.crossovers.map(({ key, at: there }, row) => <p key={key}>{sentence_of(([at = '']) => text.t('compare.crossover', { what: text.t(`compare.key.${key}`), at }), [open(`${path}.crossovers.${row}.at`, there, count(there))])}</p>)}
    </section>
  );
}

/** @param {{app: App, device: Device, place: number}} props */
function Tornado({ app, device, place }) {
  const now = app.state.result?.devices.find(({ index }) => index === device.index)?.time?.total_s ?? null;
  return (
    <TornadoChart
      app={app} device={name_of(app, device)} now={now} sensitivities={device.sensitivities ?? []} figure={figure}
      name_of={(key) => app.text.t(`compare.key.${key}`)} path={`devices.${place}.sensitivities`}
    />
  );
}

/** @param {{app: App, device: Device, place: number}} props */
function Budgets({ app, device, place }) {
  if (!device.budget) return null;
  const { text } = app;
  const { budget } = device;
  const open = opener(app, { of: 'compare' });
  const row = (/** @type {'model' | 'days'} */ kind) => {
    const of = budget[kind];
    const one = (/** @type {keyof Budget} */ name, /** @type {string} */ shown) => open(`devices.${place}.budget.${kind}.${name}`, of[name], shown);
    return [
      text.t(`compare.budget.${kind}`), one('flops', join(quantity(of.flops, 'op'))), one('parameters', count(of.parameters)), one('tokens', count(of.tokens)),
      one('run_s', join(time(of.run_s))), one('run_usd', of.run_usd === null ? text.t('not_known') : join(quantity(of.run_usd, 'usd'))),
    ];
  };
  return (
    <Table
      app={app} caption={`${text.t('compare.budget')}: ${name_of(app, device)}`}
      head={['compare.for', 'FLOP', 'compare.parameters', 'compare.tokens', 'row.time', 'row.run_usd']}
      rows={[row('model'), row('days')]}
    />
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const envelope = app.state.piece?.envelope;
  if (!envelope) return <p class="muted" role="status">{app.text.t('loading')}</p>;
  const { result, issues } = envelope;
  if (!result) return <p class="muted" role="status">{issues.map((/** @type {import('../../contract').Issue} */ issue) => app.issue_text(issue)).join(' ')}</p>;
  /** @type {{pairs: Pair[], devices: Device[]}} */
  const { pairs, devices } = result;
  return (
    <>
      {pairs.map((pair, place) => <One key={pair.other} app={app} devices={devices} pair={pair} place={place} />)}
      {devices.some(({ sensitivities }) => (sensitivities ?? []).length > 0) && <h3>{app.text.t('compare.tornado', { time: whole_time_name(with_words(plain)) })}</h3>}
      {devices.map((device, place) => <Tornado key={device.index} app={app} device={device} place={place} />)}
      {devices.map((device, place) => <Budgets key={device.index} app={app} device={device} place={place} />)}
      <Facts app={plain} ids={devices.map(({ id }) => id)} />
    </>
  );
}
