// The plans that no other beats, as points: time of a step against memory, or of tokens against those of all per second.

import { count, join, quantity } from '../../format.js';
import { with_words } from './Asked.jsx';
import { Lines } from './Lines.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Plan} Plan */

/** @param {{app: App, split_text: (plan: Plan) => string}} props  `split_text`: a split as the view of plans writes it */
export function Front({ app: plain, split_text }) {
  const app = with_words(plain);
  const { state, text, lookup } = app;
  const found = (state.plans?.devices ?? []).filter(({ search }) => search && search.front.length > 1);
  if (found.length === 0) return null;
  const tokens = found[0]?.search?.axis === 'tokens';
  const value_of = (/** @type {Plan} */ plan) => (tokens ? plan.tokens_per_s : plan.memory_bytes);
  const unit = tokens ? 'token/s' : 'byte';
  const label = text.t(tokens ? 'row.tokens_per_s' : 'row.memory');
  const plans = found.flatMap(({ id, search }) => (search?.front ?? []).map((plan) => ({ id, plan })));
  const written = (/** @type {Plan} */ plan) => `${join(quantity(plan.step_s, 's'))}${text.t('list_comma')}${join(quantity(value_of(plan), unit, state.units))}`;
  const series = found.map(({ id, search }) => ({
    name: lookup.device_name(id),
    places: (search?.front ?? []).map((plan) => ({ x: plan.step_s, y: value_of(plan), text: `${lookup.device_name(id)}${text.t('list_comma')}${split_text(plan)}: ${written(plan)}` })),
  }));
  const table = {
    head: [
      { key: 'split', label: text.t('plot.front.split') }, { key: 'device', label: text.t('device') }, { key: 'step_s', label: text.t('row.time') },
      { key: tokens ? 'tokens_per_s' : 'memory_bytes', label },
    ],
    rows: plans.map(({ id, plan }) => [{ value: split_text(plan) }, { value: lookup.device_name(id) }, { value: plan.step_s, unit: 's' }, { value: value_of(plan), unit }]),
  };
  const said = found.flatMap(({ id, search }) => {
    const [fastest] = search?.front ?? [];
    return fastest ? [text.t('plot.front.said', { device: lookup.device_name(id), count: count(search?.front.length ?? 0), split: split_text(fastest), values: written(fastest) })] : [];
  });
  return (
    <Lines
      app={app} name="plans" title={text.t('plot.front')} summary={said.join(text.t('sentence_gap'))} table={table} series={series} log={{ x: false, y: false }} heading
      x_unit="s" y_unit={unit} x_label={text.t('plot.front.time')} y_label={label} beyond={text.t('fits.no')}
    />
  );
}
