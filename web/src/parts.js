// What a total is made of, for stacked bars: the same parts in the same order for every device, the small
// ones together. Adding the small ones up is all the arithmetic there is.

import { time_path, value_at } from './rows.js';

/** @typedef {import('./contract').Answer} Answer */
/** @typedef {{name: string, value: number}} Part */
/** @typedef {{index: number, id: string, total: number | null, limit: number | null, spare: number, parts: Part[]}} Stack  `spare`: held beyond what the parts need */

/** As many as can be told apart by colour; the rest is one more. */
export const most_parts = 7;
export const rest = 'other';

/**
 * The time that the parts come to: the one the table shows, or the whole where the parts are those of the whole.
 * @param {string} workload @param {Answer[]} answers
 */
function whole_of(workload, answers) {
  const answer = answers.find(({ time }) => time?.items?.length);
  const sum = (answer?.time?.items ?? []).reduce((all, { seconds }) => all + (seconds ?? 0), 0);
  const distance = (/** @type {string} */ path) => Math.abs(Number((answer && value_at(answer, path)) ?? Infinity) - sum);
  const shown = time_path(workload, answers);
  return distance('time.total_s') < distance(shown) ? 'time.total_s' : shown;
}

/** @type {Record<string, {unit: string, total: (workload: string, answers: Answer[]) => string, limit?: string, spare?: (answer: Answer) => number, list: (answer: Answer) => Part[], path: (name: string) => string}>} */
export const breakdowns = {
  parts: {
    unit: 's', total: whole_of, list: (answer) => (answer.time?.items ?? []).map(({ name, seconds }) => ({ name, value: seconds ?? 0 })),
    path: (name) => `time.items.${name}.seconds`,
  },
  memory: {
    unit: 'byte', total: () => 'memory.total_bytes', limit: 'memory.capacity_bytes',
    list: (answer) => (answer.memory?.items ?? []).map(({ name, bytes }) => ({ name, value: bytes ?? 0 })),
    path: (name) => `memory.items.${name}.bytes`,
    // An engine fills its pool with a cache that the workload may not need.
    spare: ({ memory }) => (memory?.pool_bytes ?? 0) - (memory?.items.find(({ name }) => name === 'kv_cache')?.bytes ?? 0),
  },
};

/** The largest parts first, by the largest share they have on any device. @param {Stack[]} stacks @param {number} [most] */
export function leading(stacks, most = most_parts) {
  /** @type {Map<string, number>} */
  const shares = new Map();
  for (const { total, parts } of stacks) {
    for (const { name, value } of parts) {
      if (total && value > 0) shares.set(name, Math.max(shares.get(name) ?? 0, value / total));
    }
  }
  const names = [...shares].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  // One part too many would only be called "other" by another name.
  return names.length <= most + 1 ? names : names.slice(0, most);
}

/** @param {unknown} value */
const number_or_null = (value) => (typeof value === 'number' ? value : null);

/**
 * @param {Answer[]} answers @param {string} kind  a name of `breakdowns` @param {string} workload
 * @returns {Stack[]}
 */
export function stacks_of(answers, kind, workload) {
  const breakdown = breakdowns[kind];
  if (!breakdown) return [];
  const total = breakdown.total(workload, answers);
  return answers.map((answer) => ({
    index: answer.index, id: answer.id, total: number_or_null(value_at(answer, total)),
    limit: breakdown.limit ? number_or_null(value_at(answer, breakdown.limit)) : null,
    spare: Math.max(0, breakdown.spare?.(answer) ?? 0), parts: breakdown.list(answer),
  }));
}

/** @param {Stack} stack */
export const sum_of = ({ parts }) => parts.reduce((sum, { value }) => sum + value, 0);

/** The longest bar: parts that overlap come to more than the whole. @param {Stack[]} stacks */
export const longest = (stacks) =>
  Math.max(0, ...stacks.flatMap((stack) => [stack.total ?? 0, stack.limit ?? 0, sum_of(stack) + stack.spare]));

/** One device's parts in the common order, from the left edge on; the small ones last. */
/** @param {Stack} stack @param {string[]} names @returns {(Part & {from: number})[]} */
export function segments(stack, names) {
  const value_of = (/** @type {string} */ name) => stack.parts.filter((part) => part.name === name).reduce((sum, { value }) => sum + value, 0);
  const small = stack.parts.filter(({ name }) => !names.includes(name)).reduce((sum, { value }) => sum + value, 0);
  let from = 0;
  return [...names.map((name) => ({ name, value: value_of(name) })), { name: rest, value: small }].map((part) => {
    const segment = { ...part, from };
    from += part.value;
    return segment;
  });
}
