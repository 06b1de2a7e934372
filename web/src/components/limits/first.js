// What gives out first over all devices as the batch grows, and how far software spreads where none is named: sentences
// of the answer. Asked of the second module when the page has nothing else to do, one device at a time, so that the page
// answers between them, and not at every key.

import { count, quantity } from '../../format.js';
import { name_of } from '../../names.js';
import words from '../../text/limits.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{stack: string, total_s: number, low_s: number, high_s: number, tokens_per_s: number}} Program */
/** @typedef {{index: number, id: string, limits?: any[], first?: {limit: string, axis: string, at: number}[]}} Breaking */
/** @typedef {{devices: Breaking[], software: {index: number, id: string, programs: Program[]}[]}} Result */

/** @typedef {import('../../state.js').State} State */
/** @typedef {(call: any, request: object) => import('../../contract').Envelope<any> | null} Ask  of the second module */

const pause_ms = 400;

/** What changes how the answer is shown, not what it says. */
const shown_only = ['view', 'units', 'sort', 'baseline', 'language', 'theme', 'title', 'sweep_axis'];

/** @param {object} scenario */
const content_of = (scenario) => JSON.stringify(Object.entries(scenario).filter(([name]) => !shown_only.includes(name)).sort());

/** @param {object} scenario @param {Result} result @returns {State['breaks']} */
const known = (scenario, result) => {
  const content = content_of(scenario);
  return { of: (other) => content_of(other) === content, sentence: (app) => first_sentence(app, result) };
};

/**
 * The answer for a scenario, device by device; nothing when `pause` says that it is not wanted any more.
 * @param {Ask} ask @param {object} scenario @param {number} devices @param {() => Promise<boolean>} pause @returns {Promise<State['breaks']>}
 */
export async function found_of(ask, scenario, devices, pause) {
  /** @type {Result} */
  const result = { devices: [], software: [] };
  for (let device = 0; device < devices; device += 1) {
    const one = ask('limits', { scenario, axis: 'batch', device })?.result?.devices;
    if (!one || !(await pause())) return null;
    result.devices.push(...one);
  }
  result.software = ask('software', { scenario })?.result?.devices ?? [];
  return known(scenario, result);
}

/**
 * Looks now, and whenever what it returns is called.
 * @param {{state: () => State, show: (change: Partial<State>) => void, more: ReturnType<typeof import('../../more.js').create_more>}} of
 */
export function watch({ state, show, more }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function look() {
    const { scenario, result, breaks, language } = state();
    if (!result || breaks?.of(scenario, language)) return;
    const pause = () => new Promise((done) => setTimeout(() => done(state().scenario === scenario)));
    const found = await found_of(more.now, scenario, result.devices.length, /** @type {() => Promise<boolean>} */ (pause));
    if (found) show({ breaks: found });
  }

  look();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(look, pause_ms);
  };
}

/** @param {App} app @param {Result} result */
function break_sentence(app, result) {
  const all = result.devices.flatMap((device) => (device.first ?? []).map((point) => ({ device, ...point })));
  const [point] = all.sort((a, b) => a.at - b.at);
  const { text, state } = app;
  const serves = state.workload === 'serve';
  const grows = text.t(serves ? 'limits.more_at_once' : 'limits.batch_grows');
  if (!point) return result.devices.some(({ limits }) => limits) ? text.t(serves ? 'limits.first_waits' : 'limits.first_none', { grows }) : '';
  const limit = text.t(`limits.name.${point.limit}`);
  return text.t('limits.first_of_batch', {
    grows, limit: text.language === 'en' ? limit.toLowerCase() : limit, name: name_of(app, point.device), at: quantity(point.at, 'count').number,
  });
}

/** Of the fastest device, or the first that any software is known for. @param {App} app @param {Result} result */
function software_sentence(app, result) {
  const fastest = app.state.result?.verdict?.fastest;
  const known = result.software.filter(({ programs }) => programs.length > 1);
  const device = known.find(({ index }) => index === fastest) ?? known[0];
  const [best, slowest] = [device?.programs[0], device?.programs.at(-1)];
  const typical = device?.programs.find(({ stack }) => stack === 'typical');
  if (!device || !best || !slowest || !typical) return '';
  const speed = (/** @type {Program} */ program, /** @type {number} */ seconds) => count((program.tokens_per_s * program.total_s) / seconds);
  const stack = (/** @type {Program} */ program) => (app.text.has(`word.software_stack.${program.stack}`) ? app.text.t(`word.software_stack.${program.stack}`) : program.stack);
  return app.text.t('limits.software', {
    name: name_of(app, device), best: speed(best, best.total_s), best_stack: stack(best), typical: speed(typical, typical.total_s),
    slowest: speed(slowest, slowest.total_s), slowest_stack: stack(slowest), low: speed(slowest, slowest.high_s), high: speed(best, best.low_s),
  });
}

/** @param {App} plain @param {Result} result */
function first_sentence(plain, result) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  return [break_sentence(app, result), software_sentence(app, result)].filter(Boolean).join(app.text.t('sentence_gap'));
}
