// The views of a comparison as charts: where a difference of two times comes from, and what each time hangs on.

import { join, quantity, time } from '../../format.js';
import { with_words } from '../figure/Asked.jsx';
import { Bars } from '../figure/Bars.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{bound: string, from_s: number, to_s: number}} Part */
/** @typedef {{key: string, value: number, lower_s: number, higher_s: number}} Sensitivity */

/** A difference with its sign. @param {number} seconds @param {number} of */
const signed = (seconds, of) => (Math.abs(seconds) < of * 1e-9 ? '0' : seconds < 0 ? `−${join(time(-seconds))}` : `+${join(time(seconds))}`);

const asked = { of: 'compare' };

/** @param {{app: App, base: string, other: string, title: string, parts: Part[], path: string}} props  `path`: of the parts in the answer */
export function Waterfall({ app: plain, base, other, title, parts, path }) {
  const app = with_words(plain);
  const { text } = app;
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  const changed = parts.filter(({ from_s, to_s }) => Math.abs(to_s - from_s) > last.to_s * 1e-9);
  const bars = [
    { label: base, value: first.from_s, shown: join(time(first.from_s)), kind: 'total' },
    ...changed.map(({ bound, from_s, to_s }) => ({
      label: text.t(`bound.${bound}`), from: from_s, value: to_s, shown: signed(to_s - from_s, to_s), kind: to_s > from_s ? 'more' : 'less',
    })),
    { label: other, value: last.to_s, shown: join(time(last.to_s)), kind: 'total' },
  ];
  const largest = [...changed].sort((a, b) => Math.abs(b.to_s - b.from_s) - Math.abs(a.to_s - a.from_s))[0];
  const table = {
    head: [{ key: 'bound', label: text.t('plot.binds') }, { key: 'change_s', label: text.t('plot.change') }, { key: 'time_s', label: text.t('row.time') }],
    rows: [
      [{ value: base }, { value: undefined }, { value: first.from_s, unit: 's', path: `${path}.0.from_s`, asked }],
      ...parts.map(({ bound, from_s, to_s }, row) => [{ value: text.t(`bound.${bound}`) }, { value: to_s - from_s, text: signed(to_s - from_s, to_s) }, { value: to_s, unit: 's', path: `${path}.${row}.to_s`, asked }]),
    ],
  };
  return (
    <Bars
      app={app} name="waterfall" title={title} table={table} groups={[{ unit: 's', bars }]}
      summary={largest ? text.t('plot.waterfall.said', { what: text.t(`bound.${largest.bound}`), change: signed(largest.to_s - largest.from_s, last.to_s) }) : text.t('plot.waterfall.same')}
    />
  );
}

/**
 * @param {{app: App, device: string, now: number | null, sensitivities: Sensitivity[], figure: (key: string, value: number) => string, name_of: (key: string) => string, path: string}} props
 * `now`: the time as it is; `path`: of the sensitivities in the answer
 */
export function Tornado({ app: plain, device, now, sensitivities, figure, name_of, path }) {
  const app = with_words(plain);
  const { text } = app;
  const [first] = sensitivities;
  if (!first) return null;
  const all = sensitivities.flatMap(({ lower_s, higher_s }) => [lower_s, higher_s]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const start = Math.max(0, least - (most - least) * 0.08);
  const bars = sensitivities.map(({ key, value, lower_s, higher_s }) => ({
    label: `${name_of(key)} (${figure(key, value)})`, from: lower_s, value: higher_s, shown: `${join(time(higher_s))} – ${join(time(lower_s))}`,
    said: text.t('plot.tornado.point', { what: name_of(key), higher: join(time(higher_s)), lower: join(time(lower_s)) }),
  }));
  const table = {
    head: [
      { key: 'figure', label: text.t('plot.figure') }, { key: 'value', label: text.t('plot.now') }, { key: 'time_at_0_8_s', label: text.t('plot.lower') },
      { key: 'time_at_1_2_s', label: text.t('plot.higher') },
    ],
    rows: sensitivities.map(({ key, value, lower_s, higher_s }, row) => [
      { value: key, text: name_of(key) }, { value, text: figure(key, value), path: `${path}.${row}.value`, asked }, { value: lower_s, unit: 's', path: `${path}.${row}.lower_s`, asked },
      { value: higher_s, unit: 's', path: `${path}.${row}.higher_s`, asked },
    ]),
  };
  return (
    <Bars
      app={app} name="tornado" heading title={device} table={table} groups={[{ unit: 's', bars, start, ...(now === null ? {} : { line: now }) }]}
      summary={text.t('plot.tornado.said', { what: name_of(first.key), higher: join(quantity(first.higher_s, 's')), lower: join(quantity(first.lower_s, 's')) })} note={text.t('plot.tornado.note')}
    />
  );
}
