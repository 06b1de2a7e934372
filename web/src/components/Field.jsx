// One setting of the vocabulary as a control. What was typed stays in the field until it is left, and text
// that could not be read stays for good, with the core's issue beside it.

import { useState } from 'preact/hooks';
import { unit_of_field, words_of } from '../fields.js';
import { field_label, option_label, unset_label, word_label, written } from '../labels.js';
import { typed_value } from '../numbers.js';
import { step_of_key } from '../shortcuts.js';
import { Slider } from './Slider.jsx';

/** @typedef {import('../contract').FieldSpec} FieldSpec */
/** @typedef {import('../contract').Issue} Issue */
/** @typedef {import('../app.js').App} App */

/**
 * @typedef {object} FieldProps
 * @property {App} app
 * @property {FieldSpec} field
 * @property {any} value  as asked, undefined for the default
 * @property {any} [fallback]  what holds when nothing is asked
 * @property {boolean} [inline]  part of a sentence: the default stands as the value
 * @property {string} [place]  where it stands, when neither in the sentence nor among all settings
 * @property {(props: any) => any} [Measured]  the control of a measurement, where there is one
 * @property {Issue[]} [issues]
 * @property {(value: any) => void} onchange
 */

/** A value as the word of its option. @param {any} value @param {boolean} flag */
function as_word(value, flag) {
  if (value === undefined || value === null) return '';
  const word = String(value);
  return flag ? ({ 0: 'false', 1: 'true' }[word] ?? word) : word;
}

/** @param {FieldProps & {id: string, described?: string}} props */
function Choice({ app, field, value, fallback, inline, onchange, id }) {
  const flag = field.kind === 'flag';
  const asked = as_word(value, flag);
  const held = as_word(fallback, flag);
  const words = flag ? ['true', 'false'] : words_of(field);
  const shown = asked || (inline ? held : '');
  const odd = shown && !words.includes(shown) ? [shown] : [];
  return (
    <select
      id={id} value={shown}
      onChange={(event) => {
        const choice = event.currentTarget.value;
        onchange(choice === '' ? undefined : flag ? choice === 'true' : choice);
      }}
    >
      {(!inline || !held) && (
        <option value="" selected={shown === ''}>
          {held ? app.text.t('default_is', { value: word_label(app, field, held) }) : unset_label(app, field)}
        </option>
      )}
      {[...odd, ...words].map((word) => (
        <option key={word} value={word} selected={word === shown}>{option_label(app, field, word)}</option>
      ))}
    </select>
  );
}

/** @param {FieldProps & {id: string, described: string | undefined}} props */
function Typed({ app, field, value, fallback, inline, onchange, id, described, issues = [] }) {
  const [draft, set_draft] = useState(/** @type {string | null} */ (null));
  const numeric = field.kind === 'integer' || field.kind === 'number';
  const asked = written(value, field);
  const held = written(fallback, field);
  const unset = unset_label(app, field);
  const shown = draft ?? (asked || (inline ? held : ''));

  /** @param {string} text */
  const read = (text) => (numeric ? typed_value(text) : text.trim() === '' ? undefined : text);

  return (
    <input
      id={id} type="text" inputMode={numeric ? 'decimal' : 'text'} autocomplete="off" spellcheck={false}
      size={Math.max(inline ? 2 : 8, (shown || held || (inline ? unset : '')).length + (inline ? 0 : 1))} value={shown} placeholder={held || (inline ? unset : '')}
      aria-invalid={issues.some(({ severity }) => severity === 'error') ? 'true' : undefined} aria-describedby={described}
      onInput={(event) => {
        set_draft(event.currentTarget.value);
        onchange(read(event.currentTarget.value));
      }}
      onBlur={() => {
        set_draft(null);
        app.act.settle();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || step_of_key(event)) set_draft(null);
        if (event.key === 'Enter') app.act.settle();
      }}
    />
  );
}

/** A dot beside a value that was set: it takes the value back. */
/** @param {{app: App, field: FieldSpec, onchange: (value: undefined) => void}} props */
function Reset({ app, field, onchange }) {
  const label = app.text.t('reset_field', { name: field_label(app, field) });
  return (
    <button
      type="button" class="dot" title={label} aria-label={label}
      onClick={(event) => {
        // The button goes with the value; the keyboard stays at the setting.
        /** @type {HTMLElement | null} */ (event.currentTarget.parentElement?.querySelector('input, select') ?? null)?.focus();
        app.act.settle();
        onchange(undefined);
        app.act.settle();
      }}
    />
  );
}

/** @param {FieldProps} props */
export function Field(props) {
  const { app, field, value, inline, onchange, issues = [] } = props;
  // By place and name: a page has each once, also after new settings have come into the sentence.
  const id = `${inline ? 'word' : (props.place ?? 'setting')}-${field.name}`;
  // A warning about a word of the sentence stands under the answer; a mistake stands beside the word.
  const told = issues.filter(({ severity }) => severity === 'error' || (!inline && severity === 'warning'));
  const described = told.length ? `${id}-issue` : undefined;
  const choose = field.kind === 'word' || field.kind === 'flag';
  const Control = choose ? Choice : (field.kind === 'measured' && props.Measured) || Typed;
  const control = <Control {...props} id={id} described={described} />;
  const range = told.some(({ code }) => code === 'value.invalid') && ['integer', 'number'].includes(field.kind) ? app.text.t('field_takes', { low: written(field.low, field), high: written(field.high, field) }) : '';
  const message = described && (
    <span class="issue" id={described}>{told.map((issue) => app.issue_text(issue)).join(' ')} {range}</span>
  );
  const reset = value !== undefined && value !== '' && <Reset app={app} field={field} onchange={onchange} />;
  if (inline) {
    return (
      <span class="inline" data-field={field.name}>
        <label class="hidden" for={id}>{field_label(app, field)}</label>
        {control}{field.name !== 'workload' && reset}
        {message}
      </span>
    );
  }
  const unit = unit_of_field(field);
  const shown = written(props.value ?? props.fallback, field);
  return (
    <div class="field" data-field={field.name}>
      <label for={id}>
        {field_label(app, field)}{field.support && field.support !== 'now' && <small> {app.text.t(`support.${field.support}`)}</small>}
      </label>
      <span class="control">{control}{unit && <span class="unit">{unit}</span>}{reset}</span>
      <Slider app={app} field={field} value={value} fallback={props.fallback} label={field_label(app, field)} shown={`${shown} ${unit}`} onchange={onchange} />
      {message}
    </div>
  );
}
