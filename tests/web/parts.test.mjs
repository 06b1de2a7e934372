// Stacked bars: the parts of a total in one order for all devices.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_views } from '../../web/build/views.mjs';
import { further_words } from '../../web/src/fields.js';
import { breakdowns, leading, longest, rest, segments, stacks_of } from '../../web/src/parts.js';
import { filters_of, question_of, questions, score_line_of } from '../../web/src/view.js';

const views = await open_views();
const engine = await views.start();
const stack = (parts, total) => ({ index: 0, id: 'toy', total, limit: null, spare: 0, parts: Object.entries(parts).map(([name, value]) => ({ name, value })) });

test('parts stand in the order of the largest share they have anywhere', () => {
  assert.deepEqual(leading([stack({ a: 1, b: 3 }, 4), stack({ a: 9, b: 1, c: 0 }, 10)]), ['a', 'b']);
});

test('small parts come together only where there are several', () => {
  const nine = stack(Object.fromEntries([...'abcdefghi'].map((name, index) => [name, 9 - index])), 45);
  assert.deepEqual(leading([nine], 7), [...'abcdefg']);
  assert.equal(leading([stack({ a: 3, b: 2, c: 1 }, 6)], 2).length, 3);
  const drawn = segments(nine, leading([nine], 7));
  assert.deepEqual(drawn.at(-1), { name: rest, value: 3, from: 42 });
  assert.equal(drawn.reduce((sum, { value }) => sum + value, 0), 45);
});

test('overlapping parts still fit on the axis', () => {
  assert.equal(longest([stack({ a: 3, b: 2 }, 4)]), 5);
  assert.equal(longest([{ ...stack({ a: 1 }, 1), limit: 8 }]), 8);
  // What an engine holds beyond the need stands behind the parts.
  assert.equal(longest([{ ...stack({ a: 3, b: 2 }, 5), spare: 4, limit: 8 }]), 9);
});

for (const link of ['v=1', 'v=1&w=train&m=gpt2-xl&d=a100-sxm4-80gb~rtx-4090', 'v=1&w=decode&m=llama-2-7b&o=64&b=4&d=l4', 'v=1&w=matmul&mm=64x64x64&d=v100']) {
  test(`the parts of an answer come to its total, and every part can be opened: ${link}`, () => {
    const { scenario, devices } = engine.call('estimate', link).result;
    for (const kind of Object.keys(breakdowns)) {
      for (const { total, parts, index } of stacks_of(devices, kind, scenario.workload)) {
        const sum = parts.reduce((all, { value }) => all + value, 0);
        assert.ok(total > 0 && Math.abs(sum - total) <= 1e-9 * total, `${kind}: ${sum} of ${total}`);
        assert.ok(parts.every(({ name }) => breakdowns[kind].path(name).includes(name)), `${index}`);
      }
    }
  });
}

test('parts of the whole are set against the whole, parts of one token against one token', () => {
  const answer = (items) => [{ index: 0, id: 'toy', time: { total_s: 10, tpot_s: 1, items: items.map((seconds) => ({ name: 'a', seconds })) } }];
  assert.equal(stacks_of(answer([0.4, 0.6]), 'parts', 'serve')[0].total, 1);
  assert.equal(stacks_of(answer([4, 6.5]), 'parts', 'serve')[0].total, 10);
});

test('a sentence gains only words that the core follows and the scenario needs', () => {
  const fields = (support) => ['software_stack', 'recompute', 'tensor_parallel', 'pipeline_parallel', 'zero_stage'].map((name) => ({ name, key: name, kind: 'word', support }));
  assert.deepEqual(further_words(fields('later'), { workload: 'train', chips: 8 }), []);
  assert.deepEqual(further_words(fields('now'), { workload: 'prefill', chips: 1 }), ['software_stack']);
  assert.deepEqual(further_words(fields('now'), { workload: 'decode', chips: 2 }), ['software_stack', 'tensor_parallel', 'pipeline_parallel']);
  assert.equal(further_words(fields('now'), { workload: 'train', chips: 8 }).length, 5);
});

test('a view of a link asks one of the known questions, or none', () => {
  assert.equal(question_of('fit'), 'context');
  for (const question of questions) assert.equal(question_of(`fit-${question}`), question);
  assert.equal(question_of('fit-catalogue-fits-current'), 'catalogue');
  assert.deepEqual(filters_of('fit-catalogue-current-fits'), ['fits', 'current']);
  for (const view of [undefined, 'fit-catalogue', 'fit-batch', 'fit-catalogue-cheap']) assert.deepEqual(filters_of(view), []);
  for (const view of [undefined, 'accuracy', 'fit-', 'fit-nothing', 'fitter']) assert.equal(question_of(view), undefined);
  assert.equal(score_line_of('accuracy'), '');
  assert.equal(score_line_of('accuracy-gemm-tensor'), 'gemm-tensor');
  for (const view of [undefined, 'fit', 'accuracy-', 'accuracyx']) assert.equal(score_line_of(view), undefined);
});
