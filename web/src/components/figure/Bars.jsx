// Bars in groups: costs of each device, times by each model, parts of a difference, what a time hangs on, a ranking. A group
// has one unit and one scale; a bar begins at the start of the scale, or between two values of it.

import { useRef } from 'preact/hooks';
import { Frame } from './Frame.jsx';
import { even_marks } from './scales.js';
import { use_width } from './use_width.js';
import { wide } from './marks.jsx';
import { join, quantity } from '../../format.js';
import { brief, columns_of } from '../../names.js';

/** @typedef {import('../../app.js').App} App */
/**
 * @typedef {object} BarOf
 * @property {string} label
 * @property {number | null} value  where it ends; null: not known
 * @property {number} [from]  where it begins; else at the start of the scale
 * @property {string} shown  the number at its right
 * @property {string} [kind]  'open': does not fit; 'more', 'less': a difference; 'total'
 * @property {number} [low] @property {number} [high]  of its band
 * @property {string} [said]  for the line below; else label and number
 */
/** @typedef {{title?: string, unit: string, bars: BarOf[], start?: number, line?: number, marks?: boolean}} Group  `line`: a value to compare with */

/** Narrow letters of a name, so that the number beside it has room. */
const most_label = 30;
const axis_height = 22;
const title_height = 26;

/** The two ends of a group's scale. @param {Group} group */
export function range_of({ bars, start = 0, line }) {
  const all = [...bars.flatMap(({ value, from, low, high }) => [value, from, low, high]), line];
  const most = Math.max(start, ...all.filter((value) => typeof value === 'number'));
  return { from: start, to: most > start ? most : start + 1 };
}

/** @param {Group[]} groups @param {number} row_height */
function tops(groups, row_height) {
  let top = 0;
  return groups.map((group) => {
    const here = top;
    top += (group.title ? title_height : 0) + group.bars.length * row_height + (group.marks === false ? 8 : axis_height) + 6;
    return { top: here, bottom: top };
  });
}

/** @param {{bar: BarOf, x: (value: number) => number, start: number, top: number, beside: boolean, width: number}} props */
function Row({ bar, x, start, top, beside, width }) {
  const middle = top + (beside ? 13 : 28);
  const begin = x(bar.from ?? start);
  const end = bar.value === null ? begin : x(bar.value);
  return (
    <g>
      <text x="0" y={top + (beside ? 18 : 15)}>{brief(bar.label, most_label)}</text>
      <text class="value" x={width} y={top + (beside ? 18 : 15)} text-anchor="end">{bar.shown}</text>
      {bar.value !== null && <rect class={`bar ${bar.kind ?? ''}`} x={Math.min(begin, end)} width={Math.max(1, Math.abs(end - begin))} y={middle - 7} height="14" />}
      {bar.low !== undefined && bar.high !== undefined && (
        <g class="band">
          <line x1={x(bar.low)} x2={x(bar.high)} y1={middle} y2={middle} />
          <line x1={x(bar.low)} x2={x(bar.low)} y1={middle - 5} y2={middle + 5} />
          <line x1={x(bar.high)} x2={x(bar.high)} y1={middle - 5} y2={middle + 5} />
        </g>
      )}
    </g>
  );
}

/** @param {{app: App, group: Group, top: number, row_height: number, area: [number, number], beside: boolean, width: number}} props */
function GroupOf({ app, group, top, row_height, area: [left, right], beside, width }) {
  const { from, to } = range_of(group);
  const x = (/** @type {number} */ value) => left + ((value - from) / (to - from)) * (right - left);
  const rows = top + (group.title ? title_height : 0);
  const bottom = rows + group.bars.length * row_height;
  const marks = group.marks === false ? [] : even_marks(from, to, beside ? 5 : 4);
  return (
    <g>
      {group.title && <text class="group-name" x="0" y={top + 18}>{group.title}</text>}
      {marks.map((mark) => (
        <g key={mark} class="tick">
          <line x1={x(mark)} x2={x(mark)} y1={rows} y2={bottom + 2} />
          <text x={x(mark)} y={bottom + 16} text-anchor={x(mark) > width - 30 ? 'end' : x(mark) < 30 ? 'start' : 'middle'}>
            {mark === 0 ? '0' : join(quantity(mark, group.unit, app.state.units))}
          </text>
        </g>
      ))}
      {group.line !== undefined && group.bars.map((_, row) => {
        const [at, middle] = [x(group.line ?? from), rows + row * row_height + (beside ? 13 : 28)];
        return <line key={row} class="limit" x1={at} x2={at} y1={middle - 11} y2={middle + 11} />;
      })}
      {group.bars.map((bar, row) => <Row key={row} bar={bar} x={x} start={from} top={rows + row * row_height} beside={beside} width={width} />)}
    </g>
  );
}

/**
 * @param {{app: App, name: string, title: string, summary: string, table: import('../../figures.js').Table, groups: Group[], above?: any, note?: any, heading?: boolean}} props
 */
export function Bars({ app, name, title, summary, table, groups, above, note, heading }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const width = use_width(box);
  const beside = wide(width);
  const row_height = beside ? 27 : 44;
  const longest = (/** @type {(bar: BarOf) => string} */ of) => Math.max(0, ...groups.flatMap(({ bars }) => bars.map((bar) => columns_of(of(bar)))));
  const area = /** @type {[number, number]} */ (beside ? [Math.min(300, 30 + 7.6 * longest(({ label }) => brief(label, most_label))), width - Math.min(220, 24 + 7.8 * longest(({ shown }) => shown))] : [0, width]);
  const places = tops(groups, row_height);
  const points = groups.flatMap((group, index) => {
    const { from, to } = range_of(group);
    const rows = (places[index]?.top ?? 0) + (group.title ? title_height : 0);
    return group.bars.flatMap((bar, row) => (bar.value === null ? [] : [{
      x: (area[0] + ((bar.value - from) / (to - from)) * (area[1] - area[0])) / width, y: rows + row * row_height + (beside ? 13 : 28),
      text: bar.said ?? `${group.title ? `${group.title}${app.text.t('list_comma')}` : ''}${bar.label}: ${bar.shown}`,
    }]));
  });
  return (
    <div ref={box} class="bars-box">
      <Frame
        app={app} name={name} title={title} summary={summary} table={table} height={places.at(-1)?.bottom ?? 0} points={points} above={above} note={note} heading={heading ?? false}
        described={groups.flatMap((group) => group.bars.map((bar) => bar.said ?? `${bar.label}: ${bar.shown}`)).join(app.text.t('list_comma'))}
      >
        {groups.map((group, index) => <GroupOf key={index} app={app} group={group} top={places[index]?.top ?? 0} row_height={row_height} area={area} beside={beside} width={width} />)}
      </Frame>
    </div>
  );
}
