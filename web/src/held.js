// What a setting is where it was not asked for.

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./contract').FieldSpec} FieldSpec */

/** A value that was filled in for all columns alike, or else the default. */
/** @param {State} state @param {FieldSpec | undefined} field */
function filled_in({ result }, field) {
  const own = (result?.assumptions ?? []).filter(({ path }) => path.replace(/^d\d+\./, '') === field?.key).map(({ value }) => value);
  const numeric = field?.kind === 'integer' || field?.kind === 'number';
  const value = own.length && own.every((each) => each === own[0]) ? own[0] : own.length ? undefined : field?.default;
  return numeric && value !== undefined ? Number(value) : value;
}

/** Of the scenario, or of all columns alike. @param {State} state @param {string} name @param {FieldSpec | undefined} field */
export function held_value(state, name, field) {
  if (state.resolved?.[name] !== undefined) return state.resolved[name];
  const each = (state.resolved?.devices ?? []).map((column) => column[name]);
  const alike = each.every((value) => value === each[0]) ? each[0] : undefined;
  return alike ?? (each.some((value) => value !== undefined) ? undefined : filled_in(state, field));
}
