// Which inputs a sweep can go over, and the range as the link spells it: "b:1..256:log".

import { read_number } from '../../numbers.js';
import { default_sweep } from '../../view.js';

/** @typedef {{axis: string, from: number | string, to: number | string, log: boolean}} Sweep */

/** @type {Record<string, string[]>} */
const by_workload = {
  matmul: ['mm.m', 'mm.n', 'mm.k', 'b'], prefill: ['b', 's'], decode: ['b', 's', 'o'], serve: ['c', 's', 'o'],
  train: ['b', 's', 'mb', 'L', 'h'], finetune: ['b', 's', 'mb', 'rank'], recommend: ['b'],
};

/** Keys of the axes for a workload, with the chips of each column. @param {string} workload @param {number} columns @param {string} [asked] */
export function axes_of(workload, columns, asked) {
  const keys = [...(by_workload[workload] ?? ['b']), ...Array.from({ length: columns }, (_, index) => `d${index + 1}.n`)];
  return asked && !keys.includes(asked) ? [...keys, asked] : keys;
}

/** @type {Record<string, [number, number]>} */
const ranges = {
  b: [1, 1024], s: [128, 131072], o: [1, 4096], c: [1, 1024], mb: [1, 64], L: [2, 128], h: [512, 16384], rank: [1, 256],
  'mm.m': [64, 16384], 'mm.n': [64, 16384], 'mm.k': [64, 16384],
};

/** A usual range of an axis. @param {string} axis @returns {Sweep} */
export function usual(axis) {
  const [from, to] = ranges[axis] ?? [1, 64];
  return { axis, from, to, log: true };
}

/** @param {unknown} text  of the link @param {string} workload @returns {Sweep} */
export function read_sweep(text, workload) {
  const match = /^([^:]+):(.+?)\.\.(.+?)(:log)?$/.exec(String(text ?? ''));
  if (!match) {
    const { scale, ...rest } = default_sweep(workload);
    return { ...rest, log: scale === 'log' };
  }
  const [, axis = '', from = '', to = '', log] = match;
  return { axis, from: read_number(from) ?? from, to: read_number(to) ?? to, log: log !== undefined };
}

/** @param {Sweep} sweep */
export const sweep_text = ({ axis, from, to, log }) => `${axis}:${from}..${to}${log ? ':log' : ''}`;
