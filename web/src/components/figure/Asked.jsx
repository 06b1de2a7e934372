// A view that rests on an answer of the second module: waiting for it, or why there is none.

import words from './words.js';

/** @typedef {import('../../app.js').App} App */

/** The app with the words of the figures. @param {App} plain @returns {App} */
export const with_words = (plain) => ({ ...plain, text: plain.text.with(words[plain.state.language]) });

/** @param {{app: App, children: (result: any) => any}} props */
export function Asked({ app, children }) {
  const envelope = app.state.piece?.envelope;
  if (!envelope) return <p class="muted" role="status">{app.text.t('loading')}</p>;
  const { result, issues } = envelope;
  if (!result) return <p class="muted" role="status">{issues.map((/** @type {import('../../contract').Issue} */ issue) => app.issue_text(issue)).join(' ')}</p>;
  return children(result);
}
