// The pure parts of the controls: stops of sliders, names of TPU slices, scenario files, steps of undo.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenario_in } from '../../web/src/import.js';
import { step_of_key } from '../../web/src/shortcuts.js';
import { slice_of, slices_like } from '../../web/src/slices.js';
import { nearest, stops_of } from '../../web/src/sliders.js';
import { create_undo } from '../../web/src/undo.js';

test('sliders stop at half octaves, at shares, and around what is published; others have none', () => {
  const batch = stops_of({ name: 'batch' });
  assert.deepEqual(batch.slice(0, 8), [1, 2, 3, 4, 6, 8, 12, 16]);
  assert.equal(stops_of({ name: 'memory_utilisation' }).at(-1), 1);
  const bandwidth = stops_of({ name: 'bandwidth_gb_per_s' }, 2039);
  assert.ok(bandwidth.includes(2039));
  assert.deepEqual([bandwidth[0], bandwidth.at(-1)], [204, 20400]);
  assert.deepEqual(bandwidth, [...bandwidth].sort((a, b) => a - b));
  assert.equal(stops_of({ name: 'bandwidth_gb_per_s' }, undefined), undefined);
  assert.equal(stops_of({ name: 'vocabulary' }, 30000), undefined);
  assert.equal(batch[nearest(batch, 33)], 32);
});

test('U08: the names of TPU slices count cores or chips, as their generation does', () => {
  assert.deepEqual(slice_of('v3-8'), { id: 'tpu-v3', name: 'v3-8', generation: 'v3', chips: 4, cores: 8, counts: 'cores' });
  assert.equal(slice_of('TPU v3-256').chips, 128);
  assert.equal(slice_of('v4-8').chips, 4);
  assert.equal(slice_of('v5p-8').chips, 4);
  assert.equal(slice_of('v5e-8').chips, 8);
  assert.equal(slice_of('v5litepod-16').chips, 16);
  assert.equal(slice_of('v6e-256').chips, 256);
  assert.equal(slice_of('v3-7'), undefined);
  assert.equal(slice_of('v100-8'), undefined);
  // Two TensorCores a chip: the number of v5p and TPU7x names counts them.
  assert.deepEqual(slice_of('tpu7x-8'), { id: 'tpu-v7', name: 'tpu7x-8', generation: 'tpu7x', chips: 4, cores: 8, counts: 'cores' });
  for (const written of ['TPU7x-64', 'v7x-64', 'tpu v7-64']) assert.equal(slice_of(written).chips, 32, written);
  assert.equal(slice_of('v5p-12288').chips, 6144);
  assert.equal(slice_of('v6e-1').chips, 1);
});

test('U08: a slice that is begun offers the sizes of its generation, and the word slice one of each', () => {
  const names = (typed) => slices_like(typed).map(({ name }) => name);
  assert.deepEqual(names('v6e-'), ['v6e-1', 'v6e-4', 'v6e-8', 'v6e-16', 'v6e-32', 'v6e-64', 'v6e-128', 'v6e-256']);
  assert.deepEqual(names('tpu v5p-1'), ['v5p-16', 'v5p-128', 'v5p-1024', 'v5p-12288']);
  assert.deepEqual(names('tpu7x-48'), ['tpu7x-48']);
  assert.deepEqual(names('slice'), ['v2-8', 'v3-8', 'v4-8', 'v5e-8', 'v5p-8', 'v6e-8', 'tpu7x-8']);
  assert.deepEqual(names('v100'), []);
});

test('a scenario file is told from a config.json', async () => {
  const is_setting = (name) => ['model', 'workload', 'vocabulary'].includes(name);
  const of = (value) => scenario_in(new Blob([typeof value === 'string' ? value : JSON.stringify(value)]), is_setting);
  assert.equal(await of({ model: 'gpt2', workload: 'train' }), '{"model":"gpt2","workload":"train"}');
  assert.equal(await of({ model_type: 'llama', vocabulary: 3 }), undefined);
  assert.equal(await of({ hidden_size: 3 }), undefined);
  assert.equal(await of('hello'), undefined);
  assert.equal(await of('null'), undefined);
});

test('undo keeps the language and the theme of the reader', () => {
  const undo = create_undo();
  undo.note({ batch: 1, language: 'en' });
  assert.deepEqual(undo.back({ batch: 2, language: 'zh', theme: 'dark' }), { batch: 1, language: 'zh', theme: 'dark' });
  assert.deepEqual(undo.forth({ batch: 1, language: 'zh' }), { batch: 2, language: 'zh' });
  assert.equal(undo.forth({}), undefined);
});

test('one step a field until it is left, and a new change ends redo', () => {
  const undo = create_undo();
  undo.note({ batch: 1 }, 'batch');
  undo.note({ batch: 2 }, 'batch');
  undo.settle();
  undo.note({ batch: 20 }, 'batch');
  assert.deepEqual(undo.back({ batch: 3 }), { batch: 20 });
  assert.deepEqual(undo.back({ batch: 20 }), { batch: 1 });
  undo.note({ batch: 1 });
  assert.equal(undo.can().redo, false);
});

test('undo and redo are read from the keys of every system', () => {
  const key = (name, more = {}) => step_of_key({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, key: name, ...more });
  assert.equal(key('z', { ctrlKey: true }), 'undo');
  assert.equal(key('Z', { metaKey: true, shiftKey: true }), 'redo');
  assert.equal(key('y', { ctrlKey: true }), 'redo');
  assert.equal(key('z'), undefined);
  assert.equal(key('z', { ctrlKey: true, altKey: true }), undefined);
});
