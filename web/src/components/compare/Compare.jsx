// "Why they differ": where the difference of two times comes from, what a time hangs on, what would have to be true for
// the slower one to catch up, what a training budget buys, and what is known of each device. A piece of its own.

import { count, join, quantity, time, times } from '../../format.js';
import { Tornado as TornadoChart, Waterfall } from './Charts.jsx';
import words from './words.js';
import { Facts } from '../dossier/Dossier.jsx';
import { Table } from '../Table.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{key: string, value: number, lower_s: number, higher_s: number}} Sensitivity */
/** @typedef {{flops: number, parameters: number, tokens: number, run_s: number, run_usd: number | null}} Budget */
/** @typedef {{index: number, id: string, sensitivities?: Sensitivity[], budget?: {model: Budget, days: Budget}}} Device */
/** @typedef {{base: number, other: number, ratio: number, catches_up: number, waterfall: {bound: string, from_s: number, to_s: number}[], must_be: {key: string, value: number}[], crossovers: {key: string, at: number}[]}} Pair */

/** A figure of a device in its unit. @param {string} key @param {number} value */
const figure = (key, value) => join(key === 'peak' ? quantity(value * 1e12, 'op/s') : quantity(value * 1e9, 'byte/s'));

/** @param {{app: App, devices: Device[], pair: Pair}} props */
function One({ app, devices, pair }) {
  const { text, lookup } = app;
  const name = (/** @type {number} */ index) => lookup.device_name(devices[index]?.id ?? '');
  return (
    <section data-pair={`${pair.base}-${pair.other}`}>
      <h3>{text.t('compare.pair', { other: name(pair.other), base: name(pair.base), ratio: times(pair.ratio) })}</h3>
      <Waterfall app={app} base={name(pair.base)} other={name(pair.other)} title={text.t('compare.waterfall')} parts={pair.waterfall} />
      {pair.must_be.length === 0
        ? <p>{text.t('compare.nothing')}</p>
        : <ul>{pair.must_be.map(({ key, value }) => <li key={key}>{text.t('compare.must', { name: name(pair.catches_up), what: text.t(`compare.key.${key}`), value: figure(key, value) })}</li>)}</ul>}
      {pair.crossovers.map(({ key, at }) => <p key={key}>{text.t('compare.crossover', { what: text.t(`compare.key.${key}`), at: count(at) })}</p>)}
    </section>
  );
}

/** @param {{app: App, device: Device}} props */
function Tornado({ app, device }) {
  const now = app.state.result?.devices.find(({ index }) => index === device.index)?.time?.total_s ?? null;
  return (
    <TornadoChart
      app={app} device={app.lookup.device_name(device.id)} now={now} sensitivities={device.sensitivities ?? []} figure={figure}
      name_of={(key) => app.text.t(`compare.key.${key}`)}
    />
  );
}

/** @param {{app: App, device: Device}} props */
function Budgets({ app, device }) {
  if (!device.budget) return null;
  const { text } = app;
  const { budget } = device;
  const row = (/** @type {string} */ name, /** @type {Budget} */ of) => [
    text.t(name), join(quantity(of.flops, 'op')), count(of.parameters), count(of.tokens), join(time(of.run_s)),
    of.run_usd === null ? text.t('not_known') : join(quantity(of.run_usd, 'usd')),
  ];
  return (
    <Table
      app={app} caption={`${text.t('compare.budget')}: ${app.lookup.device_name(device.id)}`}
      head={['compare.for', 'FLOP', 'compare.parameters', 'compare.tokens', 'row.time', 'row.run_usd']}
      rows={[row('compare.budget.model', budget.model), row('compare.budget.days', budget.days)]}
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
      {pairs.map((pair) => <One key={pair.other} app={app} devices={devices} pair={pair} />)}
      {devices.some(({ sensitivities }) => (sensitivities ?? []).length > 0) && <h3>{app.text.t('compare.tornado')}</h3>}
      {devices.map((device) => <Tornado key={device.index} app={app} device={device} />)}
      {devices.map((device) => <Budgets key={device.index} app={app} device={device} />)}
      <Facts app={plain} ids={devices.map(({ id }) => id)} />
    </>
  );
}
