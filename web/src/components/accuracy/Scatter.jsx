// Estimate against measurement, both axes logarithmic, as one SVG that keeps its proportions: thousands of
// points are two paths, whose dots are the round or square ends of lines without length. The chart takes one
// place in the tab order; the arrow keys go through its points and a live region beside it reads them.

import { useMemo, useRef } from 'preact/hooks';
import { drawn_unit, drawn_value, nearest, scale_of } from '../../accuracy.js';
import { join, quantity } from '../../format.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../accuracy.js').Point} Point */

/** Shares of the side as the units of the view box. */
const side = 1000;
const reach = 0.05;
const page = 20;

/** @param {{x: number, y: number}[]} places */
const path_of = (places) =>
  places.map(({ x, y }) => `M${Math.round(x * side * 10) / 10} ${Math.round((1 - y) * side * 10) / 10}h.01`).join('');

/** @param {number} share */
const at = (share) => `${Math.round(share * 10000) / 100}%`;

/** @param {Point[]} points */
function places_of(points) {
  const scale = scale_of(points);
  const places = points.map((point) => ({
    x: scale.at(drawn_value(point, 'measured')), y: scale.at(drawn_value(point, 'estimate')), outside: point.in_band === false,
  }));
  return { scale, places };
}

/** Where a key leads among points in the order of the measurement. */
/** @param {string} key @param {number} now @param {number} last */
function target(key, now, last) {
  /** @type {Record<string, number>} */
  const moves = {
    ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, PageUp: now + page, PageDown: now - page,
    Home: 0, End: last,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** A line of a constant ratio of estimate to measurement. @param {{by: number, kind: string, label: string}} props */
function Guide({ by, kind, label }) {
  const [x1, y1, x2, y2] = by >= 0 ? [0, 1 - by, 1 - by, 0] : [-by, 1, 1, -by];
  return (
    <g class={kind}>
      <line x1={at(x1)} y1={at(y1)} x2={at(x2)} y2={at(y2)} />
      {label && (
        <text x={at(x2)} y={at(y2)} dx={by >= 0 ? -20 : -2} dy={by >= 0 ? 14 : 46} text-anchor="end">{label}</text>
      )}
    </g>
  );
}

/**
 * @param {{app: App, points: Point[], at_point: number, onpoint: (index: number) => void, onopen: () => void, title: string, described: string}} props
 * points in the order of the measurement
 */
export function Scatter({ app, points, at_point, onpoint, onopen, title, described }) {
  const { text } = app;
  const plot = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { scale, places } = useMemo(() => places_of(points), [points]);
  const dots = useMemo(
    () => ({ inside: path_of(places.filter(({ outside }) => !outside)), outside: path_of(places.filter(({ outside }) => outside)) }),
    [places],
  );
  const unit = drawn_unit(points[0]?.unit ?? 's');
  const chosen = places[at_point];

  /** @param {PointerEvent} event */
  function point_at(event) {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return;
    const found = nearest(places, (event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height, reach);
    if (found >= 0 && found !== at_point) onpoint(found);
  }
  /** @param {KeyboardEvent} event */
  function on_key(event) {
    if (event.key === 'Enter') return onopen();
    const to = target(event.key, at_point, points.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    onpoint(to);
  }
  const mark = (/** @type {number} */ value) => join(quantity(Number(value.toPrecision(12)), unit, app.state.units));
  return (
    <div class="scatter">
      <p class="axis">{text.t('score.axis_y')}</p>
      <div
        class="plot" ref={plot} role="group" tabIndex={0} aria-label={title} aria-describedby={described} aria-keyshortcuts="ArrowLeft ArrowRight"
        onKeyDown={on_key} onPointerMove={point_at} onPointerDown={point_at}
      >
        <svg width="100%" height="100%" aria-hidden="true">
          {scale.marks.map((value) => (
            <g key={value} class="tick">
              <line x1={at(scale.at(value))} x2={at(scale.at(value))} y1="0" y2="100%" />
              <line x1="0" x2="100%" y1={at(1 - scale.at(value))} y2={at(1 - scale.at(value))} />
              <text x="4" y={at(1 - scale.at(value))} dy="-4">{mark(value)}</text>
              <text class="below" x={at(scale.at(value))} y="100%" dy="16" text-anchor="middle">{mark(value)}</text>
            </g>
          ))}
          <Guide by={scale.by(1.25)} kind="quarter" label="+25 %" />
          <Guide by={scale.by(0.75)} kind="quarter" label="−25 %" />
          <Guide by={0} kind="equal" label="" />
          <svg viewBox={`0 0 ${side} ${side}`} width="100%" height="100%">
            <path class="inside" d={dots.inside} />
            <path class="outside" d={dots.outside} />
          </svg>
          {chosen && <circle class="chosen" cx={at(chosen.x)} cy={at(1 - chosen.y)} r="8" />}
        </svg>
      </div>
      <p class="axis x">{text.t('score.axis_x')}</p>
    </div>
  );
}
