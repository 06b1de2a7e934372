// Models that people bring, and changes that make a device fit: what they do to a scenario.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shape_names } from '../../web/src/fields.js';
import { import_file } from '../../web/src/import.js';
import { pairs_of, with_model, with_pairs } from '../../web/src/scenario.js';

const fields = [
  { key: 'm', name: 'model', kind: 'id', scope: 'scenario' }, { key: 'L', name: 'layers', kind: 'integer', scope: 'scenario' },
  { key: 'wq', name: 'weight_format', kind: 'word', scope: 'both' }, { key: 'kq', name: 'key_format', kind: 'word', scope: 'scenario' },
  { key: 'n', name: 'count', kind: 'integer', scope: 'column' }, { key: 'lay', name: 'layer_split', kind: 'flag', scope: 'both' },
];
const field_of = (key) => fields.find((field) => field.key === key);

test('a change is made in one column where it can be its own, in the whole scenario otherwise', () => {
  const columns = [{ id: 'l4' }, { id: 't4', count: 1 }];
  assert.deepEqual(with_pairs({ batch: 2 }, columns, 1, 'n=2&lay=1', field_of), { batch: 2, devices: [{ id: 'l4' }, { id: 't4', count: 2, layer_split: true }] });
  assert.deepEqual(with_pairs({}, columns, 0, 'kq=q8-0', field_of), { key_format: 'q8-0' });
  assert.deepEqual(with_pairs({}, columns, 0, 'wq=q4-k-m&nobody=1', field_of), { devices: [{ id: 'l4', weight_format: 'q4-k-m' }, columns[1]] });
  assert.deepEqual(pairs_of('n=2&wq=int8'), [{ key: 'n', value: 2 }, { key: 'wq', value: 'int8' }]);
});

test('a model takes the place of another and leaves the rest of the scenario alone', () => {
  const before = { model: 'gpt2', layers: 3, weight_format: 'int8', batch: 4 };
  assert.deepEqual(with_model(before, { model: 'custom', layers: 9 }, shape_names(fields)), { weight_format: 'int8', batch: 4, model: 'custom', layers: 9 });
});

/** A reader that needs `length` bytes of a header. */
const reader = (length, asked) => (bytes) => {
  asked.push(bytes.length);
  return { schema: 1, issues: [], result: bytes.length < length ? { kind: 'gguf', need_bytes: bytes.length + 1 } : { kind: 'gguf', name: 'toy' } };
};

test('no more of a large file is read than its header needs, and not byte by byte', async () => {
  const asked = [];
  const file = new Blob([new Uint8Array(40 << 20)]);
  const { result } = await import_file(file, reader(5 << 20, asked));
  assert.equal(result.name, 'toy');
  assert.deepEqual(asked, [1 << 20, 2 << 20, 4 << 20, 8 << 20]);
});

test('a file that ends before its header does is answered as it is', async () => {
  const asked = [];
  const { result } = await import_file(new Blob([new Uint8Array(3 << 20)]), reader(5 << 20, asked));
  assert.equal(result.name, undefined);
  assert.deepEqual(asked, [1 << 20, 2 << 20, 3 << 20]);
});
