// What plots with two measured axes are drawn from: grid, marks of a series, key of the series, named lines.

import { join, quantity } from '../../format.js';
import { brief, columns_of } from '../../names.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./scales.js').Scale} Scale */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Area  in pixels */

/** Wide enough for the names of the series beside their ends. */
export const wide = (/** @type {number} */ width) => width >= 560;

/** Each series has a shape of its own, so that colour is never alone. @param {{series: number, x: number, y: number, size?: number, hollow?: boolean}} props */
export function Mark({ series, x, y, size = 4.5, hollow = false }) {
  const s = size;
  const shapes = [
    `M${x - s} ${y}a${s} ${s} 0 1 0 ${2 * s} 0a${s} ${s} 0 1 0 ${-2 * s} 0z`, `M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}z`,
    `M${x} ${y - s * 1.3}l${s * 1.2} ${s * 2.1}h${-2.4 * s}z`, `M${x} ${y - s * 1.4}l${s * 1.4} ${s * 1.4}l${-1.4 * s} ${s * 1.4}l${-1.4 * s} ${-1.4 * s}z`,
    `M${x} ${y + s * 1.3}l${s * 1.2} ${-2.1 * s}h${-2.4 * s}z`, `M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`,
    `M${x - s * 1.3} ${y}h${2.6 * s}m${-1.3 * s} ${-1.3 * s}v${2.6 * s}`, `M${x - s * 1.2} ${y - s * 0.6}h${2.4 * s}v${s * 1.2}h${-2.4 * s}z`,
  ];
  return <path class={`mark line-${series + 1}${hollow ? ' hollow' : ''}`} d={shapes[series % shapes.length]} />;
}

/** The names of the series with their shapes, where they do not stand beside the lines. @param {{names: string[]}} props */
export function Key({ names }) {
  return (
    <ul class="key series">
      {names.map((name, series) => (
        <li key={series}>
          <svg width="16" height="14" aria-hidden="true"><Mark series={series} x={7} y={7} /></svg> {name}
        </li>
      ))}
    </ul>
  );
}

/** Units that the name of an axis says already. */
const said_by_name = ['token/s', 'count'];

/** @param {App} app @param {number} value @param {string} unit */
export function tick_text({ state }, value, unit) {
  if (value === 0) return '0';
  const shown = quantity(Number(value.toPrecision(12)), unit, state.units);
  return said_by_name.includes(unit) ? shown.number : join(shown);
}

/** How many bytes the marks of an axis are round in. @param {App} app @param {string} unit @param {number} most */
export const base_of = ({ state }, unit, most) => (unit === 'byte' && state.units === 'gib' && most > 0 ? 2 ** (10 * Math.floor(Math.log2(most) / 10)) : 1);

/** Room for the marks of the upright axis. @param {App} app @param {number[]} marks @param {string} unit */
export const room_of = (app, marks, unit) => 14 + 6.4 * Math.max(...marks.map((mark) => columns_of(tick_text(app, mark, unit))));

/** Room for the names of the series at the right. @param {string[]} names */
export const names_room = (names) => 34 + 7.3 * Math.max(...names.map((name) => columns_of(brief(name))));

/**
 * @param {{app: App, area: Area, x: Scale, y: Scale, x_unit: string, y_unit: string, x_label: string, y_label: string}} props
 */
export function Grid({ app, area, x, y, x_unit, y_unit, x_label, y_label }) {
  const written = (/** @type {number} */ value, /** @type {string} */ unit) => tick_text(app, value, unit);
  const { left, right, top, bottom } = area;
  return (
    <>
      {y.marks.map((value) => (
        <g key={value} class="tick">
          <line x1={left} x2={right} y1={y.at(value)} y2={y.at(value)} />
          <text x={left - 6} y={y.at(value) + 4} text-anchor="end">{written(value, y_unit)}</text>
        </g>
      ))}
      {x.marks.map((value) => (
        <g key={value} class="tick">
          <line x1={x.at(value)} x2={x.at(value)} y1={top} y2={bottom} />
          <text x={x.at(value)} y={bottom + 16} text-anchor={x.at(value) > right - 24 ? 'end' : x.at(value) < left + 24 ? 'start' : 'middle'}>{written(value, x_unit)}</text>
        </g>
      ))}
      <text class="axis-name" x="0" y={top - 12}>{y_label}</text>
      <text class="axis-name" x={right} y={bottom + 34} text-anchor="end">{x_label}</text>
    </>
  );
}

/** @param {{x: number, y: number}[]} places */
export const path_of = (places) => places.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A named upright line. @param {{x: number, area: Area, label: string, row?: number}} props */
export function Upright({ x, area, label, row = 0 }) {
  const near_right = x > (area.left + area.right) / 2;
  return (
    <g class="upright">
      <line x1={x} x2={x} y1={area.top} y2={area.bottom} />
      <text x={x + (near_right ? -5 : 5)} y={area.top + 12 + 15 * row} text-anchor={near_right ? 'end' : 'start'}>{label}</text>
    </g>
  );
}
