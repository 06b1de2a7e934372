// Columns set against each other in one row: which is best, whether they differ, how a number compares with the baseline's.

import { digits, percent, times } from './format.js';

/** @typedef {import('./contract').Answer} Answer */
/** @typedef {{value?: (answer: Answer) => any, better?: -1 | 0 | 1}} Row */

/** Whether the columns say different things; rows without a value always count. @param {Row} row @param {Answer[]} answers */
export function differs({ value }, answers) {
  if (!value) return true;
  const [first, ...others] = answers.map(value);
  return others.some((other) => (other ?? null) !== (first ?? null));
}

/** The best of those that fit and have a number, where they are not all alike. */
/** @param {Row} row @param {Answer} answer @param {Answer[]} answers */
export function is_best({ value, better }, answer, answers) {
  if (!value || !better) return false;
  const known = answers.filter((one) => one.fits !== 'no' && typeof value(one) === 'number').map(value);
  if (known.length < 2 || answer.fits === 'no' || known.every((number) => number === known[0])) return false;
  return value(answer) === (better > 0 ? Math.max(...known) : Math.min(...known));
}

/** "1.9×" or "+90 %" of the baseline; nothing for the baseline itself, for the same number and where one lacks. */
/** @param {(answer: Answer) => any} value @param {Answer} answer @param {Answer | undefined} base @param {'times' | 'percent'} how */
export function relative_text(value, answer, base, how) {
  if (!base || base.index === answer.index) return '';
  const [own, of] = [value(answer), value(base)];
  if (typeof own !== 'number' || typeof of !== 'number' || !(of > 0) || own === of) return '';
  if (how === 'times') return own < of ? `${digits(own / of, 2)}×` : times(own / of);
  return own < of ? `−${percent(1 - own / of)}` : `+${percent(own / of - 1)}`;
}
