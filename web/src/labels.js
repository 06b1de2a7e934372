// What a setting and its values are called.

import { product_names } from './fields.js';
import { count, quantity } from './format.js';
import { read_number } from './numbers.js';

/** @typedef {import('./contract').FieldSpec} FieldSpec */
/** @typedef {import('./app.js').App} App */

/** @param {any} value @param {FieldSpec} field */
export function written(value, field) {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && field.kind !== 'flag') {
    const small = Math.abs(value) < 1e9 && Number.isInteger(value);
    // "100B", where that is all of it.
    const shown = small ? quantity(value, 'count').number : count(value);
    return small || (value >= 1e9 && read_number(shown) === value) ? shown : String(value);
  }
  return String(value);
}

/** @param {App} app @param {FieldSpec} field */
export const field_label = (app, field) => {
  const key = `field.${field.name}`;
  return app.text.has(key) ? app.text.t(key) : field.name.replaceAll('_', ' ');
};

/** What holds where nothing is set and nothing can be named. @param {App} app @param {FieldSpec} field */
export function unset_label(app, field) {
  const key = `word.${field.name}.unset`;
  return app.text.t(app.text.has(key) ? key : 'default');
}

/** @param {App} app @param {FieldSpec} field @param {string} word */
export function word_label(app, field, word) {
  const key = `word.${field.name}.${word}`;
  if (app.text.has(key)) return app.text.t(key);
  if (field.kind === 'flag') return app.text.t(word === 'true' || word === '1' ? 'yes' : 'no');
  return (field.name === 'software_stack' && product_names[word]) || word;
}

/** A word as it stands in a list: a stored format with the bits of an element, its scales included. */
/** @param {App} app @param {FieldSpec} field @param {string} word */
export function option_label(app, field, word) {
  const label = word_label(app, field, word);
  const bits = /^(weight|key|value)_format$/.test(field.name) && app.lookup.catalogue.format_bits?.[word];
  return bits ? app.text.t('word.with_bits', { word: label, bits: `${Number.isInteger(bits * 32) ? '' : '≈ '}${bits}` }) : label;
}
