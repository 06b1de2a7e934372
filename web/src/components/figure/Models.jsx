// The same scenario by each model of time: what the essay of 2018 published, the same corrected, the ideal of the roofline, and
// what tiles, launches and software leave of it. One press takes a model for the whole page.

import { useMemo } from 'preact/hooks';
import { join, quantity, times } from '../../format.js';
import { name_of } from '../../names.js';
import { band_for, time_path, value_at } from '../../rows.js';
import { models, title_of } from '../../figures.js';
import { with_words } from './Asked.jsx';
import { Bars } from './Bars.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Estimate} Estimate */

/** @param {App} app @param {Record<string, Estimate | null>} answers @param {string} model @param {number} index */
function of(app, answers, model, index) {
  const devices = answers[model]?.devices ?? [];
  const answer = devices.find((device) => device.index === index);
  const path = time_path(app.state.workload, devices);
  const value = answer ? value_at(answer, path) : null;
  const band = answer && model === 'tiled' ? band_for(answer, path) : null;
  return { path: `devices.${index}.${path}`, value: typeof value === 'number' ? value : null, ...(band && { low: band.low, high: band.high }) };
}

/** @param {{app: App, used: string}} props */
function Switch({ app, used }) {
  const { text, act } = app;
  return (
    <span class="switch" role="group" aria-label={text.t('plot.models.use')}>
      {text.t('plot.models.use')}{' '}
      {models.map((model) => (
        <button
          key={model} type="button" class="plain" aria-pressed={used === model} data-model={model}
          onClick={() => act.set_field('time_model', model === 'tiled' ? undefined : model, { discrete: true })}
        >
          {text.t(`plot.model.${model}`)}
        </button>
      ))}
    </span>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = with_words(plain);
  const { state, text, act } = app;
  const { time_model, ...rest } = state.scenario;
  /** @type {Record<string, Estimate | null>} */
  const answers = useMemo(
    () => Object.fromEntries(models.map((model) => [model, act.estimate_of({ ...rest, time_model: model })])), [state.scenario],
  );
  const used = String(state.result?.scenario.time_model ?? time_model ?? 'tiled');
  const shown = (/** @type {number | null} */ value) => (value === null ? text.t('not_known') : join(quantity(value, 's')));
  const all = state.columns.map((column, index) => ({ index, id: column.id, times: models.map((model) => ({ model, ...of(app, answers, model, index) })) }));
  const known = all.filter(({ times: [tiled] }) => tiled?.value !== null && tiled?.value !== undefined);
  if (known.length === 0) return <p class="muted">{text.t('chart_empty')}</p>;
  const groups = all.map(({ times: list, ...column }) => ({
    title: name_of(app, column), unit: 's',
    bars: list.map(({ model, value, path, ...band }) => ({ label: text.t(`plot.model.${model}`), value, shown: shown(value), kind: model === 'roofline' ? 'open' : model.startsWith('essay') ? 'old' : '', ...band })),
  }));
  const said = known.flatMap(({ times: [tiled, ideal], ...column }) =>
    (tiled?.value && ideal?.value ? [text.t('plot.models.said', { name: name_of(app, column), ratio: times(tiled.value / ideal.value) })] : []));
  const table = {
    head: [{ key: 'device', label: text.t('device') }, ...models.map((model) => ({ key: `${model.replaceAll('-', '_')}_s`, label: text.t(`plot.model.${model}`) }))],
    rows: all.map(({ times: list, ...column }) => [{ value: name_of(app, column) }, ...list.map(({ model, path, value }) => (
      { value, unit: 's', path: `${model}.${path}`, asked: { of: 'estimate', path, with: { time_model: model } } }))]),
  };
  return (
    <Bars
      app={app} name="models" title={`${title_of(app, 'time')}: ${text.t('figure.models')}`} summary={said.join(text.t('sentence_gap'))} table={table} groups={groups}
      above={<Switch app={app} used={used} />} note={text.t('plot.models.note')}
    />
  );
}
