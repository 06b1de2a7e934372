// "I measured …": what was measured, and the number. Together they are one value, "tpot:0.0118".

import { useState } from 'preact/hooks';
import { words_of } from '../../fields.js';
import { field_label, word_label } from '../../labels.js';
import { read_number } from '../../numbers.js';
import { step_of_key } from '../../shortcuts.js';

/** @param {import('../Field.jsx').FieldProps & {id: string, described: string | undefined}} props */
export function Measured({ app, field, value, onchange, id, described, issues = [] }) {
  const [kind = '', number = ''] = String(value ?? '').split(':');
  const [chosen, choose] = useState(kind || 'step');
  const [draft, set_draft] = useState(/** @type {string | null} */ (null));
  const held = kind || chosen;
  /** @param {string} word @param {string} text */
  const tell = (word, text) => onchange(text.trim() === '' ? undefined : `${word}:${read_number(text) ?? text.trim()}`);
  return (
    <>
      <select
        aria-label={field_label(app, field)} value={held}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value);
          tell(currentTarget.value, draft ?? number);
        }}
      >
        {words_of(field).map((word) => <option key={word} value={word} selected={word === held}>{word_label(app, field, word)}</option>)}
      </select>
      <input
        id={id} type="text" inputMode="decimal" autocomplete="off" spellcheck={false} size={8} value={draft ?? number}
        aria-invalid={issues.some(({ severity }) => severity === 'error') ? 'true' : undefined} aria-describedby={described}
        onInput={({ currentTarget }) => {
          set_draft(currentTarget.value);
          tell(held, currentTarget.value);
        }}
        onBlur={() => {
          set_draft(null);
          app.act.settle();
        }}
        onKeyDown={(event) => { if (step_of_key(event)) set_draft(null); }}
      />
    </>
  );
}
