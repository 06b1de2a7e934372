// The score by line: what `tilewise score` prints, as a table.

import { count, digits } from '../../format.js';

/** @typedef {import('../../text.js').Text} Text */
/** @typedef {import('../../contract').ScoreSummary} Summary */
/** @typedef {import('../../contract').Accuracy} Accuracy */

/** A share with one decimal, so that columns line up; errors may be above one. @param {number | null | undefined} share */
export function written_share(share) {
  if (share === null || share === undefined) return '–';
  const size = Math.abs(share * 100);
  return `${share < 0 ? '−' : ''}${size < 1000 ? size.toFixed(1) : digits(size)} %`;
}

/** @type {(keyof Summary)[]} */
const shares = ['scored_share', 'median_error', 'mean_error', 'bias', 'p90_error', 'in_band', 'fits_right', 'roofline_median_error'];

/** @param {Text} text @param {string} line */
export const line_name = (text, line) => (text.has(`score.line.${line}`) ? text.t(`score.line.${line}`) : line);

/** @param {{text: Text, data: Accuracy, chosen?: string, onchoose?: (line: string) => void}} props */
export function ScoreTable({ text, data, chosen, onchoose }) {
  /** @param {Summary} summary @param {any} name @param {string} key */
  const row = (summary, name, key) => (
    <tr key={key} class={chosen === key ? 'chosen' : undefined} data-line={key}>
      <th scope="row">{name}</th>
      <td>{count(summary.rows)}</td>
      {shares.map((share) => <td key={share}>{written_share(/** @type {number | null} */ (summary[share]))}</td>)}
    </tr>
  );
  return (
    <div class="scroll" role="region" aria-label={text.t('score.table')} tabIndex={0}>
      <table class="score">
        <caption class="hidden">{text.t('score.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{text.t('score.line')}</th>
            <th scope="col">{text.t('score.rows')}</th>
            {shares.map((share) => <th key={share} scope="col">{text.t(`score.column.${share}`)}</th>)}
          </tr>
        </thead>
        <tbody>
          {data.lines.map((summary) => {
            const line = summary.line ?? '';
            const name = line_name(text, line);
            return row(summary, onchoose
              ? <button type="button" class="plain" aria-pressed={chosen === line} onClick={() => onchoose(line)}>{name}</button>
              : name, line);
          })}
          {row(data.summary, text.t('score.all'), '')}
        </tbody>
      </table>
    </div>
  );
}
