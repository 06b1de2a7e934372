// A figure with all it owes its reader: a title, one sentence, the drawing or its table, and the exports.

import { useRef } from 'preact/hooks';
import { Tools } from '../FigureTabs.jsx';
import { Twin } from '../Twin.jsx';
import { Plot } from './Plot.jsx';
import { save } from './save.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../figures.js').Table} Table */
/** @typedef {import('../../figures.js').Point} Point */

/**
 * @param {{
 *   app: App, name: string, title: string, summary: string, described?: string, table: Table, height: number, points: Point[],
 *   children: any, above?: any, note?: any, heading?: boolean,
 * }} props  `heading`: several figures in one view have titles of their own; `described`: what a screen reader hears of the drawing
 */
export function Frame({ app, name, title, summary, described = summary, table, height, points, children, above, note, heading = false }) {
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const keep = (/** @type {string} */ format) =>
    save(app, { name, title, summary, table, svg: root.current?.querySelector('svg.chart') ?? null }, format);
  return (
    <div class="framed" ref={root} data-frame={name}>
      <div class="framed-head">
        {heading && <h3>{title}</h3>}
        <p class="summary">{summary}</p>
        <Tools app={app} onsave={keep} />
      </div>
      {above}
      {app.state.chart_as_table
        ? <Twin app={app} title={title} table={table} />
        : <Plot app={app} title={title} described={described} height={height} points={points}>{children}</Plot>}
      {note && <p class="note">{note}</p>}
    </div>
  );
}
