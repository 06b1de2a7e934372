import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differs, is_best, relative_text } from '../../web/src/relative.js';

const answers = [{ index: 0, fits: 'yes', t: 2 }, { index: 1, fits: 'yes', t: 1 }, { index: 2, fits: 'no', t: 0.5 }, { index: 3, fits: 'unknown', t: null }];
const row = { value: (answer) => answer.t, better: -1 };

test('the best of a row fits, and there is none where all are alike or one stands alone', () => {
  assert.deepEqual(answers.map((answer) => is_best(row, answer, answers)), [false, true, false, false]);
  assert.equal(is_best({ ...row, better: 1 }, answers[0], answers), true);
  assert.equal(is_best({ ...row, better: 0 }, answers[1], answers), false);
  assert.equal(is_best(row, answers[0], answers.slice(0, 1)), false);
  const alike = [{ index: 0, t: 1 }, { index: 1, t: 1 }];
  assert.equal(is_best(row, alike[0], alike), false);
});

test('a number is set against the baseline as a factor or in percent, and never against itself or nothing', () => {
  assert.equal(relative_text(row.value, answers[0], answers[1], 'times'), '2×');
  assert.equal(relative_text(row.value, answers[0], answers[1], 'percent'), '+100 %');
  assert.equal(relative_text(row.value, answers[1], answers[0], 'percent'), '−50 %');
  assert.equal(relative_text(row.value, answers[1], answers[1], 'times'), '');
  assert.equal(relative_text(row.value, answers[3], answers[1], 'times'), '');
  assert.equal(relative_text(row.value, answers[1], undefined, 'times'), '');
});

test('a row differs when two columns say different things; one without a value always counts', () => {
  assert.equal(differs(row, answers), true);
  assert.equal(differs(row, [answers[0], { ...answers[0], index: 5 }]), false);
  assert.equal(differs({}, answers), true);
});
