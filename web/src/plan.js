// The search of plans in pieces: each is a short call of the second module, and between two of them the page
// answers to its reader. Fronts of pieces make the front of the whole.

const slices = 64;
const counts = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/** @typedef {import('./contract').PlanDevice} PlanDevice */
/** @typedef {import('./contract').Plan} Plan */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */
/** @typedef {{devices: PlanDevice[], done: number, issues: import('./contract').Issue[]}} Plans  done: share of the pieces */

/** What a run costs, else a million tokens. @param {Plan} plan */
export const usd_of = (plan) => plan.run_usd ?? plan.per_million_tokens_usd;

/** What a run takes, else one token. @param {Plan} plan */
export const energy_of = (plan) => plan.run_j ?? plan.per_token_j;

/** A number of a plan in a table of a chart: it opens in the piece of the search that found it. */
/** @param {Plan} plan @param {keyof Plan} field @param {string} unit @returns {import('./figures.js').Cell} */
export function plan_cell(plan, field, unit) {
  const cell = { value: plan[field], unit };
  if (!plan.from) return cell;
  const asked = { ...plan.from, path: `${plan.from.path}.${field}` };
  return { ...cell, path: `chart.${plan.from.slice ?? `of.${plan.devices}`}.${asked.path}`, asked };
}

/** The second axis of a front; less is better. @param {Plan} plan @param {string} axis */
function on_axis(plan, axis) {
  if (axis === 'cost') return usd_of(plan) ?? Infinity;
  if (axis === 'energy') return energy_of(plan) ?? Infinity;
  return axis === 'tokens' ? -plan.tokens_per_s : plan.memory_bytes;
}

/** Plans that no other beats, fastest first. @param {Plan[]} plans @param {string} axis */
export function unbeaten(plans, axis) {
  const cost = (/** @type {Plan} */ plan) => on_axis(plan, axis);
  const sorted = [...plans].sort((a, b) => a.step_s - b.step_s || cost(a) - cost(b));
  let least = Infinity;
  return sorted.filter((plan) => {
    const better = cost(plan) < least;
    if (better) least = cost(plan);
    return better;
  });
}

/** @param {{code: string, count: number}[]} before @param {{code: string, count: number}[]} more */
function added(before, more) {
  const sums = new Map(before.map(({ code, count }) => [code, count]));
  for (const { code, count } of more) sums.set(code, (sums.get(code) ?? 0) + count);
  return [...sums].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

/** The numbers of a piece know which request answers for them. @param {PlanDevice} piece @param {number} place @param {object} request @returns {PlanDevice} */
function marked(piece, place, request) {
  const at = (/** @type {string} */ path) => ({ ...request, of: 'plan', path: `devices.${place}.${path}` });
  const { search, curve, communication } = piece;
  return {
    ...piece,
    ...(search && { search: { ...search, front: search.front.map((plan, row) => ({ ...plan, from: at(`search.front.${row}`) })) } }),
    ...(curve && { curve: curve.map((point, row) => ({ ...point, plan: point.plan && { ...point.plan, from: at(`curve.${row}.plan`) } })) }),
    ...(communication && { communication: { ...communication, from: at('communication') } }),
  };
}

/** @param {PlanDevice} known @param {PlanDevice} piece @returns {PlanDevice} */
function joined(known, piece) {
  const out = { ...known, ...piece, curve: [...(known.curve ?? []), ...(piece.curve ?? [])] };
  if (known.search && piece.search) {
    const { axis, best } = piece.search;
    out.search = {
      axis, best, considered: known.search.considered + piece.search.considered, fitting: known.search.fitting + piece.search.fitting,
      rejected: added(known.search.rejected, piece.search.rejected), front: unbeaten([...known.search.front, ...piece.search.front], axis),
    };
  }
  return out;
}

/**
 * @param {object} parts
 * @param {(request: object) => Envelope<{devices: PlanDevice[]}> | null} parts.ask
 * @param {(plans: Plans) => void} parts.show
 * @param {(then: () => void) => void} [parts.later]
 * @param {boolean} [parts.curve_only]  how speed grows with the chips, and nothing else
 * @returns {() => void}  stops it
 */
export function search_plans({ ask, show, later = (then) => void setTimeout(then), curve_only = false }) {
  const searches = Array.from({ length: curve_only ? 0 : slices }, (_, slice) => ({ slice, slices }));
  const requests = [...searches, ...counts.map((count) => ({ counts: [count] }))];
  let stopped = false;
  /** @type {PlanDevice[]} */
  let devices = [];

  /** @param {number} step */
  function run(step) {
    if (stopped || step >= requests.length) return;
    const request = /** @type {object} */ (requests[step]);
    const envelope = ask(request);
    const pieces = (envelope?.result?.devices ?? []).map((piece, place) => marked(piece, place, request));
    devices = pieces.map((piece, index) => (devices[index] ? joined(devices[index], piece) : piece));
    show({ devices, done: (step + 1) / requests.length, issues: envelope?.issues ?? [] });
    if (envelope?.result) later(() => run(step + 1));
  }
  later(() => run(0));
  return () => void (stopped = true);
}
