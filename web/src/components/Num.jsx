// A number of the answer that opens its explanation. The embed carries no explanations: there it is text.

import { quantity } from '../format.js';

/** @typedef {import('../app.js').App} App */

/** @param {{app: App, value: number | null | undefined, unit: string, path: string, asked?: import('../state.js').AskedOf | undefined, written?: {number: string, unit: string}}} props */
export function Num({ app, value, unit, path, asked, written }) {
  const { text, state, act } = app;
  if (value === undefined) return <span class="muted">–<span class="hidden"> {text.t('does_not_apply')}</span></span>;
  if (value === null) return <span class="muted">{text.t('not_known')}</span>;
  const shown = written ?? quantity(value, unit, state.units);
  const amount = <>{shown.number}{shown.unit && <span class="unit"> {app.unit_word(shown.unit)}</span>}</>;
  if (state.embedded) return <span data-path={path}>{amount}</span>;
  return (
    <button
      type="button" class="num" data-path={path} aria-expanded={state.explanation?.path === path}
      title={text.t('explain_hint')} onClick={() => act.explain(path, asked)}
    >
      {amount}
      <span class="hidden">. {text.t('explain_hint')}</span>
    </button>
  );
}
