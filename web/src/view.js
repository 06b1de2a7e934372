// What the view of a link opens: "fit-batch" an inverse question, "accuracy-decode" a line of the score.

export const questions = ['context', 'batch', 'micro-batch', 'model', 'devices', 'catalogue'];

/** The rest of a view that begins with a name: '' for the name alone, undefined for other views. */
/** @param {unknown} view @param {string} name */
function rest_of(view, name) {
  const text = String(view ?? '');
  if (text === name) return '';
  return text.startsWith(`${name}-`) && text.length > name.length + 1 ? text.slice(name.length + 1) : undefined;
}

/** The question a view asks; undefined for other views. @param {unknown} view */
export function question_of(view) {
  const rest = rest_of(view, 'fit');
  return rest === '' ? 'context' : questions.find((known) => known === rest);
}

/** Whether a view asks how to split the scenario over its devices. @param {unknown} view */
export const asks_plan = (view) => view === 'plan';

/** Views that are pieces of their own, fetched when they open. */
export const pieces = /** @type {const} */ (['limits', 'compare', 'gallery']);

/** @typedef {typeof pieces[number]} PieceName */

/** The piece a view opens; undefined for other views. @param {unknown} view */
export const piece_of = (view) => pieces.find((name) => rest_of(view, name) !== undefined);

/** The line of the score that a view opens, '' for whichever stands first; undefined for other views. */
/** @param {unknown} view */
export const score_line_of = (view) => rest_of(view, 'accuracy');
