import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search_plans, unbeaten } from '../../web/src/plan.js';

const plan = (step_s, memory_bytes, tokens_per_s = 1) => ({ step_s, memory_bytes, tokens_per_s, link: `${step_s}-${memory_bytes}` });

const search = (front, rejected) => ({ axis: 'memory', best: 'first', considered: 10, fitting: front.length, rejected, front });

test('the front of pieces keeps what nothing beats, by memory or by tokens', () => {
  const plans = [plan(3, 1), plan(1, 9), plan(2, 9), plan(2, 5), plan(4, 2)];
  assert.deepEqual(unbeaten(plans, 'memory').map(({ link }) => link), ['1-9', '2-5', '3-1']);
  const served = [plan(1, 0, 10), plan(2, 0, 5), plan(3, 0, 20)];
  assert.deepEqual(unbeaten(served, 'tokens').map(({ tokens_per_s }) => tokens_per_s), [10, 20]);
  const priced = [{ ...plan(1, 0), run_usd: 9 }, { ...plan(2, 0), run_usd: 7 }, { ...plan(3, 0), run_usd: 8 }, plan(4, 0)];
  assert.deepEqual(unbeaten(priced, 'cost').map(({ step_s }) => step_s), [1, 2]);
});

test('a search asks piece by piece, adds up reasons, and ends when it is stopped', () => {
  const waiting = [];
  const seen = [];
  const requests = [];
  const stop = search_plans({
    ask: (request) => {
      requests.push(request);
      const piece = request.counts
        ? { index: 0, id: 'x', devices: 8, curve: [{ devices: request.counts[0], efficiency: 1, plan: null }] }
        : { index: 0, id: 'x', devices: 8, search: search([plan(request.slice + 1, 99 - request.slice)], [{ code: 'plan.memory', count: 2 }]) };
      return { schema: 1, issues: [], result: { devices: [piece] } };
    },
    show: (plans) => seen.push(plans),
    later: (then) => waiting.push(then),
  });
  assert.equal(requests.length, 0); // nothing runs while the reader types
  while (waiting.length && requests.length < 66) waiting.shift()();
  const { devices: [device], done } = seen.at(-1);
  assert.equal(device.search.considered, 640);
  assert.deepEqual(device.search.rejected, [{ code: 'plan.memory', count: 128 }]);
  assert.equal(device.search.front.length, 64);
  assert.deepEqual(device.curve.map(({ devices }) => devices), [1, 2]);
  assert.ok(done > 0.5 && done < 1);
  stop();
  while (waiting.length) waiting.shift()();
  assert.equal(requests.length, 66);
});
