// What the page has around a figure and an embed has not: the choice of views, as tabs or on a narrow screen as a list, and
// the tools of one figure: its table and its exports.

import { planned, pieces } from '../view.js';
import { drawn, title_of } from '../figures.js';
import { Export } from './Export.jsx';

/** @typedef {import('../app.js').App} App */

const views = ['roofline', 'sweep', 'scale', 'cost', 'plan', 'models', 'fit', 'limits', 'compare'];
const tabs = [...drawn, ...views, 'accuracy'];

/** @param {App} app @param {string} name */
const label = (app, name) => (name === 'accuracy' ? app.text.t('accuracy.title') : title_of(app, name));

/** @param {App} app @param {string} name */
function open(app, name) {
  app.act.set_field('view', name === 'time' ? undefined : name, { discrete: true });
}

/** Arrow keys go through the tabs; Enter opens one. @param {KeyboardEvent} event */
function on_key(event) {
  const list = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('[role=tab]')];
  const now = list.indexOf(/** @type {Element} */ (document.activeElement));
  /** @type {Record<string, number>} */
  const moves = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: -1 };
  const to = moves[event.key];
  if (to === undefined || now < 0) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (list.at(to % list.length)).focus();
}

/** @param {{app: App, kind: string}} props */
export function Tabs({ app, kind }) {
  const { text } = app;
  return (
    <>
      <div class="choices" role="tablist" aria-label={text.t('figure')} onKeyDown={on_key}>
        {tabs.map((name) => (
          <button
            key={name} type="button" class="plain" role="tab" id={`tab-${name}`} aria-selected={kind === name} aria-controls="figure-shown"
            tabIndex={kind === name ? 0 : -1} data-figure={name} onClick={() => open(app, name)}
          >
            {label(app, name)}
          </button>
        ))}
      </div>
      <label class="narrow-choice">
        <span class="hidden">{text.t('figure')}</span>
        <select value={kind} onChange={(event) => open(app, event.currentTarget.value)}>
          {tabs.map((name) => <option key={name} value={name} selected={name === kind}>{label(app, name)}</option>)}
        </select>
      </label>
    </>
  );
}

/** Views that the tabs lead to, for a test. */
export const reachable = tabs.filter((name) => drawn.includes(name) || planned.includes(name) || name in pieces || ['fit', 'accuracy'].includes(name));

/** Of the table, as text; of the drawing, as an image. */
const formats = ['csv', 'json', 'md', 'svg', 'png'];
const images = ['svg', 'png'];

/**
 * @param {{app: App, kind?: string, onsave?: (format: string) => void}} props  `kind`: a figure that the piece `figures` saves
 */
export function Tools({ app, kind, onsave }) {
  const { state, text, act } = app;
  const save = onsave ?? (async (/** @type {string} */ format) => {
    const piece = await act.piece('figures');
    if (piece !== 'failed') piece.save_drawn(app, kind, format);
  });
  return (
    <span class="figure-tools">
      <button type="button" class="plain" data-twin aria-pressed={state.chart_as_table} onClick={() => act.show({ chart_as_table: !state.chart_as_table })}>
        {text.t(state.chart_as_table ? 'as_chart' : 'as_table')}
      </button>
      <Export app={app} formats={formats.filter((format) => !(state.chart_as_table && images.includes(format)))} onsave={save} />
    </span>
  );
}
