// The figures of an answer with keys, exports and tables: what the page shows once its reader comes near.

import { Note, marks_of } from '../Chart.jsx';
import { title_of } from '../../figures.js';
import { Twin } from '../Twin.jsx';
import { Plot } from './Plot.jsx';
import { save } from './save.js';

/** @typedef {import('../../app.js').App} App */

/** @param {{app: App, kind: string, title: string}} props */
export function View({ app, kind, title }) {
  const { state, text } = app;
  const figure = marks_of(app, kind);
  if (!(figure.most > 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  return (
    <>
      <p class="summary">{figure.summary}</p>
      {state.chart_as_table ? <Twin app={app} title={title} table={figure.table} /> : (
        <>
          {figure.key}
          <Plot app={app} title={title} described={figure.described} height={figure.height} points={figure.points}>{figure.marks}</Plot>
        </>
      )}
      <Note app={app} kind={kind} />
    </>
  );
}

/** @param {App} app @param {string} kind @param {string} format */
export function save_drawn(app, kind, format) {
  const { summary, table } = marks_of(app, kind);
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector('#figure-shown svg.chart'));
  return save(app, { name: kind, title: title_of(app, kind), summary, table, svg }, format);
}
