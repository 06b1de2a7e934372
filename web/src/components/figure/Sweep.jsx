// One input varied: time, memory or rate of every column over it, where columns change places and where they no longer fit.

import { useState } from 'preact/hooks';
import { join, quantity } from '../../format.js';
import { sweep_of } from '../../explain_link.js';
import { brief, name_of } from '../../names.js';
import { typed_value } from '../../numbers.js';
import { part_of_view } from '../../view.js';
import { Asked, whole_time_name, with_words } from './Asked.jsx';
import { Lines } from './Lines.jsx';
import { axes_of, read_sweep, sweep_text, usual } from './sweep.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{index: number, id: string, fits: string[], time_s: (number | null)[], low_s: (number | null)[], high_s: (number | null)[], memory_bytes: (number | null)[], rate: (number | null)[]}} Swept */
/** @typedef {{axis: {key: string, values: number[]}, devices: Swept[], crossovers: {at: number, faster: number, slower: number}[]}} Result */

const measures = /** @type {const} */ (['time', 'memory', 'rate']);
/** @type {Record<string, {list: 'time_s' | 'memory_bytes' | 'rate', unit: string}>} */
const measured = { time: { list: 'time_s', unit: 's' }, memory: { list: 'memory_bytes', unit: 'byte' }, rate: { list: 'rate', unit: 'token/s' } };

/** @param {App} app @param {string} key */
function axis_name(app, key) {
  const { text, lookup, state } = app;
  const [first = '', rest] = key.split('.');
  if (first === 'mm') return text.t(`plot.${key}`);
  if (!rest) return text.t(`field.${lookup.field_of_key(key)?.name ?? key}`);
  const index = Number(first.slice(1)) - 1;
  const device = name_of(app, { index, id: state.columns[index]?.id ?? '' });
  return `${text.t(`field.${lookup.field_of_key(rest)?.name ?? rest}`)}${text.t('list_comma')}${device}`;
}

/** @param {App} app @param {string} measure */
function measure_name(app, measure) {
  const { state, text } = app;
  if (measure === 'memory') return text.t('row.memory');
  if (measure === 'rate') return text.t(state.workload === 'matmul' ? 'plot.products_per_s' : 'row.tokens_per_s');
  return whole_time_name(app);
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
  const sweep = read_sweep(state.scenario.sweep_axis, state.workload);
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

/**
 * The ends of the band at one place: of a time as they are, of a rate the same share of it the other way round.
 * @param {Swept} device @param {number} at @param {string} measure @returns {{low?: number, high?: number}}
 */
export function band_at({ time_s, low_s, high_s, rate }, at, measure) {
  const [time, low, high, per_s] = [time_s[at], low_s?.[at], high_s?.[at], rate[at]];
  if (!time || !low || !high || measure === 'memory') return {};
  if (measure === 'time') return { low, high };
  return per_s ? { low: (per_s * time) / high, high: (per_s * time) / low } : {};
}

/** @param {{app: App, result: Result, measure: string}} props */
function Swept({ app, result, measure }) {
  const { state, text } = app;
  const { list, unit: base } = measured[measure] ?? { list: 'time_s', unit: 's' };
  const unit = measure === 'rate' && state.workload === 'matmul' ? 'count' : base;
  // Where many lines run beside each other their shades would hide them.
  const [wanted, show_bands] = useState(/** @type {boolean | undefined} */ (undefined));
  const bands = wanted ?? result.devices.length <= 3;
  const banded = result.devices.some((device) => device.time_s.some((_, at) => band_at(device, at, measure).low !== undefined));
  const { values, key } = result.axis;
  const written = (/** @type {number} */ value) => quantity(value, 'count').number;
  const over = axis_name(app, key);
  const series = result.devices.map((device) => {
    const name = name_of(app, device);
    const places = values.flatMap((at, index) => {
      const value = device[list][index];
      const out = device.fits[index] === 'no';
      if (typeof value !== 'number') return [];
      const { low, high } = band_at(device, index, measure);
      const shown = (/** @type {number} */ number) => join(quantity(number, unit, state.units));
      const band = low === undefined || high === undefined ? '' : ` (${shown(low)} – ${shown(high)})`;
      return [{ x: at, y: value, ...(bands && { low, high }), out, text: `${name}${text.t('list_comma')}${over} ${written(at)}: ${shown(value)}${band}${out ? `${text.t('list_comma')}${text.t('fits.no')}` : ''}` }];
    });
    return { name, places };
  });
  const title = text.t('plot.sweep.title', { what: measure_name(app, measure), over });
  const column_name = (/** @type {number} */ index) => name_of(app, { index, id: state.columns[index]?.id ?? '' });
  const crossing = (/** @type {Result['crossovers'][number]} */ { at, faster, slower }) =>
    text.t('plot.sweep.crossing', { faster: column_name(faster), slower: column_name(slower), at: written(at) });
  const crossovers = measure === 'time' ? told_crossovers(result) : [];
  const ends = result.devices.flatMap((device) => {
    const first = device.fits.indexOf('no');
    return first < 0 ? [] : [text.t('plot.sweep.end', { name: name_of(app, device), at: written(values[first] ?? 0) })];
  });
  const said = [
    ...crossovers.slice(0, most_told).map(crossing),
    ...(crossovers.length > most_told ? [text.t('plot.sweep.more', { count: crossovers.length - most_told })] : []),
    ...(measure === 'time' && crossovers.length === 0 ? [text.t('plot.sweep.same')] : []),
    ...(ends.length > 0 ? [text.t('plot.sweep.ends', { list: ends.join(text.t('list_comma')) })] : []),
  ];
  const log = read_sweep(state.scenario.sweep_axis, state.workload).log;
  const cells_of = (/** @type {Swept} */ device, /** @type {number} */ place, /** @type {number} */ row) => {
    const asked = sweep_of(state.scenario);
    const { low, high } = band_at(device, row, measure);
    // The ends of a rate are those of its time turned over: they have no formula of their own.
    const end = (/** @type {'low_s' | 'high_s'} */ name, /** @type {number | undefined} */ value) => ({ value, unit, ...(measure === 'time' && { path: `devices.${place}.${name}.${row}`, asked }) });
    return [{ value: device[list][row], unit, path: `devices.${place}.${list}.${row}`, asked }, ...(banded ? [end('low_s', low), end('high_s', high)] : [])];
  };
  const table = {
    head: [{ key, label: over }, ...result.devices.flatMap(({ id, index }) => [
      { key: `d${index + 1}_${id}_${list}`, label: name_of(app, { index, id }) },
      ...(banded ? ['low', 'high'].map((end) => ({ key: `d${index + 1}_${id}_${list}_${end}`, label: text.t(end) })) : []),
    ])],
    rows: values.map((at, row) => [{ value: at, unit: 'count' }, ...result.devices.flatMap((device, place) => cells_of(device, place, row))]),
  };
  if (series.every(({ places }) => places.length === 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  return (
    <Lines
      app={app} name="sweep" title={title} summary={said.join(text.t('sentence_gap')) || title} table={table} series={series} log={{ x: log, y: log }}
      x_unit="count" y_unit={unit} x_label={over} y_label={measure_name(app, measure)} beyond={text.t('fits.no')} note={text.t(banded ? 'plot.sweep.note_band' : 'plot.sweep.note')}
      above={banded && !state.chart_as_table && (
        <label class="check"><input type="checkbox" checked={bands} data-bands onChange={() => show_bands(!bands)} /> {text.t('plot.sweep.show_bands')}</label>
      )}
      events={[...new Set(crossovers.map(({ at }) => at))].map((at) => {
        const ahead = [...new Set(crossovers.filter((one) => one.at === at).map(({ faster }) => brief(column_name(faster))))].join(text.t('list_comma'));
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
