// The figure under the table: time with its band, time by part, memory by part, what fits. The same numbers
// stand in a table that the toggle shows instead.

import { join, quantity, time } from '../format.js';
import { AccuracyLink } from './AccuracyLink.jsx';
import { Parts } from './Parts.jsx';
import { band_for, time_path, value_at } from '../rows.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{name: string, fits: boolean, value: number | null, low: number | null, high: number | null}} Bar */

const row_height = 46;
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

/** @param {App} app @returns {Bar[]} */
export function bars_of(app) {
  const devices = app.state.result?.devices ?? [];
  const path = time_path(app.state.workload, devices);
  return devices.map((device) => {
    const value = value_at(device, path);
    const band = band_for(device, path);
    return {
      name: app.lookup.device_name(device.id), fits: device.fits !== 'no', value: typeof value === 'number' ? value : null,
      low: band?.low ?? null, high: band?.high ?? null,
    };
  });
}

/** @param {number} share */
export const at = (share) => `${Math.round(share * 10000) / 100}%`;

/** @param {{bar: Bar, row: number, most: number, missing: string, no_fit: string}} props */
function Row({ bar, row, most, missing, no_fit }) {
  const top = row * row_height;
  const middle = top + 28;
  return (
    <g>
      <text x="0" y={top + 15}>{bar.name}{!bar.fits && <tspan class="no"> · {no_fit}</tspan>}</text>
      <text x="100%" y={top + 15} class="value" text-anchor="end">{bar.value === null ? missing : join(time(bar.value))}</text>
      {bar.value !== null && <rect class={bar.fits ? 'bar' : 'bar open'} x="0" y={middle - 7} width={at(bar.value / most)} height="14" />}
      {bar.low !== null && bar.high !== null && (
        <g class="band">
          <line x1={at(bar.low / most)} x2={at(bar.high / most)} y1={middle} y2={middle} />
          <line x1={at(bar.low / most)} x2={at(bar.low / most)} y1={middle - 5} y2={middle + 5} />
          <line x1={at(bar.high / most)} x2={at(bar.high / most)} y1={middle - 5} y2={middle + 5} />
        </g>
      )}
    </g>
  );
}

/** @param {{app: App, bars: Bar[], most: number, title: string}} props */
function Bars({ app, bars, most, title }) {
  const { text } = app;
  const height = bars.length * row_height + axis_height;
  const described = bars
    .map((bar) => `${bar.name} ${bar.value === null ? text.t('not_known') : join(time(bar.value))}${bar.fits ? '' : `, ${text.t('fits.no')}`}`)
    .join(text.t('list_comma'));
  const marks = ticks(most);
  return (
    <svg class="chart" width="100%" height={height} role="img" aria-label={`${title}. ${described}`}>
      {marks.map((mark) => (
        <g key={mark} class="tick">
          <line x1={at(mark / most)} x2={at(mark / most)} y1="20" y2={height - axis_height + 4} />
          <text x={at(mark / most)} y={height - 6} text-anchor={mark === 0 ? 'start' : mark / most > 0.94 ? 'end' : 'middle'}>
            {mark === 0 ? '0' : join(quantity(Number(mark.toPrecision(12)), 's'))}
          </text>
        </g>
      ))}
      {bars.map((bar, row) => <Row key={row} bar={bar} row={row} most={most} missing={text.t('not_known')} no_fit={text.t('fits.no')} />)}
    </svg>
  );
}

/** @param {{app: App, bars: Bar[], title: string}} props */
function Twin({ app, bars, title }) {
  const { text } = app;
  const cell = (/** @type {number | null} */ value) => (value === null ? text.t('not_known') : join(time(value)));
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="twin">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.t('device')}</th><th scope="col">{text.t('row.time')}</th>
            <th scope="col">{text.t('low')}</th><th scope="col">{text.t('high')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, row) => (
            <tr key={row}>
              <th scope="row">{bar.name}</th><td>{cell(bar.value)}</td><td>{cell(bar.low)}</td><td>{cell(bar.high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{app: App, title: string}} props */
function Time({ app, title }) {
  const { state, text } = app;
  const bars = bars_of(app);
  const most = Math.max(0, ...bars.flatMap(({ value, high }) => [value ?? 0, high ?? 0]));
  if (most <= 0) return <p class="muted">{text.t('chart_empty')}</p>;
  const basis = [...new Set((state.result?.devices ?? []).flatMap(({ band }) => band?.basis ?? []))];
  return (
    <>
      {state.chart_as_table ? <Twin app={app} bars={bars} title={title} /> : <Bars app={app} bars={bars} most={most} title={title} />}
      <p class="note">
        {text.t('chart_zero')}{basis.length > 0 && text.t('chart_band')}
        {basis.map((code) => text.pieces('chart_basis', { basis: <AccuracyLink key={code} app={app}>{text.label(code)}</AccuracyLink> }))}
      </p>
    </>
  );
}

/** The view of plans, once it has come. @param {{app: App}} props */
function Planned({ app }) {
  const { planner } = app.state;
  return planner ? <planner.Plan app={app} /> : <p class="muted" role="status">{app.text.t('loading')}</p>;
}

/** What an answer shows by itself; the first is what a link without a view means. */
const drawn = ['time', 'parts', 'memory'];
/** What the figure can show in all: the others ask the second module. */
const figures = [...drawn, 'fit', 'plan', 'limits', 'compare'];

/** @param {App['state']} state */
function shown_in({ fit, piece, embedded, scenario }) {
  if (fit) return 'fit';
  if (piece) return piece.name;
  if (scenario.view === 'plan' && !embedded) return 'plan';
  return drawn.find((name) => name === scenario.view) ?? 'time';
}

/** @typedef {(props: {app: App}) => any} View */

/** @param {{app: App, kind: string, title: string, Fit?: View, Piece?: View}} props */
function Shown({ app, kind, title, Fit, Piece }) {
  const { state } = app;
  if (kind === 'time') return <Time app={app} title={title} />;
  if (kind === 'plan') return <Planned app={app} />;
  if (state.fit && Fit) return <Fit app={app} />;
  if (state.piece && Piece) return <Piece app={app} />;
  return <Parts app={app} kind={kind} title={title} as_table={state.chart_as_table} />;
}

/** @param {{app: App, Fit?: View, Piece?: View}} props  where there is a second module to ask */
export function Chart({ app, Fit, Piece }) {
  const { state, text, act } = app;
  const kind = shown_in(state);
  const time = text.has(`time.${state.workload}`) ? text.t(`time.${state.workload}`) : text.t('row.time');
  const title = kind === 'time' ? time : text.t(`figure.${kind}`);
  return (
    <figure class="figure" aria-labelledby="chart-title">
      <figcaption>
        <h2 id="chart-title" class={state.embedded ? undefined : 'hidden'}>{title}</h2>
        {!state.embedded && (
          <span class="choices" role="group" aria-label={text.t('figure')}>
            {figures.map((name) => (
              <button
                key={name} type="button" class="plain" aria-pressed={kind === name} data-figure={name}
                onClick={() => act.set_field('view', name === 'time' ? undefined : name, { discrete: true })}
              >
                {name === 'time' ? time : text.t(`figure.${name}`)}
              </button>
            ))}
          </span>
        )}
        {drawn.includes(kind) && (
          <button type="button" class="plain" data-twin aria-pressed={state.chart_as_table} onClick={() => act.show({ chart_as_table: !state.chart_as_table })}>
            {text.t(state.chart_as_table ? 'as_chart' : 'as_table')}
          </button>
        )}
      </figcaption>
      <Shown app={app} kind={kind} title={title} Fit={Fit} Piece={Piece} />
    </figure>
  );
}
