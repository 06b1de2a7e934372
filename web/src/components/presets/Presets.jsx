// Scenarios to start from, each with its answer in one line. The line is the core's, computed when the list opens: no
// preset promises a number that a later version would not give.

import { useMemo } from 'preact/hooks';
import { answer_text } from '../Answer.jsx';
import { Dialog } from '../Dialog.jsx';
import presets from './presets.json';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */

/** The answer of a link in words. @param {App} app @param {string} link */
export function claim_of(app, link) {
  const result = app.act.estimate_of(link);
  return answer_text({ ...app, state: { ...app.state, result, workload: String(result?.scenario.workload) } });
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { text, act, state } = app;
  const claims = useMemo(() => presets.map(({ link }) => claim_of(app, link)), [state.language]);
  const close = () => act.show({ panel: null });
  return (
    <Dialog title={text.t('presets.title')} close={text.t('close')} onclose={close}>
      <p><a href={`#${act.canonical('v=1&view=gallery')}`} onClick={close}>{text.t('presets.claims')}</a></p>
      <p class="note">{text.t('presets.about')}</p>
      <ul class="presets">
        {presets.map(({ id, link }, index) => (
          <li key={id} data-preset={id}>
            <a href={`#${act.canonical(link)}`} onClick={close}>{text.t(`preset.${id}`)}</a>
            <p>{claims[index]}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
