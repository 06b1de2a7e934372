// What the figures of an answer gain once their reader comes near: keys through their points, and exports.

import { marks_of } from '../Chart.jsx';
import { title_of } from '../../figures.js';
import { Plot } from './Plot.jsx';
import { save } from './save.js';

/** @typedef {import('../../app.js').App} App */

export { Plot };

/** @param {App} app @param {string} kind @param {string} format */
export function save_drawn(app, kind, format) {
  const { summary, table } = marks_of(app, kind);
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector('#figure-shown svg.chart'));
  return save(app, { name: kind, title: title_of(app, kind), summary, table, svg }, format);
}
