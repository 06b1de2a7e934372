// Rows without an estimate, and rows that are shown and never counted: how many, and why.

import { count } from '../../format.js';
import { line_name } from './ScoreTable.jsx';

/** @typedef {import('../../text.js').Text} Text */
/** @typedef {import('../../contract').ScoreReason} Reason */
/** @typedef {import('../../contract').Accuracy} Accuracy */

/** The reason in the reader's words; a detail in the words of the table. @param {Text} text @param {Reason} reason */
export function reason_text(text, { reason, detail, text: plain }) {
  const key = `score.reason.${reason}`;
  if (!text.has(key)) return plain;
  if (!detail) return text.t(key);
  const named = text.has(`score.detail.${detail}`) ? text.t(`score.detail.${detail}`) : text.label(detail);
  return text.t('score.reason_detail', { reason: text.t(key), detail: named });
}

/** @param {{text: Text, title: string, reasons: Reason[], line?: string}} props */
function List({ text, title, reasons, line }) {
  const shown = line ? reasons.filter((reason) => reason.line === line) : reasons;
  if (!shown.length) return null;
  const rows = shown.reduce((sum, reason) => sum + reason.rows, 0);
  return (
    <details class="reasons">
      <summary>{title}: {text.t('score.rows_counted', { count: count(rows) })}</summary>
      <div class="scroll" role="region" aria-label={title} tabIndex={0}>
        <table>
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{text.t('score.line')}</th><th scope="col">{text.t('score.rows')}</th>
              <th scope="col" class="words">{text.t('score.why')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((reason) => (
              <tr key={`${reason.line} ${reason.text}`}>
                <th scope="row">{line_name(text, reason.line)}</th><td>{count(reason.rows)}</td>
                <td class="words">{reason_text(text, reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** @param {{text: Text, data: Accuracy}} props */
export function Reasons({ text, data }) {
  return (
    <>
      <List text={text} title={text.t('score.not_scored')} reasons={data.skipped} />
      <List text={text} title={text.t('score.not_counted')} reasons={data.set_aside} />
    </>
  );
}
