// What the sizes of the sentence come to: tokens of a step, how a batch is cut, and what more chips add. They are the
// words that people mix up.

import { count } from '../format.js';
import { name_of } from '../names.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */

/** A whole setting that holds for one column. @param {App} app @param {number} index @param {string} name @param {number} fallback */
function held_in(app, index, name, fallback) {
  const { state, lookup } = app;
  const key = lookup.field(name)?.key;
  const filled = state.result?.assumptions.find(({ path }) => path === `d${index + 1}.${key}` || path === key)?.value;
  const value = Number(state.columns[index]?.[name] ?? state.scenario[name] ?? state.resolved?.[name] ?? filled ?? fallback);
  return Number.isInteger(value) && value > 0 ? value : null;
}

/** @param {App} app */
function tokens_of_step(app) {
  const { state, text } = app;
  const batch = Number(app.held('batch'));
  const length = Number(app.held('sequence_length'));
  const trains = state.workload === 'train' || state.workload === 'finetune';
  if (!(batch >= 1) || !(length >= 1)) return '';
  if (state.workload === 'decode') return text.t('echo.decode', { batch: count(batch) });
  if (!trains && state.workload !== 'prefill') return '';
  return text.t(trains ? 'echo.train' : 'echo.prefill', { batch: count(batch), length: count(length), tokens: count(batch * length) });
}

/** How the batch of a training step is cut on one column. @param {App} app @param {Answer} answer */
function cut_of(app, answer) {
  const { index, ranks = 1 } = answer;
  const held = (/** @type {string} */ name) => held_in(app, index, name, 1);
  const [batch, micro, tensor, pipeline, context] = ['batch', 'micro_batch', 'tensor_parallel', 'pipeline_parallel', 'context_parallel'].map(held);
  if (!batch || !micro || !tensor || !pipeline || !context) return '';
  const data = ranks / (tensor * pipeline * context);
  const passes = batch / (micro * data);
  if (!Number.isInteger(data) || !Number.isInteger(passes)) return '';
  return app.text.t('echo.cut', { batch: count(batch), micro: count(micro), passes: count(passes), data: count(data) });
}

/** What the chips of a column add beyond one. @param {App} app @param {Answer} answer */
function chips_of(app, answer) {
  const { state, text } = app;
  const chips = answer.count ?? 1;
  if (chips < 2) return '';
  const column = state.columns[answer.index];
  const trains = state.workload === 'train' || state.workload === 'finetune';
  const split = held_in(app, answer.index, 'tensor_parallel', 1) ?? 1;
  const stages = held_in(app, answer.index, 'pipeline_parallel', 1) ?? 1;
  const layered = column?.['layer_split'] ?? state.scenario['layer_split'];
  const copies = (answer.ranks ?? chips) / (split * stages);
  const parts = [
    layered && text.t('echo.layers', { chips: count(chips) }),
    !layered && split > 1 && text.t('echo.tensor', { ranks: count(split) }),
    !layered && stages > 1 && text.t('echo.stages', { ranks: count(stages) }),
    !layered && !trains && copies > 1 && text.t('echo.copies', { ranks: count(copies) }),
  ];
  return parts.filter(Boolean).join(text.t('sentence_gap'));
}

/** The same words of several columns once, with the names they are of. */
/** @param {App} app @param {Answer[]} answers @param {(app: App, answer: Answer) => string} of */
function by_column(app, answers, of) {
  const said = answers.map((answer) => ({ name: name_of(app, answer), words: of(app, answer) })).filter(({ words }) => words);
  const different = [...new Set(said.map(({ words }) => words))];
  if (different.length === 1 && said.length === answers.length) return different;
  return different.map((words) => {
    const names = [...new Set(said.filter((each) => each.words === words).map(({ name }) => name))].join(app.text.t('list_comma'));
    return app.text.t('echo.of', { names, words });
  });
}

/** @param {{app: App}} props */
export function Echo({ app }) {
  const { state } = app;
  const answers = (state.result?.devices ?? []).filter(({ memory }) => memory);
  const trains = state.workload === 'train' || state.workload === 'finetune';
  const lines = [tokens_of_step(app), ...(trains ? by_column(app, answers, cut_of) : []), ...by_column(app, answers, chips_of)].filter(Boolean);
  return lines.length ? <div class="echo">{lines.map((line) => <p key={line}>{line}</p>)}</div> : null;
}
