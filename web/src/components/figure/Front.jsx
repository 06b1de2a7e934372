// The plans that no other beats, as points: time of a step against what else counts, which is memory, tokens, cost or energy.

import { count, join, quantity } from '../../format.js';
import { name_of } from '../../names.js';
import { energy_of, plan_cell, usd_of } from '../../plan.js';
import { with_words } from './Asked.jsx';
import { Lines } from './Lines.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Plan} Plan */

/** What the second axis of a front shows; of cost and energy those of a run where there is one. */
/** @param {string} axis @param {Plan | undefined} plan @returns {{unit: string, label: string, key: string, field: keyof Plan, value_of: (plan: Plan) => number}} */
function axis_of(axis, plan) {
  const run = plan?.run_s !== undefined;
  if (axis === 'cost') return { unit: 'usd', label: run ? 'row.run_usd' : 'row.per_million_tokens_usd', key: 'cost_usd', field: run ? 'run_usd' : 'per_million_tokens_usd', value_of: (one) => usd_of(one) ?? NaN };
  if (axis === 'energy') return { unit: 'J', label: run ? 'row.run_building_j' : 'row.per_token_j', key: 'energy_j', field: run ? 'run_j' : 'per_token_j', value_of: (one) => energy_of(one) ?? NaN };
  if (axis === 'tokens') return { unit: 'token/s', label: 'row.tokens_per_s', key: 'tokens_per_s', field: 'tokens_per_s', value_of: (one) => one.tokens_per_s };
  return { unit: 'byte', label: 'row.memory', key: 'memory_bytes', field: 'memory_bytes', value_of: (one) => one.memory_bytes };
}

/** @param {{app: App, split_text: (plan: Plan) => string}} props  `split_text`: a split as the view of plans writes it */
export function Front({ app: plain, split_text }) {
  const app = with_words(plain);
  const { state, text } = app;
  const found = (state.plans?.devices ?? []).filter(({ search }) => search && search.front.length > 1);
  if (found.length === 0) return null;
  const { unit, label, key, field, value_of } = axis_of(found[0]?.search?.axis ?? 'memory', found[0]?.search?.front[0]);
  const name = text.t(label);
  const plans = found.flatMap((device) => (device.search?.front ?? []).map((plan) => ({ device, plan })));
  const written = (/** @type {Plan} */ plan) => `${join(quantity(plan.step_s, 's'))}${text.t('list_comma')}${join(quantity(value_of(plan), unit, state.units))}`;
  const series = found.map(({ search, ...device }) => ({
    name: name_of(app, device),
    places: (search?.front ?? []).filter((plan) => Number.isFinite(value_of(plan))).map((plan) => ({ x: plan.step_s, y: value_of(plan), text: `${name_of(app, device)}${text.t('list_comma')}${split_text(plan)}: ${written(plan)}` })),
  }));
  const table = {
    head: [
      { key: 'split', label: text.t('plot.front.split') }, { key: 'device', label: text.t('device') }, { key: 'step_s', label: text.t('row.time') },
      { key, label: name },
    ],
    rows: plans.map(({ device, plan }) => [{ value: split_text(plan) }, { value: name_of(app, device) }, plan_cell(plan, 'step_s', 's'), plan_cell(plan, field, unit)]),
  };
  const said = found.flatMap(({ search, ...device }) => {
    const [fastest] = search?.front ?? [];
    return fastest ? [text.t('plot.front.said', { device: name_of(app, device), count: count(search?.front.length ?? 0), split: split_text(fastest), values: written(fastest) })] : [];
  });
  return (
    <Lines
      app={app} name="plans" title={text.t('plot.front')} summary={said.join(text.t('sentence_gap'))} table={table} series={series} log={{ x: true, y: false }} heading
      x_unit="s" y_unit={unit} x_label={text.t('plot.front.time')} y_label={name} beyond={text.t('fits.no')}
    />
  );
}
