// How speed grows with the number of chips, each number with its fastest split, against growth in proportion.

import { count, join, quantity } from '../../format.js';
import { name_of } from '../../names.js';
import { plan_cell } from '../../plan.js';
import { with_words } from './Asked.jsx';
import { Lines } from './Lines.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').PlanDevice} PlanDevice */

/** @param {PlanDevice} device */
const curve_of = ({ curve }) => (curve ?? []).flatMap(({ devices, plan }) => (plan ? [{ devices, plan }] : []));

/** @param {{app: App}} props */
export function Growth({ app: plain }) {
  const app = with_words(plain);
  const { state, text } = app;
  const devices = (state.plans?.devices ?? []).filter((device) => curve_of(device).length > 0);
  if (devices.length === 0) return (state.plans?.done ?? 0) < 1 ? null : <p class="muted">{text.t('chart_empty')}</p>;
  const rate = (/** @type {number} */ value) => join(quantity(value, 'token/s'));
  const series = devices.map((device) => ({
    name: name_of(app, device),
    places: curve_of(device).map(({ devices: chips, plan }) => ({
      x: chips, y: plan.tokens_per_s,
      text: `${text.t('plot.growth.point', { device: name_of(app, device), chips: count(chips), rate: rate(plan.tokens_per_s), time: join(quantity(plan.step_s, 's')) })}`,
    })),
  }));
  // From the first number that fits on, each chip as much as there.
  const guides = series.length > 1 ? [] : series.flatMap(({ places }) => {
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last || first === last) return [];
    return [{ name: text.t('plot.growth.proportional'), guide: true, places: [first, { ...last, y: (first.y * last.x) / first.x }] }];
  });
  const said = devices.flatMap((device) => {
    const all = curve_of(device);
    const [first, last] = [all[0], all.at(-1)];
    if (!first || !last) return [];
    return [text.t('plot.growth.said', { device: name_of(app, device), least: count(first.devices), first: rate(first.plan.tokens_per_s), most: count(last.devices), last: rate(last.plan.tokens_per_s) })];
  });
  const table = {
    head: [
      { key: 'device', label: text.t('device') }, { key: 'chips', label: text.t('field.count') }, { key: 'step_s', label: text.t('row.time') },
      { key: 'tokens_per_s', label: text.t('row.tokens_per_s') }, { key: 'memory_bytes', label: text.t('row.memory') },
    ],
    rows: devices.flatMap((device) => curve_of(device).map(({ devices: chips, plan }) => [
      { value: name_of(app, device) }, { value: chips, unit: 'count' }, plan_cell(plan, 'step_s', 's'), plan_cell(plan, 'tokens_per_s', 'token/s'),
      plan_cell(plan, 'memory_bytes', 'byte'),
    ])),
  };
  return (
    <Lines
      app={app} name="scale" title={text.t('figure.scale')} summary={said.join(text.t('sentence_gap'))} table={table} series={[...series, ...guides]} log={{ x: true, y: true }}
      x_unit="count" y_unit="token/s" x_label={text.t('field.count')} y_label={text.t('row.tokens_per_s')} beyond={text.t('fits.no')} note={text.t('plot.growth.note')}
    />
  );
}
