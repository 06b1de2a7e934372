// The roofline of each device with the operators of a step on it: what they reach, and what the published rates would allow.
// Both axes are logarithmic.

import { useRef, useState } from 'preact/hooks';
import { join, percent, quantity } from '../../format.js';
import { brief, item_name, name_of } from '../../names.js';
import { Asked, with_words } from './Asked.jsx';
import { Frame } from './Frame.jsx';
import { Grid, Key, Mark, names_room, path_of, room_of, wide } from './marks.jsx';
import { scale_of, spread } from './scales.js';
import { use_width } from './use_width.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{name: string, work_flops: number, traffic_bytes: number, time_s: number, intensity_ops_per_byte: number, rate_ops_per_s: number, ideal_ops_per_s: number}} Operator */
/** @typedef {{index: number, id: string, peak_ops_per_s?: number, bandwidth_bytes_per_s?: number, ridge_ops_per_byte?: number, operators?: Operator[]}} Column */
/** @typedef {{index: number, id: string, peak_ops_per_s: number, bandwidth_bytes_per_s: number, ridge_ops_per_byte: number, operators: Operator[]}} Roof */

const height = 420;
/** Names of operators stand in so many rows under the plot. */
const name_rows = 3;

/** @param {Roof[]} roofs */
function extent(roofs) {
  const points = roofs.flatMap(({ operators }) => operators);
  const x = [...points.map((point) => point.intensity_ops_per_byte), ...roofs.map((roof) => roof.ridge_ops_per_byte)];
  const y = [...points.flatMap((point) => [point.rate_ops_per_s, point.ideal_ops_per_s]), ...roofs.map((roof) => roof.peak_ops_per_s)];
  return { x: [Math.min(...x) / 2, Math.max(...x) * 2], y: [Math.min(...y) / 1.5, Math.max(...y) * 1.5] };
}

/** @param {Roof} roof @param {number} from @param {number} to */
const outline = ({ peak_ops_per_s: peak, bandwidth_bytes_per_s: bandwidth, ridge_ops_per_byte: ridge }, from, to) => [
  { x: from, y: Math.min(peak, bandwidth * from) }, ...(ridge > from && ridge < to ? [{ x: ridge, y: peak }] : []), { x: to, y: Math.min(peak, bandwidth * to) },
];

/** Names under the plot at their intensity; those that would cover another are left out. */
/** @param {{name: string, x: number}[]} names @param {number} right */
export function placed_names(names, right) {
  const ends = new Array(name_rows).fill(-Infinity);
  return [...names].sort((a, b) => a.x - b.x).flatMap(({ name, x }) => {
    const width = 6.5 * [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 2 : 1), 0);
    const start = Math.max(0, Math.min(x - width / 2, right - width));
    const row = ends.findIndex((end) => start > end + 8);
    if (row < 0) return [];
    ends[row] = start + width;
    return [{ name, x: start + width / 2, row }];
  });
}

/** @param {App} app @param {Roof[]} roofs */
function table_of(app, roofs) {
  const { text } = app;
  const path = (/** @type {Roof} */ roof, /** @type {Operator} */ one, /** @type {string} */ key) => `devices.${roof.index}.roofline.${one.name}.${key}`;
  return {
    head: [
      { key: 'operator', label: text.t('plot.operator') }, { key: 'device', label: text.t('device') }, { key: 'intensity_ops_per_byte', label: text.t('plot.intensity') },
      { key: 'rate_ops_per_s', label: text.t('plot.reached') }, { key: 'ideal_ops_per_s', label: text.t('plot.allowed') }, { key: 'share', label: text.t('plot.share') },
      { key: 'time_s', label: text.t('row.time') },
    ],
    rows: roofs.flatMap((roof) => roof.operators.map((one) => [
      { value: one.name, text: item_name(app, one.name) }, { value: roof.id, text: name_of(app, roof) },
      { value: one.intensity_ops_per_byte, unit: 'op/byte', path: path(roof, one, 'intensity_ops_per_byte') },
      { value: one.rate_ops_per_s, unit: 'op/s', path: path(roof, one, 'rate_ops_per_s') }, { value: one.ideal_ops_per_s, unit: 'op/s', path: path(roof, one, 'ideal_ops_per_s') },
      { value: one.rate_ops_per_s / one.ideal_ops_per_s, unit: 'share' }, { value: one.time_s, unit: 's', ...(app.state.workload === 'serve' ? {} : { path: `devices.${roof.index}.time.items.${one.name}.seconds` }) },
    ])),
  };
}

/** @param {App} app @param {Roof} roof @param {Operator} one */
const point_text = (app, roof, one) => app.text.t('plot.roofline.point', {
  device: name_of(app, roof), operator: item_name(app, one.name), intensity: join(quantity(one.intensity_ops_per_byte, 'op/byte')),
  rate: join(quantity(one.rate_ops_per_s, 'op/s')), share: percent(one.rate_ops_per_s / one.ideal_ops_per_s), ideal: join(quantity(one.ideal_ops_per_s, 'op/s')),
});

/** On which side of the ridge the operator stands that takes longest. @param {App} app @param {Roof[]} roofs */
function summary_of(app, roofs) {
  const { text } = app;
  const below = (/** @type {Roof} */ roof) => {
    const [longest] = [...roof.operators].sort((a, b) => b.time_s - a.time_s);
    return longest !== undefined && longest.intensity_ops_per_byte < roof.ridge_ops_per_byte;
  };
  const sides = /** @type {[string, Roof[]][]} */ ([['below', roofs.filter(below)], ['above', roofs.filter((roof) => !below(roof))]]);
  return sides.filter(([, list]) => list.length > 0)
    .map(([side, list]) => text.t(`plot.roofline.${side}`, { list: list.map((roof) => name_of(app, roof)).join(text.t('list_comma')) })).join(text.t('sentence_gap'));
}

/** @param {{app: App, roofs: Roof[]}} props */
function Roofs({ app, roofs }) {
  const { text } = app;
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const width = use_width(box);
  const [allowed, show_allowed] = useState(false);
  const beside = wide(width);
  const names = roofs.map((roof) => name_of(app, roof));
  const bottom = height - 44 - name_rows * 16;
  const range = extent(roofs);
  const y = scale_of(range.y[0] ?? 1, range.y[1] ?? 1, [bottom, 28], { log: true, most: 7 });
  const area = { left: room_of(app, y.marks, 'op/s'), right: width - (beside ? names_room(names) : 8), top: 28, bottom };
  const x = scale_of(range.x[0] ?? 1, range.x[1] ?? 1, [area.left, area.right], { log: true, most: Math.max(3, Math.floor((area.right - area.left) / 64)) });
  const place = (/** @type {{x: number, y: number}} */ at) => ({ x: x.at(at.x), y: y.at(at.y) });
  const ends = spread(roofs.map((roof) => y.at(Math.min(roof.peak_ops_per_s, roof.bandwidth_bytes_per_s * (range.x[1] ?? 1))) + 4), 16, area.bottom);
  const first = roofs[0];
  const operators = placed_names((first?.operators ?? []).map((one) => ({ name: item_name(app, one.name), x: x.at(one.intensity_ops_per_byte) })), area.right);
  const title = text.t('figure.roofline');
  return (
    <div ref={box} class="plot-box">
      <Frame
        app={app} name="roofline" title={title} summary={summary_of(app, roofs)} table={table_of(app, roofs)} height={height} note={text.t('plot.roofline.note')}
        points={roofs.flatMap((roof) => roof.operators.map((one) => ({
          x: x.at(one.intensity_ops_per_byte) / width, y: y.at(one.rate_ops_per_s), text: point_text(app, roof, one),
        })))}
        above={!app.state.chart_as_table && (
          <>
            <label class="check"><input type="checkbox" checked={allowed} data-allowed onChange={() => show_allowed(!allowed)} /> {text.t('plot.roofline.show_allowed')}</label>
            {!beside && <Key names={names} />}
          </>
        )}
      >
        <Grid app={app} area={area} x={x} y={y} x_unit="count" y_unit="op/s" x_label={text.t('plot.intensity')} y_label="FLOP/s" />
        {roofs.map((roof, series) => (
          <g key={series}>
            <path class={`line line-${series + 1}`} d={path_of(outline(roof, range.x[0] ?? 1, range.x[1] ?? 1).map(place))} />
            <line class={`ridge line-${series + 1}`} x1={x.at(roof.ridge_ops_per_byte)} x2={x.at(roof.ridge_ops_per_byte)} y1={y.at(roof.peak_ops_per_s)} y2={area.bottom} />
          </g>
        ))}
        {roofs.map((roof, series) => roof.operators.map((one) => {
          const at = place({ x: one.intensity_ops_per_byte, y: one.rate_ops_per_s });
          const top = y.at(one.ideal_ops_per_s);
          return (
            <g key={`${series}.${one.name}`}>
              {allowed && <line class={`gap line-${series + 1}`} x1={at.x} x2={at.x} y1={at.y} y2={top} />}
              {allowed && <Mark series={series} x={at.x} y={top} size={4} hollow />}
              <Mark series={series} {...at} />
            </g>
          );
        }))}
        {operators.map(({ name, x: middle, row }) => <text key={name} class="operator-name" x={middle} y={area.bottom + 52 + 16 * row} text-anchor="middle">{name}</text>)}
        {beside && roofs.map((roof, series) => (
          <g key={roof.index}>
            <Mark series={series} x={area.right + 12} y={(ends[series] ?? 0) - 4} />
            <text class="series-name" x={area.right + 22} y={ends[series]}>{brief(names[series] ?? '')}</text>
          </g>
        ))}
      </Frame>
    </div>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = with_words(plain);
  return (
    <Asked app={app}>
      {(/** @type {{devices: Column[]}} */ { devices }) => {
        const roofs = /** @type {Roof[]} */ (devices.filter(({ operators }) => operators && operators.length > 0));
        return roofs.length > 0 ? <Roofs app={app} roofs={roofs} /> : <p class="muted">{app.text.t('chart_empty')}</p>;
      }}
    </Asked>
  );
}
