import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  add_column, after_move, after_removal, columns_of, move_column, remove_column, replace_column, set_columns, set_field, set_override, with_baseline,
} from '../../web/src/scenario.js';

const three = [{ id: 'a' }, { id: 'b', count: 2 }, { id: 'c' }];

test('a field that is emptied leaves the scenario, so that its default holds', () => {
  const scenario = set_field({ batch: 4 }, 'batch', undefined);
  assert.deepEqual(scenario, {});
  assert.deepEqual(set_field(scenario, 'batch', 8), { batch: 8 });
});

test('defaults that were filled in do not become overrides of the reader', () => {
  const resolved = { devices: [{ id: 'tpu-v4', count: 1, compute_precision: 'bf16' }] };
  assert.deepEqual(columns_of({}, resolved), [{ id: 'tpu-v4' }]);
  assert.deepEqual(columns_of({ devices: ['v100'] }, resolved), [{ id: 'v100' }]);
});

test('columns are added up to eight and never removed down to none', () => {
  let columns = [{ id: 'a' }];
  for (let n = 0; n < 12; n += 1) columns = add_column(columns, 'b');
  assert.equal(columns.length, 8);
  for (let n = 0; n < 12; n += 1) columns = remove_column(columns, 0);
  assert.deepEqual(columns, [{ id: 'b' }]);
});

test('another device in a column drops what was changed for the old one', () => {
  assert.deepEqual(replace_column(three, 1, 'x'), [{ id: 'a' }, { id: 'x' }, { id: 'c' }]);
});

test('columns move within the table and not out of it', () => {
  assert.deepEqual(move_column(three, 0, 2).map(({ id }) => id), ['b', 'c', 'a']);
  assert.deepEqual(move_column(three, 2, 3), three);
  assert.deepEqual(move_column(three, 0, -1), three);
});

test('an override belongs to one column and goes when emptied', () => {
  const changed = set_override(three, 2, 'bandwidth_gb_per_s', 900);
  assert.deepEqual(changed[2], { id: 'c', bandwidth_gb_per_s: 900 });
  assert.deepEqual(set_override(changed, 2, 'bandwidth_gb_per_s', undefined)[2], { id: 'c' });
  assert.deepEqual(three[2], { id: 'c' });
});

test('a scenario keeps what the page does not know', () => {
  assert.deepEqual(set_columns({ future: 1 }, [{ id: 'a' }]), { future: 1, devices: [{ id: 'a' }] });
});

test('the baseline follows its column, and goes with it', () => {
  const based = { baseline: 2 };
  assert.equal(with_baseline(based, after_removal(0)).baseline, 1);
  assert.equal(with_baseline(based, after_removal(1)).baseline, undefined);
  assert.equal(with_baseline(based, after_removal(2)).baseline, 2);
  assert.equal(with_baseline(based, after_move(1, 3)).baseline, 4);
  assert.equal(with_baseline(based, after_move(0, 2)).baseline, 1);
  assert.equal(with_baseline(based, after_move(3, 0)).baseline, 3);
  assert.deepEqual(with_baseline({}, after_removal(0)), {});
});
