// "Report a wrong number": the scenario, the number and its formula as text to copy. Nothing is sent from here.

import { Copyable } from '../share/Copyable.jsx';
import { Dialog } from '../Dialog.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */

/** Everything that is needed to see the same number again. @param {App} app @param {string} path */
export function report_text({ state, text, act }, path) {
  const result = state.explanation?.envelope?.result;
  const asked = state.explanation?.asked;
  const given = [
    `number: ${path}`, ...(asked ? [`asked: ${JSON.stringify(asked)}`] : []), `value: ${result?.value ?? 'unknown'} ${result?.unit ?? ''}`.trim(), `formula: ${result?.formula ?? 'none'}`,
    `version: ${act.version()}`, `scenario: ${state.page}#${state.link || 'v=1'}`,
  ];
  return `${text.t('report.expected')}\n\n${given.join('\n')}\n`;
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { text, act, state } = app;
  const path = state.explanation?.path ?? '';
  return (
    <Dialog title={text.t('report.title')} close={text.t('close')} onclose={() => act.show({ panel: null })}>
      <p class="note">{text.t('report.note')}</p>
      <Copyable app={app} label={text.t('report.text')} copy={text.t('report.copy')} name="report" value={report_text(app, path)} />
    </Dialog>
  );
}
