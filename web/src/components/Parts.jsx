// Time or memory by part: one stacked bar per device, each part with its number inside and in the key, so that
// colour is never alone. The table twin has every part, and every number opens.

import { join, quantity } from '../format.js';
import { item_name } from '../names.js';
import { breakdowns, leading, longest, rest, segments, stacks_of } from '../parts.js';
import { at, ticks } from './Chart.jsx';
import { Num } from './Num.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../parts.js').Stack} Stack */

const row_height = 50;
const axis_height = 26;
/** A number fits into a part of this share of the width. */
const wide_enough = 0.035;

/** @param {App} app @param {string} name */
const part_name = (app, name) => (name === rest ? app.text.t('parts.other') : item_name(app, name));

/** @param {{app: App, stack: Stack, names: string[], row: number, most: number, unit: string}} props */
function Bar({ app, stack, names, row, most, unit }) {
  const { text, lookup, state } = app;
  const top = row * row_height;
  const shown = (/** @type {number} */ value) => join(quantity(value, unit, state.units));
  const { limit, total } = stack;
  const over = limit !== null && total !== null && total > limit;
  return (
    <g>
      <text x="0" y={top + 15}>{lookup.device_name(stack.id)}{over && <tspan class="no"> · {text.t('fits.no')}</tspan>}</text>
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
      {limit !== null && limit <= most && (
        <line class="limit" x1={at(limit / most)} x2={at(limit / most)} y1={top + 16} y2={top + 42} />
      )}
    </g>
  );
}

/** @param {{app: App, stacks: Stack[], names: string[], most: number, unit: string, title: string}} props */
function Bars({ app, stacks, names, most, unit, title }) {
  const { text, lookup, state } = app;
  const height = stacks.length * row_height + axis_height;
  const shown = (/** @type {number} */ value) => join(quantity(Number(value.toPrecision(12)), unit, state.units));
  const described = stacks.map((stack) => {
    const largest = [...stack.parts].sort((a, b) => b.value - a.value)[0];
    return `${lookup.device_name(stack.id)} ${stack.total === null ? text.t('not_known') : shown(stack.total)}` +
      (largest && largest.value > 0 ? ` (${part_name(app, largest.name)} ${shown(largest.value)})` : '');
  }).join(text.t('list_comma'));
  const binary = unit === 'byte' && state.units === 'gib';
  const scale = binary ? 2 ** (10 * Math.floor(Math.log2(most) / 10)) : 1;
  return (
    <>
      <ol class="key">
        {[...names, rest].map((name, index) => (
          stacks.some((stack) => (segments(stack, names)[index]?.value ?? 0) > 0) &&
            <li key={name} class={`part-${index + 1}`} value={index + 1}>{part_name(app, name)}</li>
        ))}
      </ol>
      <svg class="chart" width="100%" height={height} role="img" aria-label={`${title}. ${described}`}>
        {ticks(most / scale).map((step) => step * scale).map((mark) => (
          <g key={mark} class="tick">
            <line x1={at(mark / most)} x2={at(mark / most)} y1="20" y2={height - axis_height + 4} />
            <text x={at(mark / most)} y={height - 6} text-anchor={mark === 0 ? 'start' : mark / most > 0.94 ? 'end' : 'middle'}>
              {mark === 0 ? '0' : shown(mark)}
            </text>
          </g>
        ))}
        {stacks.map((stack, row) => <Bar key={row} app={app} stack={stack} names={names} row={row} most={most} unit={unit} />)}
      </svg>
    </>
  );
}

/** @param {{app: App, kind: string, stacks: Stack[], title: string}} props */
function Twin({ app, kind, stacks, title }) {
  const { text, lookup } = app;
  const breakdown = breakdowns[kind];
  const names = leading(stacks, Infinity);
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="twin">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr><th scope="col">{text.t('parts.part')}</th>{stacks.map((stack) => <th key={stack.index} scope="col">{lookup.device_name(stack.id)}</th>)}</tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{part_name(app, name)}</th>
              {stacks.map(({ index, parts }) => (
                <td key={index}>
                  <Num app={app} value={parts.find((part) => part.name === name)?.value} unit={breakdown?.unit ?? ''} path={`devices.${index}.${breakdown?.path(name)}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{app: App, kind: string, title: string, as_table: boolean}} props */
export function Parts({ app, kind, title, as_table }) {
  const { state, text } = app;
  const stacks = stacks_of(state.result?.devices ?? [], kind, state.workload).filter(({ parts }) => parts.length > 0);
  const most = longest(stacks);
  if (!(most > 0)) return <p class="muted">{text.t('chart_empty')}</p>;
  if (as_table) return <Twin app={app} kind={kind} stacks={stacks} title={title} />;
  return (
    <>
      <Bars app={app} stacks={stacks} names={leading(stacks)} most={most} unit={breakdowns[kind]?.unit ?? ''} title={title} />
      <p class="note">{text.t('chart_zero')} {text.t(`parts.note.${kind}`)}</p>
    </>
  );
}
