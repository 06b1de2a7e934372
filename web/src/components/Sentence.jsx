// The scenario as a sentence whose words are the controls that matter for the workload at hand.

import { Field } from './Field.jsx';
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
          none={text.t('nothing_found')} onpick={(choice) => act.set_field(name, choice, { discrete: true })}
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

/** @param {{app: App}} props */
export function Sentence({ app }) {
  const { state, text } = app;
  const key = `sentence.${state.workload}`;
  const template = text.has(key) ? key : 'sentence.other';
  const names = [...text.t(template).matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? '');
  const words = Object.fromEntries(names.map((name) => [name, <Word key={name} app={app} name={name} />]));
  return <div class="sentence" role="group" aria-label={text.t('scenario')}>{kept_together(text.pieces(template, words))}</div>;
}

/** The same sentence as plain words, for the embed. @param {App} app */
export function plain_sentence(app) {
  const { state, text, lookup } = app;
  const key = `sentence.${state.workload}`;
  const template = text.t(text.has(key) ? key : 'sentence.other');
  const shown = Object.fromEntries(
    [...template.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => {
      const value = state.scenario[name] ?? app.held(name) ?? 'unset';
      const word = `word.${name}.${value}`;
      if (name === 'model') return [name, lookup.model(String(value))?.name ?? value];
      return [name, text.has(word) ? text.t(word) : value === 'unset' ? text.t('default') : value];
    }),
  );
  return text.pieces(text.has(key) ? key : 'sentence.other', shown).join('');
}
