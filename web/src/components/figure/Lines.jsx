// Lines over one axis: a sweep, growth with the number of chips. What does not fit is drawn as a dashed line; names stand
// at the ends of the lines, or above them where the screen is narrow.

import { useRef } from 'preact/hooks';
import { Frame } from './Frame.jsx';
import { brief } from '../../names.js';
import { base_of, Grid, Key, Mark, names_room, path_of, room_of, Upright, wide } from './marks.jsx';
import { scale_of, spread } from './scales.js';
import { use_width } from './use_width.js';

/** @typedef {import('../../app.js').App} App */
/** `out`: beyond what fits; `low`, `high`: the ends of its band. @typedef {{x: number, y: number, low?: number | undefined, high?: number | undefined, out?: boolean, text: string}} Place */
/** @typedef {{name: string, places: Place[], guide?: boolean}} Series  `guide`: a line to compare with, without points */
/** `short`: where the whole label has no room. @typedef {{at: number, label: string, short: string}} Event */

const height = 340;

/** Runs of places that are drawn alike: a stretch belongs to the place it leads to. @param {Place[]} places */
export function runs_of(places) {
  /** @type {{out: boolean, places: Place[]}[]} */
  const runs = [];
  places.forEach((place, index) => {
    const out = Boolean(place.out);
    const last = runs.at(-1);
    if (last && last.out === out) last.places.push(place);
    else runs.push({ out, places: last ? [/** @type {Place} */ (places[index - 1]), place] : [place] });
  });
  return runs;
}

/** @param {{series: Series, number: number, place: (of: Place) => {x: number, y: number}, dots: boolean}} props */
function Line({ series, number, place, dots }) {
  if (series.guide) return <path class="line guide" d={path_of(series.places.map(place))} />;
  return (
    <g>
      {runs_of(series.places).map(({ out, places }, index) => (
        <path key={index} class={`line line-${number + 1}${out ? ' beyond' : ''}`} d={path_of(places.map(place))} />
      ))}
      {dots && series.places.map((one, index) => <Mark key={index} series={number} {...place(one)} size={3.5} hollow={one.out} />)}
    </g>
  );
}

/** What lies between the ends of the bands along a line. @param {{series: Series, number: number, place: (of: Place) => {x: number, y: number}}} props */
function Area({ series, number, place }) {
  const known = series.places.filter(({ low, high }) => low !== undefined && high !== undefined);
  if (known.length < 2) return null;
  const highs = known.map((one) => place({ ...one, y: one.high ?? one.y }));
  const lows = known.map((one) => place({ ...one, y: one.low ?? one.y })).reverse();
  return <path class={`band-area line-${number + 1}`} d={`${path_of([...highs, ...lows])}z`} />;
}

/** The first place of a line that does not fit. @param {Place[]} places */
const first_out = (places) => places.find(({ out }) => out);

/**
 * @param {{
 *   app: App, name: string, title: string, summary: string, table: import('../../figures.js').Table, series: Series[], log: {x: boolean, y: boolean},
 *   x_unit: string, y_unit: string, x_label: string, y_label: string, events?: Event[], above?: any, note?: any, heading?: boolean, beyond: string,
 * }} props  `beyond`: what a place means that does not fit
 */
export function Lines({ app, name, title, summary, table, series, log, x_unit, y_unit, x_label, y_label, events = [], above, note, heading, beyond }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const width = use_width(box);
  const names_beside = wide(width) && series.length > 1;
  const all = series.flatMap(({ places }) => places);
  const xs = all.map(({ x }) => x);
  const ys = all.flatMap(({ y, low = y, high = y }) => [y, low, high]).filter((y) => y > 0 || !log.y);
  const most = Math.max(...ys);
  const upright = /** @type {[number, number]} */ ([height - 44, 28]);
  const y = scale_of(log.y ? Math.min(...ys) : 0, most * (log.y ? 1.15 : 1.05), upright, { log: log.y, base: base_of(app, y_unit, most) });
  const area = { left: room_of(app, y.marks, y_unit), right: width - (names_beside ? names_room(series.map(({ name: one }) => one)) : 8), top: 28, bottom: height - 44 };
  const x = scale_of(Math.min(...xs), Math.max(...xs), [area.left, area.right], { log: log.x, most: Math.max(3, Math.floor((area.right - area.left) / 72)) });
  const place = (/** @type {Place} */ of) => ({ x: x.at(of.x), y: y.at(of.y) });
  const drawn = series.filter(({ places }) => places.length > 0);
  const ends = spread(drawn.map(({ places }) => y.at(/** @type {Place} */ (places.at(-1)).y) + 4), 16, area.bottom);
  const dots = all.length <= 160;
  return (
    <div ref={box} class="plot-box">
      <Frame
        app={app} name={name} title={title} summary={summary} table={table} height={height} note={note} heading={heading ?? false}
        above={<>{above}{!names_beside && series.length > 1 && !app.state.chart_as_table && <Key names={series.filter(({ guide }) => !guide).map((one) => one.name)} />}</>}
        points={series.flatMap(({ places, guide }) => (guide ? [] : places.map((one) => ({ x: place(one).x / width, y: place(one).y, text: one.text }))))}
      >
        <Grid app={app} area={area} x={x} y={y} x_unit={x_unit} y_unit={y_unit} x_label={x_label} y_label={y_label} />
        {events.map(({ at, label, short }, row) => <Upright key={row} x={x.at(at)} area={area} label={wide(width) ? label : short} row={row % 6} />)}
        {series.map((one, number) => <Area key={number} series={one} number={number} place={place} />)}
        {series.map((one, number) => <Line key={number} series={one} number={number} place={place} dots={dots} />)}
        {series.map(({ places }, number) => {
          const out = first_out(places);
          return out && (
            <g key={number} class="beyond-mark"><title>{beyond}</title><text x={x.at(out.x)} y={y.at(out.y) - 8} text-anchor="middle">✕</text></g>
          );
        })}
        {names_beside && drawn.map((one, number) => (
          <g key={number}>
            {!one.guide && <Mark series={series.indexOf(one)} x={area.right + 14} y={(ends[number] ?? 0) - 4} />}
            <text class="series-name" x={area.right + 24} y={ends[number]}>{brief(one.name)}</text>
          </g>
        ))}
      </Frame>
    </div>
  );
}
