// The table twin of the scatter: the same points, the worst first, a page at a time.

import { useState } from 'preact/hooks';
import { count } from '../../format.js';
import { point_error, point_value } from './PointPanel.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../accuracy.js').Point} Point */

const page = 50;

/** @param {Point} point  wrong verdicts and large errors first */
const badness = (point) => (point.unit === 'verdict' ? (point.right ? 0 : 1) : Math.abs(point.error));

/** @param {{app: App, points: Point[], title: string, onpoint: (index: number) => void}} props */
export function Rows({ app, points, title, onpoint }) {
  const { text, lookup } = app;
  const [first, set_first] = useState(0);
  const order = points.map((_, index) => index).sort((a, b) => badness(/** @type {Point} */ (points[b])) - badness(/** @type {Point} */ (points[a])));
  const start = first < order.length ? first : 0;
  const shown = order.slice(start, start + page);
  return (
    <>
      <div class="scroll" role="region" aria-label={title} tabIndex={0}>
        <table class="rows">
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{text.t('device')}</th><th scope="col" class="words">{text.t('score.what')}</th>
              <th scope="col">{text.t('score.measured')}</th><th scope="col">{text.t('score.estimate')}</th>
              <th scope="col">{text.t('score.error')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => {
              const point = /** @type {Point} */ (points[index]);
              return (
                <tr key={point.id}>
                  <th scope="row"><button type="button" class="plain" onClick={() => onpoint(index)}>{lookup.device_name(point.device)}</button></th>
                  <td class="words">{point.subject}</td>
                  <td>{point_value(app, point, 'measured')}</td><td>{point_value(app, point, 'estimate')}</td><td>{point_error(app, point)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="actions">
        <button type="button" class="plain" disabled={start === 0} onClick={() => set_first(start - page)}>{text.t('score.previous')}</button>
        <span class="note">{text.t('score.of_rows', { first: count(start + 1), last: count(start + shown.length), count: count(order.length) })}</span>
        <button type="button" class="plain" disabled={start + page >= order.length} onClick={() => set_first(start + page)}>{text.t('score.next')}</button>
      </p>
    </>
  );
}
