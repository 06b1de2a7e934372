// Starts the search that the view of plans asks for, for the scenario at hand; what ran before ends.

import { asks_plan } from './view.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').PlanPiece} PlanPiece */

/**
 * @param {object} parts
 * @param {() => Promise<PlanPiece>} parts.load
 * @param {ReturnType<typeof import('./more.js').create_more>} parts.more
 * @param {() => State} parts.state
 * @param {(change: Partial<State>) => void} parts.show
 */
export function create_planning({ load, more, state, show }) {
  /** @type {() => void} */
  let stop = () => undefined;

  return () => {
    stop();
    const { scenario, embedded } = state();
    if (embedded || !asks_plan(scenario.view)) return;
    Promise.all([load(), more.load()]).then(([planner]) => {
      if (state().scenario !== scenario) return;
      stop();
      show({ planner, plans: null });
      stop = planner.search_plans({
        ask: (request) => more.now('plan', { scenario, ...request }), show: (plans) => show({ plans }), curve_only: scenario.view === 'scale',
      });
    }, () => undefined);
  };
}
