// Changes to a scenario: pure functions from one scenario to the next. A scenario holds only what was
// asked; an absent name means its default.

import { read_number } from './numbers.js';

/** @typedef {import('./contract').Scenario} Scenario */
/** @typedef {import('./contract').Column} Column */

export const most_columns = 8;

/**
 * The columns to edit: those of the scenario, or the default devices by id alone, because the defaults
 * that were filled in are not the reader's overrides.
 * @param {Scenario} scenario @param {Scenario | undefined} resolved @returns {Column[]}
 */
export function columns_of(scenario, resolved) {
  const own = scenario.devices;
  if (Array.isArray(own)) return own.map((column) => (typeof column === 'string' ? { id: column } : column));
  return (resolved?.devices ?? []).map(({ id }) => ({ id }));
}

/** @param {Record<string, any>} record @param {string} name @param {any} value */
function with_value(record, name, value) {
  const { [name]: _, ...rest } = record;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

/** @param {Scenario} scenario @param {string} name @param {any} value @returns {Scenario} */
export function set_field(scenario, name, value) {
  return with_value(scenario, name, value);
}

/** @param {Scenario} scenario @param {Column[]} columns @returns {Scenario} */
export function set_columns(scenario, columns) {
  return { ...scenario, devices: columns.slice(0, most_columns) };
}

/** A device, or a slice of several of its chips. @param {string} choice  "tpu-v3" or "tpu-v3*4" @returns {Column} */
function column_of(choice) {
  const [id = '', chips] = choice.split('*');
  return chips ? { id, count: Number(chips) } : { id };
}

/** @param {Column[]} columns @param {string} choice */
export const add_column = (columns, choice) => (columns.length < most_columns ? [...columns, column_of(choice)] : columns);

/** @param {Column[]} columns @param {number} index */
export const remove_column = (columns, index) =>
  columns.length > 1 ? columns.filter((_, at) => at !== index) : columns;

/** Another device in the same place; what was changed for the old one does not carry over. */
/** @param {Column[]} columns @param {number} index @param {string} choice */
export const replace_column = (columns, index, choice) => columns.map((column, at) => (at === index ? column_of(choice) : column));

/** @param {Column[]} columns @param {number} from @param {number} to */
export function move_column(columns, from, to) {
  const moved = columns[from];
  if (!moved || to < 0 || to >= columns.length) return columns;
  const rest = columns.filter((_, at) => at !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** The scenario whose baseline follows its column: `place` says where a column went, undefined when it is gone. */
/** @param {Scenario} scenario @param {(index: number) => number | undefined} place @returns {Scenario} */
export function with_baseline(scenario, place) {
  if (scenario.baseline === undefined) return scenario;
  const to = place(Number(scenario.baseline) - 1);
  return with_value(scenario, 'baseline', to === undefined ? undefined : to + 1);
}

/** Where columns go when one is taken out. @param {number} gone */
export const after_removal = (gone) => (/** @type {number} */ index) => (index === gone ? undefined : index > gone ? index - 1 : index);

/** Where columns go when one moves. @param {number} from @param {number} to */
export const after_move = (from, to) => (/** @type {number} */ index) => {
  if (index === from) return to;
  return index > from && index <= to ? index - 1 : index < from && index >= to ? index + 1 : index;
};

/** @param {Column[]} columns @param {number} index @param {string} name @param {any} value @returns {Column[]} */
export function set_override(columns, index, name, value) {
  return columns.map((column, at) =>
    at === index ? /** @type {Column} */ (with_value(column, name, value)) : column,
  );
}

/** The pairs of a piece of a link. @param {string} text */
export const pairs_of = (text) =>
  text.split('&').filter(Boolean).map((pair) => {
    const [key = '', value = ''] = pair.split('=');
    return { key, value: read_number(value) ?? value };
  });

/**
 * A scenario with the pairs of a link set: in one column where they can be its own, in the whole otherwise.
 * @param {Scenario} scenario @param {Column[]} columns @param {number} index @param {string} pairs
 * @param {(key: string) => import('./contract').FieldSpec | undefined} field_of
 * @returns {Scenario}
 */
export function with_pairs(scenario, columns, index, pairs, field_of) {
  let own = columns;
  let whole = scenario;
  for (const { key, value } of pairs_of(pairs)) {
    const field = field_of(key);
    if (!field) continue;
    const set = field.kind === 'flag' ? value === 1 : value;
    if (field.scope === 'column' || field.scope === 'both') own = set_override(own, index, field.name, set);
    else whole = set_field(whole, field.name, set);
  }
  return own === columns ? whole : set_columns(whole, own);
}

/** Another model in the same scenario: what described the old one goes. */
/** @param {Scenario} scenario @param {Scenario} model  its keys alone @param {string[]} shape  names that describe a model */
export function with_model(scenario, model, shape) {
  const kept = Object.entries(scenario).filter(([name]) => !shape.includes(name));
  return { ...Object.fromEntries(kept), ...model };
}
