// Time or memory by part: one stacked bar per device, each part with its number inside and in the key, so that
// colour is never alone.

import { join, quantity } from '../format.js';
import { part_name, stack_height } from '../figures.js';
import { brief, name_of } from '../names.js';
import { rest, segments, sum_of } from '../parts.js';
import { at, Axis, axis_height, ticks } from './Axis.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../parts.js').Stack} Stack */

/** A number fits into a part of this share of the width. */
const wide_enough = 0.035;

/** @param {{app: App, stack: Stack, names: string[], row: number, most: number, unit: string}} props */
function Bar({ app, stack, names, row, most, unit }) {
  const { text, state } = app;
  const top = row * stack_height;
  const shown = (/** @type {number} */ value) => join(quantity(value, unit, state.units));
  const { limit, total } = stack;
  const over = limit !== null && total !== null && total > limit;
  return (
    <g>
      <text x="0" y={top + 15}>{brief(name_of(app, stack))}{over && <tspan class="no"> · {text.t('fits.no')}</tspan>}</text>
      <text x="100%" y={top + 15} class="value" text-anchor="end">
        {total === null ? text.t('not_known') : shown(total)}{limit !== null && ` ${text.t('of_capacity', { have: shown(limit) })}`}
      </text>
      {segments(stack, names).map(({ name, value, from }, index) => value > 0 && (
        <g key={name} class={`part part-${index + 1}`}>
          <rect x={at(from / most)} width={at(value / most)} y={top + 20} height="18" />
          {value / most > wide_enough && (
            <text x={at((from + value / 2) / most)} y={top + 33} text-anchor="middle">{index + 1}</text>
          )}
        </g>
      ))}
      {stack.spare > 0 && <rect class="spare" x={at(sum_of(stack) / most)} width={at(stack.spare / most)} y={top + 20} height="18" />}
      {limit !== null && limit <= most && (
        <line class="limit" x1={at(limit / most)} x2={at(limit / most)} y1={top + 16} y2={top + 42} />
      )}
    </g>
  );
}

/** @param {number} rows */
export const parts_svg_height = (rows) => rows * stack_height + axis_height;

/** @param {{app: App, stacks: Stack[], names: string[], most: number, unit: string}} of */
export function PartMarks({ app, stacks, names, most, unit }) {
  const binary = unit === 'byte' && app.state.units === 'gib';
  const scale = binary && most > 0 ? 2 ** (10 * Math.floor(Math.log2(most) / 10)) : 1;
  const height = parts_svg_height(stacks.length);
  return {
    key: (
      <ol class="key">
        {[...names, rest].map((name, index) => (
          stacks.some((stack) => (segments(stack, names)[index]?.value ?? 0) > 0) &&
            <li key={name} class={`part-${index + 1}`} value={index + 1}>{part_name(app, name)}</li>
        ))}
        {stacks.some(({ spare }) => spare > 0) && <li class="spare">{app.text.t('parts.spare')}</li>}
      </ol>
    ),
    marks: (
      <>
        <Axis app={app} marks={ticks(most / scale).map((step) => step * scale)} most={most} unit={unit} height={height} />
        {stacks.map((stack, row) => <Bar key={row} app={app} stack={stack} names={names} row={row} most={most} unit={unit} />)}
      </>
    ),
  };
}
