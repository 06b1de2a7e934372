// One input varied: time, memory or rate of every column over it, where columns change places and where they no longer fit.

import { useState } from 'preact/hooks';
import { join, quantity } from '../../format.js';
import { title_of } from '../../figures.js';
import { typed_value } from '../../numbers.js';
import { part_of_view } from '../../view.js';
import { Asked, with_words } from './Asked.jsx';
import { Lines } from './Lines.jsx';
import { axes_of, read_sweep, sweep_text, usual } from './sweep.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{index: number, id: string, fits: string[], time_s: (number | null)[], memory_bytes: (number | null)[], rate: (number | null)[]}} Swept */
/** @typedef {{axis: {key: string, values: number[]}, devices: Swept[], crossovers: {at: number, faster: number, slower: number}[]}} Result */

const measures = /** @type {const} */ (['time', 'memory', 'rate']);
/** @type {Record<string, {list: 'time_s' | 'memory_bytes' | 'rate', unit: string}>} */
const measured = { time: { list: 'time_s', unit: 's' }, memory: { list: 'memory_bytes', unit: 'byte' }, rate: { list: 'rate', unit: 'token/s' } };

/** @param {App} app @param {string} key */
function axis_name({ text, lookup, state }, key) {
  const [first = '', rest] = key.split('.');
  if (first === 'mm') return text.t(`plot.${key}`);
  if (!rest) return text.t(`field.${lookup.field_of_key(key)?.name ?? key}`);
  const device = lookup.device_name(state.columns[Number(first.slice(1)) - 1]?.id ?? '');
  return `${text.t(`field.${lookup.field_of_key(rest)?.name ?? rest}`)}${text.t('list_comma')}${device}`;
}

/** @param {App} app @param {string} measure */
function measure_name(app, measure) {
  const { state, text } = app;
  if (measure === 'memory') return text.t('row.memory');
  if (measure === 'rate') return text.t(state.workload === 'matmul' ? 'plot.products_per_s' : 'row.tokens_per_s');
  return state.workload === 'decode' ? text.t('row.decode_s') : title_of(app, 'time');
}

/** One end of the range; what is being typed stays as it is typed. */
/** @param {{name: string, label: string, value: string, onvalue: (value: number | string) => void}} props */
function End({ name, label, value, onvalue }) {
  const [draft, set_draft] = useState(/** @type {string | null} */ (null));
  return (
    <label>
      {label}
      <input
        type="text" inputMode="decimal" size={8} value={draft ?? value} data-sweep={name} onBlur={() => set_draft(null)}
        onInput={(event) => {
          set_draft(event.currentTarget.value);
          const typed = typed_value(event.currentTarget.value);
          if (typed !== undefined) onvalue(typed);
        }}
      />
    </label>
  );
}

/** @param {{app: App, measure: string}} props */
function Controls({ app, measure }) {
  const { state, text, act } = app;
  const sweep = read_sweep(state.scenario.sweep_axis);
  const ask = (/** @type {Partial<import('./sweep.js').Sweep>} */ change, discrete = true) =>
    act.set_field('sweep_axis', sweep_text({ ...sweep, ...change }), { discrete });
  return (
    <div class="plot-controls">
      <label>
        {text.t('plot.show')}
        <select value={measure} data-sweep="measure" onChange={(event) => act.set_field('view', event.currentTarget.value === 'time' ? 'sweep' : `sweep-${event.currentTarget.value}`, { discrete: true })}>
          {measures.map((name) => <option key={name} value={name} selected={name === measure}>{measure_name(app, name)}</option>)}
        </select>
      </label>
      <label>
        {text.t('plot.over')}
        <select value={sweep.axis} data-sweep="axis" onChange={(event) => ask(usual(event.currentTarget.value))}>
          {axes_of(state.workload, state.columns.length, sweep.axis).map((key) => <option key={key} value={key} selected={key === sweep.axis}>{axis_name(app, key)}</option>)}
        </select>
      </label>
      {(/** @type {const} */ (['from', 'to'])).map((name) => (
        <End key={name} name={name} label={text.t(`plot.${name}`)} value={String(sweep[name])} onvalue={(value) => ask({ [name]: value }, false)} />
      ))}
      <label>
        {text.t('plot.scale')}
        <select value={sweep.log ? 'log' : 'linear'} data-sweep="scale" onChange={(event) => ask({ log: event.currentTarget.value === 'log' })}>
          {['log', 'linear'].map((name) => <option key={name} value={name} selected={sweep.log === (name === 'log')}>{text.t(`plot.${name}`)}</option>)}
        </select>
      </label>
    </div>
  );
}

/** So many crossovers are said in words; all are marked. */
const most_told = 2;

/** In the order of the axis: those between columns that both fit there, if there are such. @param {Result} result */
function told_crossovers({ axis, devices, crossovers }) {
  const sorted = [...crossovers].sort((a, b) => a.at - b.at);
  const fits = (/** @type {number} */ column, /** @type {number} */ at) => devices[column]?.fits[axis.values.indexOf(at)] !== 'no';
  const both = sorted.filter(({ at, faster, slower }) => fits(faster, at) && fits(slower, at));
  return both.length > 0 ? both : sorted;
}

/** @param {{app: App, result: Result, measure: string}} props */
function Swept({ app, result, measure }) {
  const { state, text, lookup } = app;
  const { list, unit: base } = measured[measure] ?? { list: 'time_s', unit: 's' };
  const unit = measure === 'rate' && state.workload === 'matmul' ? 'count' : base;
  const { values, key } = result.axis;
  const written = (/** @type {number} */ value) => quantity(value, 'count').number;
  const over = axis_name(app, key);
  const series = result.devices.map((device) => {
    const name = lookup.device_name(device.id);
    const places = values.flatMap((at, index) => {
      const value = device[list][index];
      const out = device.fits[index] === 'no';
      if (typeof value !== 'number') return [];
      return [{ x: at, y: value, out, text: `${name}${text.t('list_comma')}${over} ${written(at)}: ${join(quantity(value, unit, state.units))}${out ? `${text.t('list_comma')}${text.t('fits.no')}` : ''}` }];
    });
    return { name, places };
  });
  const title = text.t('plot.sweep.title', { what: measure_name(app, measure), over });
  const name_of = (/** @type {number} */ index) => lookup.device_name(state.columns[index]?.id ?? '');
  const crossing = (/** @type {Result['crossovers'][number]} */ { at, faster, slower }) =>
    text.t('plot.sweep.crossing', { faster: name_of(faster), slower: name_of(slower), at: written(at) });
  const crossovers = measure === 'time' ? told_crossovers(result) : [];
  const ends = result.devices.flatMap(({ id, fits }) => {
    const first = fits.indexOf('no');
    return first < 0 ? [] : [text.t('plot.sweep.end', { name: lookup.device_name(id), at: written(values[first] ?? 0) })];
  });
  const said = [
    ...crossovers.slice(0, most_told).map(crossing),
    ...(crossovers.length > most_told ? [text.t('plot.sweep.more', { count: crossovers.length - most_told })] : []),
    ...(measure === 'time' && crossovers.length === 0 ? [text.t('plot.sweep.same')] : []),
    ...(ends.length > 0 ? [text.t('plot.sweep.ends', { list: ends.join(text.t('list_comma')) })] : []),
  ];
  const log = read_sweep(state.scenario.sweep_axis).log;
  const table = {
    head: [{ key, label: over }, ...result.devices.map(({ id, index }) => ({ key: `d${index + 1}_${id}_${list}`, label: lookup.device_name(id) }))],
    rows: values.map((at, row) => [{ value: at, unit: 'count' }, ...result.devices.map((device) => ({ value: device[list][row], unit }))]),
  };
  if (series.every(({ places }) => places.length === 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  return (
    <Lines
      app={app} name="sweep" title={title} summary={said.join(text.t('sentence_gap')) || title} table={table} series={series} log={{ x: log, y: log }}
      x_unit="count" y_unit={unit} x_label={over} y_label={measure_name(app, measure)} beyond={text.t('fits.no')} note={text.t('plot.sweep.note')}
      events={[...new Set(crossovers.map(({ at }) => at))].map((at) => {
        const ahead = [...new Set(crossovers.filter((one) => one.at === at).map(({ faster }) => name_of(faster)))].join(text.t('list_comma'));
        return { at, label: text.t('plot.sweep.from', { faster: ahead, at: written(at) }), short: written(at) };
      })}
    />
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = with_words(plain);
  const part = part_of_view(app.state.scenario.view, 'sweep');
  const measure = measures.find((name) => name === part) ?? 'time';
  return (
    <>
      <Controls app={app} measure={measure} />
      <Asked app={app}>{(result) => <Swept app={app} result={result} measure={measure} />}</Asked>
    </>
  );
}
