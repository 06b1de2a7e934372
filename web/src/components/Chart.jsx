// The figure under the table. What an answer shows by itself is drawn here, for the first paint and the embed; the page
// adds tabs, further views, keys and exports, which come when they are asked for.

import { join, time } from '../format.js';
import { bar_height, drawn, models_figure, parts_figure, time_figure, title_of } from '../figures.js';
import { breakdowns } from '../parts.js';
import { AccuracyLink } from './AccuracyLink.jsx';
import { at, Axis, axis_height, ticks, Whisker } from './Axis.jsx';
import { PartMarks, parts_svg_height } from './Parts.jsx';
import { Twin } from './Twin.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../figures.js').Bar} Bar */
/** @typedef {(props: any) => any} View */

/** @param {{bar: Bar, row: number, most: number, missing: string, no_fit: string}} props */
function Row({ bar, row, most, missing, no_fit }) {
  const top = row * bar_height;
  const middle = top + 28;
  return (
    <g>
      <text x="0" y={top + 15}>{bar.label}{!bar.fits && <tspan class="no"> · {no_fit}</tspan>}</text>
      <text x="100%" y={top + 15} class="value" text-anchor="end">{bar.value === null ? missing : join(time(bar.value))}</text>
      {bar.value !== null && <rect class={bar.fits ? 'bar' : 'bar open'} x="0" y={middle - 7} width={at(bar.value / most)} height="14" />}
      {bar.low !== null && bar.high !== null && <Whisker low={bar.low} high={bar.high} most={most} middle={middle} />}
    </g>
  );
}

/** @param {number} rows */
export const bars_svg_height = (rows) => rows * bar_height + axis_height;

/** @param {{app: App, bars: Bar[], most: number}} props */
export function TimeMarks({ app, bars, most }) {
  const { text } = app;
  return (
    <>
      <Axis app={app} marks={ticks(most)} most={most} unit="s" height={bars_svg_height(bars.length)} />
      {bars.map((bar, row) => <Row key={row} bar={bar} row={row} most={most} missing={text.t('not_known')} no_fit={text.t('fits.no')} />)}
    </>
  );
}

/** @param {{app: App}} props */
function TimeNote({ app }) {
  const { state, text } = app;
  const basis = [...new Set((state.result?.devices ?? []).flatMap(({ band }) => band?.basis ?? []))];
  return (
    <p class="note">
      {text.t('chart_zero')}{basis.length > 0 && text.t('chart_band')}
      {basis.map((code) => text.pieces('chart_basis', { basis: <AccuracyLink key={code} app={app}>{text.label(code)}</AccuracyLink> }))}
    </p>
  );
}

/** What stands below the marks of a figure. @param {{app: App, kind: string}} props */
const Note = ({ app, kind }) =>
  (breakdowns[kind] === undefined ? <TimeNote app={app} /> : <p class="note">{app.text.t('chart_zero')} {app.text.t(`parts.note.${kind}`)}</p>);

/** A figure as marks, with its height. @param {App} app @param {string} kind */
export function marks_of(app, kind) {
  if (!breakdowns[kind]) {
    const figure = kind === 'models' ? models_figure(app) : time_figure(app);
    return { ...figure, key: null, height: bars_svg_height(figure.bars.length), marks: <TimeMarks app={app} {...figure} /> };
  }
  const figure = parts_figure(app, kind);
  return { ...figure, height: parts_svg_height(figure.stacks.length), ...PartMarks({ app, ...figure }) };
}

/**
 * The same nodes before and after the piece `figures` has come, so that nothing is replaced under a pointer that is pressed:
 * the piece puts its keys around the drawing alone.
 * @param {{app: App, kind: string, title: string, Plot?: View}} props
 */
function Drawn({ app, kind, title, Plot }) {
  const { state, text } = app;
  const { summary, described, table, key, height, points, marks, most } = marks_of(app, kind);
  if (!(most > 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  const still = () => (
    <>
      <svg class="chart" width="100%" height={height} role="img" aria-label={`${title}. ${described}`}>{marks}</svg>
      {!state.embedded && <p class="said" />}
    </>
  );
  return (
    <>
      {!state.embedded && <p class="summary">{summary}</p>}
      {state.chart_as_table ? <Twin app={app} title={title} table={table} /> : (
        <>
          {key}
          {Plot ? <Plot app={app} title={title} described={described} height={height} points={points}>{marks}</Plot> : still()}
        </>
      )}
      <Note app={app} kind={kind} />
    </>
  );
}

/** The view of plans or of their growth, once it has come. @param {{app: App, kind: string}} props */
function Planned({ app, kind }) {
  const { planner } = app.state;
  if (!planner) return <p class="muted" role="status">{app.text.t('loading')}</p>;
  return kind === 'scale' ? <planner.Scale app={app} /> : <planner.Plan app={app} />;
}

/** @param {App['state']} state */
export function shown_in({ fit, piece, embedded, scenario }) {
  if (fit) return 'fit';
  if (piece) return piece.name;
  const planned = embedded ? undefined : ['plan', 'scale'].find((name) => name === String(scenario.view).split('-')[0]);
  return planned ?? [...drawn, ...(embedded ? ['models'] : [])].find((name) => name === scenario.view) ?? 'time';
}

/** @param {{app: App, kind: string, title: string, Piece?: View}} props */
function Shown({ app, kind, title, Piece }) {
  const { state } = app;
  if (kind === 'plan' || kind === 'scale') return <Planned app={app} kind={kind} />;
  if ((state.fit || state.piece) && Piece) return <Piece app={app} />;
  const live = state.embedded ? null : state.pieces.figures;
  return <Drawn app={app} kind={kind} title={title} Plot={live && live !== 'failed' ? live.Plot : undefined} />;
}

/** @param {{app: App, Piece?: View, Tabs?: View, Tools?: View}} props  what an embed has not */
export function Chart({ app, Piece, Tabs, Tools }) {
  const { state, text, act } = app;
  const kind = shown_in(state);
  const title = title_of(app, kind);
  const lively = () => { if (!state.embedded && state.pieces.figures === undefined) act.piece('figures'); };
  return (
    <figure class="figure" aria-labelledby="chart-title" onFocusCapture={lively} onPointerEnter={lively}>
      {Tabs && <Tabs app={app} kind={kind} />}
      <figcaption>
        <h2 id="chart-title">{title}</h2>
        {drawn.includes(kind) && (
          Tools ? <Tools app={app} kind={kind} /> : (
            <button type="button" class="plain" data-twin aria-pressed={state.chart_as_table} onClick={() => act.show({ chart_as_table: !state.chart_as_table })}>
              {text.t(state.chart_as_table ? 'as_chart' : 'as_table')}
            </button>
          )
        )}
      </figcaption>
      <div id="figure-shown" {...(Tabs && { role: 'tabpanel', 'aria-labelledby': 'chart-title' })}><Shown app={app} kind={kind} title={title} Piece={Piece} /></div>
    </figure>
  );
}
