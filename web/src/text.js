// Words of the page in one language: the page's own strings and the messages of the core by code.

import { join, quantity, times, unit_of_name } from './format.js';

/** @typedef {import('./contract').Params} Params */
/** @typedef {{ui: Record<string, string>, messages: {issues: Record<string, string>, assumptions: Record<string, string>, labels: Record<string, string>}}} Tables */

/** @typedef {'en' | 'zh'} Language */

/**
 * @typedef {object} Text
 * @property {Language} language
 * @property {(key: string, params?: Record<string, any>) => string} t  a string of the page
 * @property {(key: string) => boolean} has
 * @property {(issue: {code: string, params?: Params}) => string} issue  a message of the core
 * @property {(assumption: {code: string, path: string, value: any}) => string} assumption
 * @property {(code: string) => string} label  a name the core uses: part, formula, input, field
 * @property {(words: Record<string, string>) => Text} with  the same with the words of one view
 * @property {(key: string, values: Record<string, any>) => any[]} pieces  a template as text and values in order
 */

const slot = /\{([a-z_]+)\}/g;

/** @param {string} template @param {Record<string, any>} params */
export function fill(template, params) {
  return template.replace(slot, (whole, name) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}

/** A parameter of a message: numbers by the unit their name ends in. @param {string} name @param {any} value */
function param_text(name, value) {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  const unit = unit_of_name(name);
  if (unit) return join(quantity(value, unit));
  if (name.includes('ratio') || name.includes('factor')) return times(value);
  return join(quantity(value));
}

/** @param {Language} language @param {Tables} tables @returns {Text} */
export function create_text(language, tables) {
  /** @param {Record<string, string> | undefined} table @param {string} key */
  const find = (table, key) => (table && Object.hasOwn(table, key) ? table[key] : undefined);
  /** @param {Params | undefined} params */
  const shown = (params) =>
    Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, param_text(name, value)]));

  return {
    language,
    has: (key) => find(tables.ui, key) !== undefined,
    t: (key, params = {}) => fill(find(tables.ui, key) ?? key, params),
    issue: ({ code, params }) =>
      fill(find(tables.messages.issues, code) ?? find(tables.ui, `issue.${code}`) ?? code, shown(params)),
    assumption: ({ code, path, value }) =>
      fill(find(tables.messages.assumptions, code) ?? code, { path, value: param_text(path, value) }),
    with: (words) => create_text(language, { ...tables, ui: { ...tables.ui, ...words } }),
    label: (code) => find(tables.messages.labels, code) ?? code,
    pieces: (key, values) => {
      const template = find(tables.ui, key) ?? key;
      return template.split(slot).map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part));
    },
  };
}

