import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read_number, typed_value } from '../../web/src/numbers.js';

test('numbers are read as people type them', () => {
  const cases = {
    128: 128, '2k': 2000, '7B': 7e9, '1.5T': 1.5e12, '1.1k': 1100, '2,048': 2048, '1,234,567': 1234567, '1e6': 1e6,
    '2.5e-3': 0.0025, '.5': 0.5, ' 32 ': 32, '８': 8, '2万': 20000, '3亿': 3e8, '70亿': 7e9, '1.5万亿': 1.5e12, '８千': 8000,
    '3百万': 3e6, '2千万': 2e7, '５千亿': 5e11, '4Ki': 4096, '10 000': 10000,
  };
  for (const [text, value] of Object.entries(cases)) assert.equal(read_number(text), value, text);
});

test('what is not a number stays what it is', () => {
  for (const text of ['12x', '-5', '1,5', '1.2.3', 'k', '0x10', '1e999', 'NaN', 'Infinity', '2kk', '亿', '3亿万', '3万k', '3千百']) {
    assert.equal(read_number(text), null, text);
    assert.equal(typed_value(text), text);
  }
});

test('an emptied field goes back to its default', () => assert.equal(typed_value('  '), undefined));
