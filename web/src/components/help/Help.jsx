// Which keys do what, how numbers are typed, and where the settings are.

import { Dialog } from '../Dialog.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */

const keys = /** @type {const} */ ([
  ['tab', ['Tab']], ['arrows', ['↑', '↓', '←', '→']], ['pages', ['PageUp', 'PageDown']], ['ends', ['Home', 'End']],
  ['enter', ['Enter']], ['escape', ['Esc']], ['undo', ['Ctrl/⌘ + Z']], ['redo', ['Ctrl/⌘ + Shift + Z']], ['question', ['?']],
]);

/** @param {{app: App}} props */
export function View({ app }) {
  const text = app.text.with(words[app.state.language]);
  return (
    <Dialog title={text.t('help.title')} close={text.t('close')} onclose={() => app.act.show({ panel: null })}>
      <h3>{text.t('help.keys')}</h3>
      <table class="keys">
        <tbody>
          {keys.map(([name, caps]) => (
            <tr key={name}><th scope="row">{caps.map((cap) => <kbd key={cap}>{cap}</kbd>)}</th><td>{text.t(`help.key.${name}`)}</td></tr>
          ))}
        </tbody>
      </table>
      <h3>{text.t('help.numbers')}</h3>
      <p>{text.t('help.numbers_text')}</p>
      <h3>{text.t('help.parts')}</h3>
      <p>{text.t('help.parts_text')}</p>
    </Dialog>
  );
}
