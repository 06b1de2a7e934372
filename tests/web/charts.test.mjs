// What charts are made of: axes, labels that do not cover each other, files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { even_marks, log_marks, scale_of, spread } from '../../web/src/components/figure/scales.js';
import { axes_of, read_sweep, sweep_text, usual } from '../../web/src/components/figure/sweep.js';

test('even marks are round and lie within the axis', () => {
  assert.deepEqual(even_marks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(even_marks(0, 0.37, 4), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(even_marks(15.2, 23.1, 4), [16, 18, 20, 22]);
  assert.deepEqual(even_marks(3, 3, 4), [3]);
});

test('logarithmic marks are powers of ten with 2 and 5 where there is room, and even marks where nearly nothing is spanned', () => {
  assert.deepEqual(log_marks(1, 1000, 10), [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
  assert.deepEqual(log_marks(1, 1000, 5), [1, 10, 100, 1000]);
  assert.deepEqual(log_marks(10, 13, 5), even_marks(10, 13, 5));
  for (const [from, to] of [[1e-6, 3e9], [0.3, 7], [1.5, 4], [8e11, 2e15], [1, 131072]]) {
    for (const most of [3, 5, 8]) {
      const marks = log_marks(from, to, most);
      assert.ok(marks.length >= 1 && marks.length <= 2 * most, `${from} ${to} ${most}: ${marks}`);
      for (const mark of marks) assert.ok(mark >= from * 0.999 && mark <= to * 1.001);
    }
  }
});

test('a scale reaches both ends, and its marks may be round in GiB', () => {
  const log = scale_of(1, 100, [0, 200], { log: true });
  assert.equal(log.at(1), 0);
  assert.equal(log.at(10), 100);
  assert.equal(log.at(100), 200);
  const even = scale_of(0, 30 * 2 ** 30, [300, 0], { log: false, base: 2 ** 30 });
  assert.ok(even.marks.every((mark) => Number.isInteger(mark / 2 ** 30)));
  assert.equal(even.at(0), 300);
  assert.equal(scale_of(5, 5, [0, 10], { log: true }).at(5), 5);
});

test('labels are pushed apart, stay in their order and above the bottom', () => {
  const wanted = [100, 101, 99, 300];
  const out = spread(wanted, 16, 290);
  const sorted = [...out].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i += 1) assert.ok(sorted[i] - sorted[i - 1] >= 16);
  assert.ok(out[2] < out[0] && out[0] < out[1] && out[1] < out[3]);
  assert.ok(Math.max(...out) <= 290);
});

test('the range of a sweep is read and written as the link spells it', () => {
  for (const text of ['b:1..256:log', 's:128..32000', 'd1.bw:100..2000', 'mm.k:64..16384:log']) assert.equal(sweep_text(read_sweep(text)), text);
  assert.deepEqual(read_sweep(undefined, 'decode'), { axis: 'b', from: 1, to: 1024, log: true });
  // A server is asked how many sequences it holds at once.
  assert.deepEqual(read_sweep(undefined, 'serve'), { axis: 'c', from: 1, to: 1024, log: true });
  assert.deepEqual(read_sweep('s:2x..9'), { axis: 's', from: '2x', to: 9, log: false });
});

test('the axes of a sweep are those of the workload, with the chips of each column and what the link asks', () => {
  assert.deepEqual(axes_of('decode', 2), ['b', 's', 'o', 'd1.n', 'd2.n']);
  assert.deepEqual(axes_of('matmul', 1, 'd1.bw'), ['mm.m', 'mm.n', 'mm.k', 'b', 'd1.n', 'd1.bw']);
  for (const axis of axes_of('train', 8)) assert.ok(Number(usual(axis).from) < Number(usual(axis).to));
});
