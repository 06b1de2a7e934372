// The figure under the table. What an answer shows by itself is drawn here, for the first paint and the embed; the page
// adds tabs, further views, keys and exports, which come when they are asked for.

import { join, quantity, time } from '../format.js';
import { bar_height, drawn, models_figure, parts_figure, time_figure, title_of } from '../figures.js';
import { breakdowns } from '../parts.js';
import { AccuracyLink } from './AccuracyLink.jsx';
import { PartMarks, parts_svg_height } from './Parts.jsx';
import { Twin } from './Twin.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../figures.js').Bar} Bar */
/** @typedef {(props: any) => any} View */

const axis_height = 26;

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

/** The band as a line across a bar. @param {{low: number, high: number, most: number, middle: number}} props */
export function Whisker({ low, high, most, middle }) {
  return (
    <g class="band">
      <line x1={at(low / most)} x2={at(high / most)} y1={middle} y2={middle} />
      <line x1={at(low / most)} x2={at(low / most)} y1={middle - 5} y2={middle + 5} />
      <line x1={at(high / most)} x2={at(high / most)} y1={middle - 5} y2={middle + 5} />
    </g>
  );
}

/** @param {{bar: Bar, row: number, most: number, missing: string, no_fit: string}} props */
function Row({ bar, row, most, missing, no_fit }) {
  const top = row * bar_height;
  const middle = top + 28;
  return (
    <g>
      <text x="0" y={top + 15}>{bar.name}{!bar.fits && <tspan class="no"> · {no_fit}</tspan>}</text>
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
export function TimeNote({ app }) {
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
export const Note = ({ app, kind }) =>
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

/** Without keys and exports. @param {{app: App, kind: string, title: string}} props */
function Still({ app, kind, title }) {
  const { state, text } = app;
  const figure = marks_of(app, kind);
  if (!(figure.most > 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  return (
    <>
      {!state.embedded && <p class="summary">{figure.summary}</p>}
      {state.chart_as_table ? <Twin app={app} title={title} table={figure.table} /> : (
        <>
          {figure.key}
          <svg class="chart" width="100%" height={figure.height} role="img" aria-label={`${title}. ${figure.described}`}>{figure.marks}</svg>
          {!state.embedded && <p class="said" />}
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
  const planned = embedded ? undefined : ['plan', 'scale'].find((name) => name === scenario.view);
  return planned ?? [...drawn, ...(embedded ? ['models'] : [])].find((name) => name === scenario.view) ?? 'time';
}

/** @param {{app: App, kind: string, title: string, Piece?: View}} props */
function Shown({ app, kind, title, Piece }) {
  const { state } = app;
  if (kind === 'plan' || kind === 'scale') return <Planned app={app} kind={kind} />;
  if ((state.fit || state.piece) && Piece) return <Piece app={app} />;
  const live = state.embedded ? null : state.pieces.figures;
  return live && live !== 'failed' ? <live.View app={app} kind={kind} title={title} /> : <Still app={app} kind={kind} title={title} />;
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
