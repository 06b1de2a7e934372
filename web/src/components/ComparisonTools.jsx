// Above the table: the column the others are set against, as a factor or in percent, and whether only differences show.

/** @typedef {import('../app.js').App} App */
import { name_of } from '../names.js';

/** @param {{app: App}} props */
export function ComparisonTools({ app }) {
  const { state, text, act } = app;
  const base = Number(state.scenario.baseline ?? 0);
  return (
    <div class="comparison-tools">
      <label>
        {text.t('compare_with')}{' '}
        <select id="baseline" value={String(base)} onChange={(event) => act.set_field('baseline', Number(event.currentTarget.value) || undefined, { discrete: true })}>
          <option value="0" selected={base === 0}>{text.t('nothing')}</option>
          {state.columns.map((column, index) => <option key={index} value={index + 1} selected={base === index + 1}>{name_of(app, { index, id: column.id })}</option>)}
        </select>
      </label>
      {base > 0 && (
        <span class="switch" role="group" aria-label={text.t('compare_with')}>
          {/** @type {const} */ (['times', 'percent']).map((how) => (
            <button key={how} type="button" class="plain" aria-pressed={state.relative === how} data-relative={how} onClick={() => act.show({ relative: how })}>{text.t(`relative.${how}`)}</button>
          ))}
        </span>
      )}
      <label class="check">
        <input type="checkbox" id="only-differences" checked={state.only_differences} onChange={() => act.show({ only_differences: !state.only_differences })} /> {text.t('only_differences')}
      </label>
    </div>
  );
}
