// The scenario as a sentence whose words are the controls that matter for the workload at hand.

import { further_words } from '../fields.js';
import { Field, word_label } from './Field.jsx';
import { Picker } from './Picker.jsx';

/** @typedef {import('../app.js').App} App */

/** @param {{app: App, name: string}} props */
function Word({ app, name }) {
  const { state, text, lookup, act } = app;
  const field = lookup.field(name);
  if (!field) return null;
  const value = state.scenario[name];
  const fallback = app.held(name);
  if (name === 'model') {
    const id = value ?? fallback ?? '';
    const custom = { id: 'custom', name: text.t('custom_model'), detail: text.t('custom_model_detail'), words: 'custom 自定义' };
    return (
      <span class="inline" data-field="model">
        <Picker
          label={text.t('field.model')} shown={lookup.model(id)?.name ?? (id === 'custom' ? custom.name : String(id))}
          options={[...lookup.model_options, custom]} chosen={String(id)} search={text.t('search_models')}
          none={text.t('nothing_found')} onpick={(choice) => (value === 'custom' && choice !== value ? act.use_model({ model: choice }) : act.set_field(name, choice, { discrete: true }))}
        />
        {app.issues_at(field.key).map((issue) => <span key={issue.code} class="issue">{app.issue_text(issue)}</span>)}
      </span>
    );
  }
  return (
    <Field
      app={app} field={field} value={value} fallback={fallback} inline issues={app.issues_at(field.key)}
      onchange={(next) => act.set_field(name, next, { discrete: name === 'workload' })}
    />
  );
}

/** A comma stays on the line of the control before it. @param {any[]} pieces  text and controls in turn */
function kept_together(pieces) {
  return pieces.map((piece, index) => {
    if (index % 2 === 0) return index ? piece.replace(/^[,，：:]/, '') : piece;
    const [mark = ''] = /^[,，：:]/.exec(pieces[index + 1] ?? '') ?? [];
    return <span key={index} class="keep">{piece}{mark}</span>;
  });
}

/** The sentence as text and names of settings in turn. @param {App} app @returns {{text?: string, name?: string}[]} */
function words_of(app) {
  const { state, text, lookup } = app;
  const key = `sentence.${state.workload}`;
  const chips = Math.max(1, ...state.columns.map(({ count }) => (typeof count === 'number' ? count : 1)));
  const more = further_words(lookup.catalogue.fields, { workload: state.workload, chips }).map((name) => `sentence.with.${name}`);
  return [text.has(key) ? key : 'sentence.other', ...more].flatMap((template) =>
    text.t(template).split(/\{([a-z_]+)\}/).map((part, index) => (index % 2 ? { name: part } : { text: part }))).filter((word) => word.text !== '');
}

/** @param {{app: App}} props */
export function Sentence({ app }) {
  /** @type {any[]} */
  const pieces = [];
  // Text and controls in turn, as `kept_together` wants them.
  for (const word of words_of(app)) {
    if (word.name) pieces.push(...(pieces.length % 2 ? [] : ['']), <Word key={word.name} app={app} name={word.name} />);
    else if (pieces.length % 2) pieces[pieces.length - 1] += word.text;
    else pieces.push(word.text);
  }
  return <div class="sentence" role="group" aria-label={app.text.t('scenario')}>{kept_together(pieces)}</div>;
}

/** The same sentence as plain words, for the embed. @param {App} app */
export function plain_sentence(app) {
  const { state, text, lookup } = app;
  return words_of(app).map((word) => {
    if (!word.name) return word.text;
    const value = state.scenario[word.name] ?? app.held(word.name) ?? 'unset';
    const key = `word.${word.name}.${value}`;
    if (word.name === 'model') return lookup.model(String(value))?.name ?? value;
    if (text.has(key)) return text.t(key);
    const field = lookup.field(word.name);
    return value === 'unset' ? text.t('default') : field ? word_label(app, field, String(value)) : value;
  }).join('');
}
