// A link names a number of any answer, and the name leads back to the same number, asked in the same way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { open_views } from '../../web/build/views.mjs';
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
  [
    'roofline.devices.0.time.total_s', { of: 'estimate', path: 'devices.0.time.total_s', with: { time_model: 'roofline' } },
    'explain-m.roofline.0.time.total-s', 'models',
  ],
  ['verdict.comparisons.0.less_speed_share', undefined, 'explain-verdict.comparisons.0.less-speed-share', undefined],
  ['devices.0.precision.formats.1.rate_ops_per_s', { of: 'limits' }, 'explain-l.0.precision.formats.1.rate-ops-per-s', 'limits'],
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
  assert.equal(view_explaining(`devices.0.${'a'.repeat(80)}`, { of: 'limits' }, {}), undefined);
  assert.equal(view_explaining('software.typical.tokens_per_s', { of: 'software' }, {}), undefined);
  for (const view of [undefined, 'limits', 'explain-', 'explain', 'explain-f.nothing.0.value', 'explain-p.nine.0']) assert.equal(number_of({ view }), undefined);
});

/** Every number of an answer by its path, one of each kind. @param {any} value @param {string} path @returns {string[]} */
function paths_in(value, path = '') {
  if (typeof value === 'number') return [path];
  if (!value || typeof value !== 'object') return [];
  const found = Object.entries(value).flatMap(([key, inner]) => paths_in(inner, path ? `${path}.${key}` : key));
  return [...new Map(found.map((one) => [one.replaceAll(/\.\d+/g, '.N'), one])).values()];
}

/** A number as the page asks for it: its name there and the question. */
function asked_for(name, request, path) {
  if (['estimate', 'roofline'].includes(name)) return [path, undefined];
  if (name === 'fit') return [path, { of: name, question: request.question, only: request.only ?? [] }];
  if (name !== 'plan') return [path, { of: name }];
  if (!request.counts) return [`plan.0.${path}`, { of: name, slice: 0, slices: 64, path }];
  // The page asks for one number of chips at a time, and for the first beside it where they are compared.
  const [, row, field] = /\.curve\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (!field || !/^(plan\.|efficiency)/.test(field)) return [];
  const counts = field === 'efficiency' ? [...new Set([request.counts[0], request.counts[row]])] : [request.counts[row]];
  const there = `devices.0.curve.${counts.length - 1}.${field}`;
  return [`plan.of.${counts.at(-1)}.${there}`, { of: name, counts, path: there }];
}

test('every number of the golden answers that can be explained has a link, and the core takes it', async () => {
  const views = await open_views();
  const [engine, more] = [await views.start(), await views.start_more()];
  const folder = new URL('../golden/', import.meta.url);
  const unnamed = [];
  let named = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.request.json'))) {
    const { function: name, request } = JSON.parse(readFileSync(new URL(file, folder)));
    if (!['estimate', 'roofline', 'limits', 'compare', 'fit', 'plan', 'sweep'].includes(name)) continue;
    const { result } = JSON.parse(readFileSync(new URL(file.replace('request', 'result'), folder)));
    const { scenario } = engine.call('link', request.scenario ?? request).result ?? {};
    for (const one of paths_in(result).filter((text) => !text.startsWith('scenario.'))) {
      const [path, asked] = asked_for(name, request, one);
      if (!path || !more.call('explain', { path, ...asked, scenario }).result) continue;
      const view = view_explaining(path, asked, scenario);
      const { result: written, issues } = engine.call('link', { ...scenario, view });
      named += 1;
      if (!view || written?.scenario.view !== view || issues.some(({ path: at }) => at === 'view')) unnamed.push(`${file}: ${path}`);
    }
  }
  assert.deepEqual(unnamed, []);
  assert.ok(named > 400, `${named}`);
});
