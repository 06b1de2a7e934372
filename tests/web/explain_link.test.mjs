// A link names a number of any answer, and the name leads back to the same number, asked in the same way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { number_of, view_explaining } from '../../web/src/explain_link.js';

const sweep = { of: 'sweep', axis: 'b', from: 1, to: 1024, scale: 'log' };

/** The number's path, how it was asked for, the name in a link, and the view it stands in. */
const numbers = [
  ['devices.0.memory.total_bytes', undefined, 'explain-0.memory.total-bytes', undefined],
  ['devices.0.limits.1.margin', undefined, 'explain-0.limits.1.margin', undefined],
  ['devices.1.limits.0.margin', { of: 'limits' }, 'explain-l.1.limits.0.margin', 'limits'],
  ['pairs.0.must_be.0.value', { of: 'compare' }, 'explain-c.pairs.0.must-be.0.value', 'compare'],
  ['devices.0.sensitivities.2.higher_s', { of: 'compare' }, 'explain-c.0.sensitivities.2.higher-s', 'compare'],
  ['devices.1.value', { of: 'fit', question: 'micro-batch', only: [] }, 'explain-f.micro-batch.1.value', 'fit-micro-batch'],
  ['ranking.3.power_w', { of: 'fit', question: 'catalogue', only: ['kept'] }, 'explain-f.ranking-kept.3.power-w', 'fit-catalogue-kept'],
  ['devices.0.memory_bytes.4', sweep, 'explain-s.0.memory-bytes.4', 'sweep-memory'],
  [
    'plan.3.devices.0.search.front.1.step_s', { of: 'plan', slice: 3, slices: 64, path: 'devices.0.search.front.1.step_s' },
    'explain-p.3.64.0.search.front.1.step-s', 'plan',
  ],
  ['plan.of.8.devices.0.curve.0.plan.step_s', { of: 'plan', counts: [8], path: 'devices.0.curve.0.plan.step_s' }, 'explain-p.n8.0.step-s', 'scale'],
  ['plan.of.64.devices.0.curve.1.efficiency', { of: 'plan', counts: [8, 64], path: 'devices.0.curve.1.efficiency' }, 'explain-p.n8-64.0.efficiency', 'scale'],
];

for (const [path, asked, view, stands_in] of numbers) {
  test(`${view} is ${path}`, () => {
    assert.equal(view_explaining(path, asked, {}), view);
    assert.deepEqual(number_of({ view }), { path, ...(asked && { asked, scenario: { view: stands_in } }) });
  });
}

test('a sweep of the link is asked as the link says it', () => {
  const scenario = { sweep_axis: 's:128..8192:log', view: 'explain-s.0.time-s.4' };
  assert.deepEqual(number_of(scenario)?.asked, { of: 'sweep' });
});

test('what no link can name has no name, and other views open no number', () => {
  assert.equal(view_explaining('devices.0.rent_or_buy.rent_usd_per_hour', { of: 'limits' }, {}), undefined);
  assert.equal(view_explaining('devices.0.time.total_s', { of: 'estimate', with: { time_model: 'roofline' } }, {}), undefined);
  for (const view of [undefined, 'limits', 'explain-', 'explain', 'explain-f.nothing.0.value', 'explain-p.nine.0']) assert.equal(number_of({ view }), undefined);
});
