// What the view of limits shows, as one table for a file: a row for each limit now, and one for each place where an input
// that grows comes to a limit.

import { name_of } from '../../names.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./Limits.jsx').Device} Device */
/** @typedef {import('../../figures.js').Cell} Cell */

/** @param {App} app @param {Device[]} devices @param {Record<string, string>} units  of limits that are no time @returns {import('../../figures.js').Table} */
export function limits_table(app, devices, units) {
  const { text } = app;
  const word = (/** @type {string} */ value, /** @type {string} */ key) => ({ value, text: text.has(key) ? text.t(key) : value });
  const none = { value: '' };
  const of = (/** @type {Device} */ device) => [{ value: device.id, text: name_of(app, device) }];
  const now = devices.flatMap((device) => (device.limits ?? []).map(({ limit, value, threshold, margin, breaks, code }) => {
    const unit = units[limit] ?? 's';
    return [
      ...of(device), word(limit, `limits.name.${limit}`), { value, unit }, { value: threshold, unit }, { value: unit, text: unit }, { value: margin, unit: 'share' },
      word(breaks ? 'breaks' : 'holds', breaks ? 'limits.breaks' : 'limits.holds'), { value: code, text: text.label(code) }, none, none,
    ];
  }));
  const growing = devices.flatMap((device) => (device.breakpoints ?? []).map(({ limit, axis, at, direction }) => [
    ...of(device), word(limit, `limits.name.${limit}`), none, none, none, none, word(direction === 'up' ? 'breaks' : 'holds', direction === 'up' ? 'limits.breaks' : 'limits.holds'), none,
    word(axis, `limits.axis.${axis}`), { value: at, unit: 'count' },
  ]));
  const heads = [
    ['device', 'device'], ['limit', 'limits.limit'], ['value', 'limits.now'], ['threshold', 'limits.threshold'], ['unit', 'limits.unit'], ['left', 'limits.left'],
    ['state', 'limits.breaks'], ['why', 'limits.why'], ['axis', 'limits.growth'], ['at', 'limits.at'],
  ];
  return { head: heads.map(([key = '', label = '']) => ({ key, label: text.t(label) })), rows: [...now, ...growing] };
}
