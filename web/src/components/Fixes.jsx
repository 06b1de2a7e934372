// The smallest single changes with which a device that does not fit would: each in words, with what it needs
// then (a number that opens like any other), and one press away.

import { field_label, word_label } from '../labels.js';
import { pairs_of } from '../scenario.js';
import { Num } from './Num.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */
/** @typedef {import('../contract').Fix} Fix */

/** "Weight format q4-k-m", "Chips 2, Tensor parallel degree 2". @param {App} app @param {string} set  pairs of a link */
export function fix_text(app, set) {
  const named = pairs_of(set).map(({ key, value }) => {
    const field = app.lookup.field_of_key(key);
    if (!field) return `${key} ${value}`;
    // "Micro-batch, sequences": what is counted stands beside the setting, not in a sentence.
    return `${field_label(app, field).replace(/[,，（(].*/, '')} ${word_label(app, field, String(value))}`;
  });
  return named.join(app.text.t('list_comma'));
}

/** @param {{app: App, answer: Answer}} props */
export function Fixes({ app, answer }) {
  const { state, text, act } = app;
  if (!answer.fixes) return <span class="muted">–</span>;
  if (!answer.fixes.length) return <span class="muted">{text.t('fixes.none')}</span>;
  return (
    <ul class="fixes">
      {answer.fixes.map((fix, i) => (
        <li key={fix.set}>
          {state.embedded ? fix_text(app, fix.set) : (
            <button type="button" class="plain" data-fix={fix.set} onClick={() => act.apply(answer.index, fix.set)}>{fix_text(app, fix.set)}</button>
          )}
          <small><Num app={app} value={fix.total_bytes} unit="B" path={`devices.${answer.index}.fixes.${i}.total_bytes`} />{fix.fits === 'tight' && `${text.t('list_comma')}${text.t('fits.tight')}`}</small>
        </li>
      ))}
    </ul>
  );
}
