// A drawing that takes one place in the tab order: arrow keys go through its points, and a line below it, which is a live
// region, says the one at hand. A pointer finds the nearest.

import { useState } from 'preact/hooks';
import { at } from '../Axis.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../figures.js').Point} Point */

const page = 10;

/** Where a key leads; undefined: nowhere. @param {string} key @param {number} now  -1: nowhere yet @param {number} count */
export function target(key, now, count) {
  /** @type {Record<string, number>} */
  const moves = {
    ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page, Home: 0, End: count - 1,
  };
  const to = moves[key];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** @param {Point[]} points @param {number} width @param {number} x @param {number} y  in pixels */
export function nearest(points, width, x, y) {
  let best = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const away = (point.x * width - x) ** 2 + (point.y - y) ** 2;
    if (away < least) [best, least] = [index, away];
  });
  return best;
}

/** @param {{app: App, title: string, described: string, height: number, points: Point[], children: any}} props */
export function Plot({ app, title, described, height, points, children }) {
  const [chosen, choose] = useState(-1);
  const point = points[chosen];
  /** @param {KeyboardEvent} event */
  function on_key(event) {
    if (event.key === 'Escape') return choose(-1);
    const to = target(event.key, chosen, points.length);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  }
  /** @param {PointerEvent} event */
  function on_pointer(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    choose(nearest(points, box.width, event.clientX - box.left, event.clientY - box.top));
  }
  return (
    <>
      <div
        class="plotted" role="group" tabIndex={0} aria-label={`${title}. ${app.text.t('figure.keys')}`} aria-keyshortcuts="ArrowLeft ArrowRight"
        onKeyDown={on_key} onPointerMove={on_pointer} onPointerDown={on_pointer} onPointerLeave={() => choose(-1)}
      >
        <svg class="chart" width="100%" height={height} role="img" aria-label={`${title}. ${described}`}>
          {children}
          {point && <circle class="chosen" cx={at(point.x)} cy={point.y} r="7" />}
        </svg>
      </div>
      <p class="said" aria-live="polite">{point?.text}</p>
    </>
  );
}
