// What the view of a link opens: "fit-batch" an inverse question, "accuracy-decode" a line of the score.

export const questions = ['context', 'batch', 'micro-batch', 'model', 'devices', 'catalogue'];

/** The rest of a view that begins with a name: '' for the name alone, undefined for other views. */
/** @param {unknown} view @param {string} name */
function rest_of(view, name) {
  const text = String(view ?? '');
  if (text === name) return '';
  return text.startsWith(`${name}-`) && text.length > name.length + 1 ? text.slice(name.length + 1) : undefined;
}

/** Filters of the ranked catalogue: what fits, keeps every limit of the scenario, can be bought or rented today. */
export const filters = ['fits', 'kept', 'current'];

/** The question a view asks; undefined for other views. @param {unknown} view */
export function question_of(view) {
  const rest = rest_of(view, 'fit');
  if (rest?.startsWith('catalogue-')) return 'catalogue';
  return rest === '' ? 'context' : questions.find((known) => known === rest);
}

/** What of the catalogue a view keeps to: "fit-catalogue-fits-current". @param {unknown} view */
export function filters_of(view) {
  const asked = (rest_of(view, 'fit-catalogue') ?? '').split('-');
  return filters.filter((name) => asked.includes(name));
}

/** Views that ask how to split the scenario over its devices, or how its speed grows with their number. */
export const planned = ['plan', 'scale'];

/** @param {unknown} view */
export const asks_plan = (view) => planned.find((name) => rest_of(view, name) !== undefined);

/** The days a run may take, of "scale-20". @param {unknown} view */
export const days_of = (view) => Number(/^(?:scale|plan)-([\d.]+)$/.exec(String(view ?? ''))?.[1] ?? 30);

/** Views that are pieces of their own, fetched when they open, and the call of the second module each rests on. */
export const pieces = /** @type {Record<string, 'limits' | 'compare' | 'roofline' | 'sweep' | null>} */ ({
  roofline: 'roofline', sweep: 'sweep', cost: null, models: null, limits: 'limits', compare: 'compare', gallery: null,
});

/** The piece a view opens; undefined for other views. @param {unknown} view */
export const piece_of = (view) => Object.keys(pieces).find((name) => rest_of(view, name) !== undefined);

/** What a sweep varies when the link does not say: how many sequences run at once. @param {string} workload */
export const default_sweep = (workload) => ({ axis: workload === 'serve' ? 'c' : 'b', from: 1, to: 1024, scale: 'log' });

/** What follows the name of a piece: "memory" of "sweep-memory". @param {unknown} view @param {string} name */
export const part_of_view = (view, name) => rest_of(view, name) ?? '';

/** The line of the score that a view opens, '' for whichever stands first; undefined for other views. */
/** @param {unknown} view */
export const score_line_of = (view) => rest_of(view, 'accuracy');
