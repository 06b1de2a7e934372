// The scenario as a sentence whose words are the controls that matter for the workload at hand.

import { further_words } from '../fields.js';
import { chinese_count, count } from '../format.js';
import { field_label, word_label, written } from '../labels.js';
import { in_sentence } from '../sliders.js';
import { Field } from './Field.jsx';
import { Picker } from './Picker.jsx';
import { Slider } from './Slider.jsx';

/** @typedef {import('../app.js').App} App */

/** A mixture of experts works with some of its parameters and stores all of them. */
/** @param {App} app @param {import('../catalogue.js').Option} option */
function with_active({ lookup, text }, option) {
  const { total = null, active = null } = lookup.model(option.id)?.parameters ?? {};
  // Readers of Chinese count in 万 and 亿; prefixes stay beside them, as everywhere else.
  const detail = option.detail + (text.language === 'zh' && total ? ` · ${chinese_count(total)}` : '');
  if (!active || !total || active > 0.9 * total) return { ...option, detail };
  return { ...option, detail: `${detail} · ${text.t('active_parameters', { active: count(active) })}` };
}

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
          options={[...lookup.model_options.map((option) => with_active(app, option)), custom]} chosen={String(id)} search={text.t('search_models')}
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

/** The sentence as text and names of settings in turn; without `asked` a length of the run that nobody gave is left out. */
/** @param {App} app @param {boolean} [asked] @returns {{text?: string, name?: string}[]} */
function words_of(app, asked) {
  const { state, text, lookup } = app;
  const key = `sentence.${state.workload}`;
  const chips = Math.max(1, ...state.columns.map(({ count }) => (typeof count === 'number' ? count : 1)));
  const more = further_words(lookup.catalogue.fields, { workload: state.workload, chips }).filter((name) => asked || name !== 'run_tokens' || state.scenario[name]).map((name) => `sentence.with.${name}`);
  return [text.has(key) ? key : 'sentence.other', ...more].flatMap((template) =>
    text.t(template).split(/\{([a-z_]+)\}/).map((part, index) => (index % 2 ? { name: part } : { text: part }))).filter((word) => word.text !== '');
}

/** @param {{app: App}} props */
export function Sentence({ app }) {
  /** @type {any[]} */
  const pieces = [];
  // Text and controls in turn, as `kept_together` wants them.
  for (const word of words_of(app, true)) {
    if (word.name) pieces.push(...(pieces.length % 2 ? [] : ['']), <Word key={word.name} app={app} name={word.name} />);
    else if (pieces.length % 2) pieces[pieces.length - 1] += word.text;
    else pieces.push(word.text);
  }
  return <div class="sentence" role="group" aria-label={app.text.t('scenario')}>{kept_together(pieces)}</div>;
}

/** The sentence's sizes as sliders. @param {{app: App}} props */
export function Sliders({ app }) {
  const names = words_of(app, true).flatMap(({ name }) => (name && in_sentence.includes(name) ? [name] : []));
  if (!names.length) return null;
  return (
    <div class="sliders" role="group" aria-label={app.text.t('sliders')}>
      {names.map((name) => {
        const field = app.lookup.field(name);
        if (!field) return null;
        const value = app.state.scenario[name];
        const fallback = app.held(name);
        return (
          <span key={name}>
            <span aria-hidden="true">{field_label(app, field)}</span>
            <Slider
              app={app} field={field} value={value} fallback={fallback} label={field_label(app, field)} shown={written(value ?? fallback, field)}
              onchange={(next) => app.act.set_field(name, next)}
            />
          </span>
        );
      })}
    </div>
  );
}

/** What is computed, in the title of its results: training, fine-tuning and inference need very different memory. @param {App} app */
export function mode_of({ state, text, held }) {
  const mode = text.t(`word.workload.${state.workload}`);
  const method = state.workload === 'finetune' ? String(held('finetune_method') ?? 'full') : '';
  return method ? `${mode}, ${text.has(`word.finetune_method.${method}`) ? text.t(`word.finetune_method.${method}`) : method}` : mode;
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
    return value === 'unset' ? text.t('default') : field ? (typeof value === 'number' ? written(value, field) : word_label(app, field, String(value))) : value;
  }).join('');
}
