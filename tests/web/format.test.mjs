import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, chinese_count, count, digits, percent, quantity, time, time_range, times, unit_of_name } from '../../web/src/format.js';

const written = ({ number, unit }) => (unit ? `${number} ${unit}` : number);

test('a time is written with three digits and the prefix that suits it', () => {
  const cases = [
    [0, '0 s'], [5.2e-5, '52 µs'], [7.64e-5, '76.4 µs'], [0.0112, '11.2 ms'], [0.9999, '1 s'], [0.00099999, '1 ms'],
    [13.75, '13.8 s'], [119, '119 s'], [120, '2 min'], [7200, '2 h'], [86400 * 4, '4 d'], [31557600 * 3, '3 a'],
    [3.2e-10, '320 ps'],
  ];
  for (const [value, text] of cases) assert.equal(written(time(value)), text);
});

test('an interval has one unit', () => {
  assert.equal(written(time_range(0.00065, 0.0028)), '0.65–2.8 ms');
  assert.equal(written(time_range(0, 1500)), '0–25 min');
});

test('memory is binary unless decimal units were asked for, and the unit says which', () => {
  assert.equal(written(bytes(32 * 2 ** 30)), '32 GiB');
  assert.equal(written(bytes(32 * 2 ** 30, 'gb')), '34.4 GB');
  assert.equal(written(bytes(1023.9 * 2 ** 20)), '1 GiB');
  assert.equal(written(bytes(0)), '0 B');
  assert.equal(written(bytes(1536)), '1.5 KiB');
});

test('digits are grouped and never carry an exponent in the usual range', () => {
  assert.equal(digits(1234567), '1,234,567');
  assert.equal(digits(0.05), '0.05');
  assert.equal(digits(2.0), '2');
  assert.equal(digits(1e-9), '1.00e-9');
});

test('counts of parameters are short, small counts are whole', () => {
  assert.equal(count(2304), '2,304');
  assert.equal(count(7e9), '7B');
  assert.equal(count(1.5e12), '1.5T');
});

test('ratios keep the digit that tells near ties apart', () => {
  assert.equal(times(1.94), '1.9×');
  assert.equal(times(1.02), '1.02×');
  assert.equal(times(1.004), '1×');
  assert.equal(times(23.4), '23×');
});

test('a share is a percentage', () => assert.equal(percent(0.426), '42.6 %'));

test('base units of the core become the units people use', () => {
  assert.equal(written(quantity(275e12, 'FLOP/s')), '275 TFLOP/s');
  assert.equal(written(quantity(1200e9, 'B/s')), '1.2 TB/s');
  assert.equal(written(quantity(229, 'FLOP/B')), '229 FLOP/B');
  assert.equal(written(quantity(1.05e9, 'Hz')), '1.05 GHz');
  assert.equal(written(quantity(24, '')), '24');
  assert.equal(written(quantity(30522, 'count')), '30,522');
  assert.equal(written(quantity(3.22, 'USD')), '3.22 USD');
});

test('the unit of a parameter is the end of its name', () => {
  assert.equal(unit_of_name('need_bytes'), 'byte');
  assert.equal(unit_of_name('bandwidth_bytes_per_s'), 'byte/s');
  assert.equal(unit_of_name('time_s'), 's');
  assert.equal(unit_of_name('layers'), undefined);
});

test('counts may be read in Chinese words of size', () => {
  for (const [value, text] of [[7e9, '70亿'], [46.7e9, '467亿'], [1.5e12, '1.5万亿'], [334e6, '3.34亿']]) assert.equal(chinese_count(value), text);
});
