// What every chart of bars stands on: the axis with its round values, and the band across a bar.

import { join, quantity } from '../format.js';

/** @typedef {import('../app.js').App} App */

export const axis_height = 26;

/** A round step that cuts `most` into at most four parts. @param {number} most */
export function step_of(most) {
  const rough = most / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size;
}

/** @param {number} most */
export function ticks(most) {
  if (!(most > 0)) return [];
  const step = step_of(most);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** @param {number} share */
export const at = (share) => `${Math.round(share * 10000) / 100}%`;

/** Upright lines at round values, zero at the left. @param {{app: App, marks: number[], most: number, unit: string, height: number}} props */
export function Axis({ app, marks, most, unit, height }) {
  return marks.map((mark) => (
    <g key={mark} class="tick">
      <line x1={at(mark / most)} x2={at(mark / most)} y1="20" y2={height - axis_height + 4} />
      <text x={at(mark / most)} y={height - 6} text-anchor={mark === 0 ? 'start' : mark / most > 0.94 ? 'end' : 'middle'}>
        {mark === 0 ? '0' : join(quantity(Number(mark.toPrecision(12)), unit, app.state.units))}
      </text>
    </g>
  ));
}

/** The band as a line across a bar; an arrow where it leaves the drawing. @param {{low: number, high: number, most: number, middle: number}} props */
export function Whisker({ low, high, most, middle }) {
  return (
    <g class="band">
      <line x1={at(low / most)} x2={at(Math.min(1, high / most))} y1={middle} y2={middle} />
      <line x1={at(low / most)} x2={at(low / most)} y1={middle - 5} y2={middle + 5} />
      {high > most ? <text x="100%" y={middle + 4} text-anchor="end">▸</text> : <line x1={at(high / most)} x2={at(high / most)} y1={middle - 5} y2={middle + 5} />}
    </g>
  );
}
