// The rows of the comparison table: which number of the answer each shows, for which workload. Reading
// only; every number is the core's.

/** @typedef {import('./contract').Answer} Answer */

/** The number "time" means for a workload. @type {Record<string, string>} */
const time_keys = {
  matmul: 'step_s', prefill: 'prefill_s', decode: 'decode_s_per_token', train: 'step_s', finetune: 'step_s',
  recommend: 'step_s', serve: 'tpot_s',
};

const rate_keys = ['tokens_per_s', 'tokens_per_s_per_user', 'sequences_per_s'];

/** A value at "time.total_s"; undefined where it does not apply. @param {Answer} answer @param {string} path */
export function value_at(answer, path) {
  return path.split('.').reduce((/** @type {any} */ node, key) => (node === null || node === undefined ? undefined : node[key]), answer);
}

/** @param {string} workload @param {Answer[]} answers */
export function time_path(workload, answers) {
  const path = `time.${time_keys[workload] ?? 'total_s'}`;
  return answers.some((answer) => value_at(answer, path) !== undefined) ? path : 'time.total_s';
}

/** Further times of an answer, where it has them: until the first token, of all tokens, of a whole run. */
const further_times = ['ttft_s', 'decode_s', 'run_s'];

/** @param {string} main  the path of the time that is shown first @param {Answer[]} answers */
export function further_time_rows(main, answers) {
  return further_times
    .map((key) => ({ key, path: `time.${key}` }))
    .filter(({ path }) => path !== main && answers.some((answer) => {
      const value = value_at(answer, path);
      return value !== undefined && value !== value_at(answer, main);
    }));
}

/** The band, scaled to the number shown when it is given for the total. */
/** @param {Answer} answer @param {string} path */
export function band_for(answer, path) {
  const { band } = answer;
  if (!band || band.low === null || band.high === null) return null;
  const shown = value_at(answer, path);
  const whole = value_at(answer, band.of);
  if (typeof shown !== 'number' || typeof whole !== 'number' || whole === 0) return null;
  return { low: (band.low * shown) / whole, high: (band.high * shown) / whole };
}

/** What is drawn and paid: path of the number and its unit. A token where there are tokens, else a sequence or a step. */
/** @type {[string, string][]} */
const supply = [
  ['energy.power_w', 'W'], ['energy.per_token_j', 'J'], ['energy.per_answer_j', 'J'], ['energy.per_sequence_j', 'J'], ['energy.per_step_j', 'J'],
  ['energy.run_building_j', 'J'], ['energy.run_co2_kg', 'kg'],
  ['cost.per_hour_usd', 'usd'], ['cost.per_million_tokens_usd', 'usd'], ['cost.run_usd', 'usd'],
];

/** @param {string} workload @param {Answer[]} answers @returns {{key: string, path: string, unit: string}[]} */
export function supply_rows(workload, answers) {
  const has = (/** @type {string} */ path) => answers.some((answer) => typeof value_at(answer, path) === 'number');
  const each = workload === 'prefill' ? 'energy.per_sequence_j' : workload === 'matmul' ? 'energy.per_step_j' : 'energy.per_token_j';
  const long_answer = answers.some((answer) => value_at(answer, 'energy.per_answer_j') !== value_at(answer, 'energy.per_token_j'));
  return supply
    .filter(([path]) => has(path) && (!path.startsWith('energy.per_') || path === each || (path === 'energy.per_answer_j' && long_answer)))
    .map(([path, unit]) => ({ key: path.slice(path.indexOf('.') + 1), path, unit }));
}

/**
 * @param {string} workload @param {Answer[]} answers
 * @returns {{key: string, path: string}[]}
 */
export function rate_rows(workload, answers) {
  const keys = workload === 'matmul' ? [] : rate_keys;
  return keys
    .map((key) => ({ key, path: `rate.${key}` }))
    .filter(({ path }) => answers.some((answer) => value_at(answer, path) !== undefined));
}
