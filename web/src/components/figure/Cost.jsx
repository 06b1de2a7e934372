// Energy and money of every device as bars: per token, sequence or step, per hour and per run, as far as the answer has them.

import { join, quantity } from '../../format.js';
import { name_of } from '../../names.js';
import { supply_rows, value_at } from '../../rows.js';
import { with_words } from './Asked.jsx';
import { Bars } from './Bars.jsx';

/** @typedef {import('../../app.js').App} App */

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = with_words(plain);
  const { state, text } = app;
  const answers = state.result?.devices ?? [];
  const rows = supply_rows(state.workload, answers);
  if (rows.length === 0) return <p class="muted">{text.t('plot.cost.none')}</p>;
  const number_at = (/** @type {import('../../contract').Answer} */ answer, /** @type {string} */ path) => {
    const value = value_at(answer, path);
    return typeof value === 'number' ? value : null;
  };
  const groups = rows.map(({ key, path, unit }) => ({
    title: text.t(`row.${key}`), unit, marks: false,
    bars: answers.map((answer) => {
      const value = number_at(answer, path);
      const shown = value === null ? text.t('not_known') : join(quantity(value, unit));
      return { label: name_of(app, answer), value, shown, kind: answer.fits === 'no' ? 'open' : '' };
    }),
  }));
  const least = rows.flatMap(({ key, path, unit }) => {
    const known = answers.filter((answer) => number_at(answer, path) !== null && answer.fits !== 'no')
      .sort((a, b) => (number_at(a, path) ?? 0) - (number_at(b, path) ?? 0));
    const [first] = known;
    if (!first || known.length < 2 || key === 'power_w') return [];
    return [text.t('plot.cost.least', { what: text.t(`row.${key}`), name: name_of(app, first), value: join(quantity(number_at(first, path) ?? 0, unit)) })];
  });
  const table = {
    head: [{ key: 'device', label: text.t('device') }, ...rows.map(({ key }) => ({ key, label: text.t(`row.${key}`) }))],
    rows: answers.map((answer) => [
      { value: name_of(app, answer) },
      ...rows.map(({ path, unit }) => ({ value: number_at(answer, path), unit, path: `devices.${answer.index}.${path}` })),
    ]),
  };
  return <Bars app={app} name="cost" title={text.t('figure.cost')} summary={least.join(text.t('sentence_gap'))} table={table} groups={groups} note={text.t('plot.cost.note')} />;
}
