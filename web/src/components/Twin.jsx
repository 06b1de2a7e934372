// A figure as a table: the same numbers, and those that the core can open can be pressed.

import { join, quantity } from '../format.js';
import { Num } from './Num.jsx';

/** @typedef {import('../app.js').App} App */

/** @param {App} app @param {import('../figures.js').Cell} cell */
export function cell_text({ state, text }, { value, unit, text: words }) {
  if (words !== undefined) return words;
  if (value === undefined || value === '') return '–';
  if (value === null) return text.t('not_known');
  return typeof value === 'number' ? join(quantity(Number(value.toPrecision(12)), unit ?? 'count', state.units)) : String(value);
}

/** @param {{app: App, title: string, table: import('../figures.js').Table}} props */
export function Twin({ app, title, table }) {
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="twin">
        <caption class="hidden">{title}</caption>
        <thead><tr>{table.head.map(({ key, label }) => <th key={key} scope="col">{label}</th>)}</tr></thead>
        <tbody>
          {table.rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first && cell_text(app, first)}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell.path ? <Num app={app} value={cell.value} unit={cell.unit ?? ''} path={cell.path} asked={cell.asked} {...(cell.text !== undefined && { written: { number: cell.text, unit: '' } })} /> : cell_text(app, cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
