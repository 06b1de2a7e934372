// A text to copy: by its button, or by hand where the browser refuses.

import { useState } from 'preact/hooks';
import words from './words.js';

/** @param {{app: import('../../app.js').App, name: string, label: string, copy: string, value: string}} props */
export function Copyable({ app, name, label, copy, value }) {
  const text = app.text.with(words[app.state.language]);
  const [copied, set_copied] = useState('');
  async function take() {
    try {
      await navigator.clipboard.writeText(value);
      set_copied(text.t('copied'));
    } catch {
      set_copied(text.t('copy_by_hand'));
    }
  }
  return (
    <div class="copyable">
      <label>
        {label}
        <textarea readOnly rows={name === 'link' || name === 'cite' ? 3 : 5} value={value} data-share={name} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="actions">
        <button type="button" onClick={take}>{copy}</button> <span role="status">{copied}</span>
      </p>
    </div>
  );
}
