// What stands under the names of rows: by which rule FLOPs are counted, and how many sequences share a rate.

import { count } from '../format.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */

const conventions = ['full', 'causal', '6n'];

/** The same run differs by a third between rules. A press counts by the next one. @param {{app: App}} props */
export function Convention({ app }) {
  const { state, text, act } = app;
  const held = String(app.held('flops_convention') ?? 'full');
  const words = text.t(`word.flops_convention.${held}`);
  if (state.embedded) return <small>{words}</small>;
  const next = conventions[(conventions.indexOf(held) + 1) % conventions.length];
  return (
    <small>
      <button type="button" class="plain" data-convention={held} title={text.t('count_otherwise')} onClick={() => act.set_field('flops_convention', next, { discrete: true })}>
        {words}<span class="hidden">. {text.t('count_otherwise')}</span>
      </button>
    </small>
  );
}

/** Sequences that share a rate, where all columns have as many. @param {{app: App, answers: Answer[]}} props */
export function Shared({ app: { text }, answers }) {
  const [batch, ...rest] = [...new Set(answers.map((answer) => answer.batch))];
  return <small>{batch && !rest.length ? text.t('of_batch', { batch: count(batch) }) : text.t('of_batches')}</small>;
}
