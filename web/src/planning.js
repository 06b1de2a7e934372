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
  // What is searched for: a view may say more than that.
  let sought = '';

  return () => {
    const { scenario, embedded } = state();
    const view = embedded ? undefined : asks_plan(scenario.view);
    const now = view ? JSON.stringify(Object.entries({ ...scenario, view }).sort()) : '';
    if (now && now === sought) return;
    stop();
    sought = now;
    if (!view) return;
    Promise.all([load(), more.load()]).then(([planner]) => {
      if (sought !== now) return;
      stop();
      show({ planner, plans: null });
      stop = planner.search_plans({
        ask: (request) => more.now('plan', { scenario, ...request }), show: (plans) => show({ plans }), curve_only: view === 'scale',
      });
    }, () => void (sought = ''));
  };
}
