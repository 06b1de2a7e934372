// The figures that an answer shows by itself: time with its band, time by part, memory by part. Each as one sentence, as
// marks to draw, as a table with the same numbers, and as points that keys and pointers go through.

import { join, percent, quantity, time } from './format.js';
import { brief, item_name, name_of } from './names.js';
import { breakdowns, leading, longest, rest, segments, stacks_of, sum_of } from './parts.js';
import { band_for, time_path, value_at } from './rows.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./parts.js').Stack} Stack */
/** A number in base units with its unit, or a text. @typedef {{value: any, unit?: string, path?: string, asked?: import('./state.js').AskedOf, text?: string}} Cell */
/** @typedef {{key: string, label: string}} Head  the key names the column in files */
/** @typedef {{head: Head[], rows: Cell[][]}} Table */
/** Across as a share of the width, down in pixels. @typedef {{x: number, y: number, text: string}} Point */
/** @typedef {{index: number, name: string, label: string, fits: boolean, value: number | null, low: number | null, high: number | null}} Bar */

/** What an answer shows by itself; the first is what a link without a view means. */
export const drawn = ['time', 'parts', 'memory'];

export const bar_height = 46;
/** So many times the longest bar is drawn of a band. */
const widest = 2.5;
export const stack_height = 50;

/** @param {App} app @param {string} kind */
export function title_of({ state, text }, kind) {
  if (kind !== 'time') return text.t(`figure.${kind}`);
  return text.has(`time.${state.workload}`) ? text.t(`time.${state.workload}`) : text.t('row.time');
}

/** @param {App} app @param {import('./contract').Answer[]} [devices] @param {string} [remark]  said behind each name @returns {Bar[]} */
export function bars_of(app, devices = app.state.result?.devices ?? [], remark = '') {
  const path = time_path(app.state.workload, devices);
  return devices.map((device) => {
    const value = value_at(device, path);
    const band = band_for(device, path);
    return {
      index: device.index, name: name_of(app, device) + remark, label: brief(name_of(app, device)) + remark, fits: device.fits !== 'no',
      value: typeof value === 'number' ? value : null, low: band?.low ?? null, high: band?.high ?? null,
    };
  });
}

/** @param {App} app @param {number | null} value @param {string} unit */
const written = ({ state, text }, value, unit) => (value === null ? text.t('not_known') : join(quantity(Number(value.toPrecision(12)), unit, state.units)));

/** @param {App} app @param {Bar} bar */
function bar_text(app, { name, value, low, high, fits }) {
  const band = low === null || high === null ? '' : ` (${join(time(low))} – ${join(time(high))})`;
  return `${name} ${written(app, value, 's')}${band}${fits ? '' : `, ${app.text.t('fits.no')}`}`;
}

/** The models of time, the one that holds by itself first. */
export const models = ['tiled', 'roofline', 'essay-corrected', 'essay-2018'];

/** The same scenario by each model of time, for an embed: the page has a view of its own. @param {App} app */
export function models_figure(app) {
  const bars = models.flatMap((model) => {
    const answer = app.act.estimate_of({ ...app.state.scenario, time_model: model });
    return bars_of(app, answer?.devices ?? [], ` · ${app.text.t(`word.time_model.${model}`)}`);
  });
  return time_figure(app, bars.sort((a, b) => a.index - b.index));
}

/** @param {App} app @param {Bar[]} [bars] */
export function time_figure(app, bars = bars_of(app)) {
  const { state, text } = app;
  const largest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  // A band many times wider than its bar would leave no bar to see.
  const most = Math.max(largest, Math.min(widest * largest, Math.max(0, ...bars.map(({ high }) => high ?? 0))));
  const known = bars.filter(({ value }) => value !== null).sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const path = time_path(state.workload, state.result?.devices ?? []);
  /** @type {Table} */
  const table = {
    head: [
      { key: 'device', label: text.t('device') }, { key: 'time_s', label: text.t('row.time') }, { key: 'low_s', label: text.t('low') }, { key: 'high_s', label: text.t('high') },
    ],
    rows: bars.map(({ index, name, value, low, high }) => {
      const band = state.result?.devices.find((device) => device.index === index)?.band;
      // The core's own band opens, not the part of it that stands for one token.
      const end = (/** @type {'low' | 'high'} */ side, /** @type {number | null} */ of) =>
        ({ value: of, unit: 's', ...(of !== null && of === band?.[side] && { path: `devices.${index}.band.${side}` }) });
      return [{ value: name }, { value, unit: 's', path: `devices.${index}.${path}` }, end('low', low), end('high', high)];
    }),
  };
  const ends = { fastest: known[0]?.name, least: written(app, known[0]?.value ?? null, 's'), slowest: known.at(-1)?.name, most: written(app, known.at(-1)?.value ?? null, 's') };
  return {
    bars, most, table,
    summary: known.length > 1 ? text.t('summary.time', ends) : bars.map((bar) => bar_text(app, bar)).join(text.t('list_comma')),
    described: bars.map((bar) => bar_text(app, bar)).join(text.t('list_comma')),
    points: bars.flatMap((bar, row) => (bar.value === null ? [] : [{ x: bar.value / most, y: row * bar_height + 28, text: bar_text(app, bar) }])),
  };
}

/** @param {App} app @param {string} name */
export const part_name = (app, name) => (name === rest ? app.text.t('parts.other') : item_name(app, name));

/** @param {Stack} stack */
const largest = ({ parts }) => [...parts].sort((a, b) => b.value - a.value)[0];

/** The device whose memory is fullest. @param {App} app @param {Stack[]} stacks */
function memory_summary(app, stacks) {
  const { text } = app;
  const known = stacks.filter(({ total, limit }) => total !== null && limit);
  const fullest = [...known].sort((a, b) => (b.total ?? 0) / (b.limit ?? 1) - (a.total ?? 0) / (a.limit ?? 1))[0];
  if (!fullest) return text.t('not_known');
  return text.t('summary.memory', {
    fitting: known.filter(({ total, limit }) => (total ?? 0) <= (limit ?? 0)).length, count: stacks.length,
    name: name_of(app, fullest), need: written(app, fullest.total, 'byte'), have: written(app, fullest.limit, 'byte'),
  });
}

/** Which part is the largest, and on which devices. @param {App} app @param {Stack[]} stacks */
function parts_summary(app, stacks) {
  const { text } = app;
  /** @type {Map<string, string[]>} */
  const devices = new Map();
  for (const stack of stacks) {
    const part = largest(stack);
    if (part && part.value > 0) devices.set(part.name, [...(devices.get(part.name) ?? []), name_of(app, stack)]);
  }
  return [...devices].map(([name, list]) => text.t('summary.parts', { part: part_name(app, name), list: list.join(text.t('list_comma')) })).join(text.t('sentence_gap'));
}

/** @param {App} app @param {string} kind  a name of `breakdowns` */
export function parts_figure(app, kind) {
  const { state, text } = app;
  const unit = breakdowns[kind]?.unit ?? '';
  const stacks = stacks_of(state.result?.devices ?? [], kind, state.workload).filter(({ parts }) => parts.length > 0);
  const names = leading(stacks);
  const most = longest(stacks);
  const described = stacks.map((stack) => {
    const part = largest(stack);
    return `${name_of(app, stack)} ${written(app, stack.total, unit)}` +
      (part && part.value > 0 ? ` (${part_name(app, part.name)} ${written(app, part.value, unit)})` : '');
  }).join(text.t('list_comma'));
  /** @type {Table} */
  const table = {
    head: [{ key: 'part', label: text.t('parts.part') }, ...stacks.map(({ id, index }) => ({ key: `d${index + 1}_${id}_${unit === 's' ? 's' : 'bytes'}`, label: name_of(app, { id, index }) }))],
    rows: leading(stacks, Infinity).map((name) => [
      { value: part_name(app, name) },
      ...stacks.map(({ index, parts }) => ({
        value: parts.find((part) => part.name === name)?.value, unit, path: `devices.${index}.${breakdowns[kind]?.path(name)}`,
      })),
    ]),
  };
  if (stacks.some(({ spare }) => spare > 0)) {
    const pool = (/** @type {Stack} */ { index }) => state.result?.devices[index]?.memory?.pool_bytes;
    table.rows.push([{ value: text.t('parts.pool') }, ...stacks.map((stack) => ({ value: pool(stack), unit, path: `devices.${stack.index}.memory.pool_bytes` }))]);
  }
  const spare_point = (/** @type {Stack} */ stack, /** @type {number} */ row) => (stack.spare > 0 ? [{
    x: (sum_of(stack) + stack.spare / 2) / most, y: row * stack_height + 29,
    text: `${name_of(app, stack)}${text.t('list_comma')}${text.t('parts.spare')} ${written(app, stack.spare, unit)}`,
  }] : []);
  const points = stacks.flatMap((stack, row) => [...segments(stack, names).filter(({ value }) => value > 0).map(({ name, value, from }) => ({
    x: (from + value / 2) / most, y: row * stack_height + 29,
    text: `${name_of(app, stack)}${text.t('list_comma')}${part_name(app, name)} ${written(app, value, unit)}${stack.total ? ` (${percent(value / stack.total)})` : ''}`,
  })), ...spare_point(stack, row)]);
  return { stacks, names, most, unit, table, described, points, summary: kind === 'memory' ? memory_summary(app, stacks) : parts_summary(app, stacks) };
}
