// A view that rests on an answer of the second module: waiting for it, or why there is none.

import { title_of } from '../../figures.js';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */

/** The app with the words of the figures. @param {App} plain @returns {App} */
export const with_words = (plain) => ({ ...plain, text: plain.text.with(words[plain.state.language]) });

/** What the whole time of a scenario is the time of. @param {App} app  with the words of the figures */
export function whole_time_name(app) {
  const { state, text } = app;
  if (state.workload === 'serve') return text.t('plot.answer_time');
  return state.workload === 'decode' ? text.t('row.decode_s') : title_of(app, 'time');
}

/** @param {{app: App, children: (result: any) => any}} props */
export function Asked({ app, children }) {
  const envelope = app.state.piece?.envelope;
  if (!envelope) return <p class="muted" role="status">{app.text.t('loading')}</p>;
  const { result, issues } = envelope;
  if (!result) return <p class="muted" role="status">{issues.map((/** @type {import('../../contract').Issue} */ issue) => app.issue_text(issue)).join(' ')}</p>;
  return children(result);
}
