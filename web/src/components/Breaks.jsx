// What gives out first, once it is known of the scenario at hand. It comes later than the numbers: the longest text so
// far of a workload keeps its place unseen, so that nothing a reader is about to press moves.

import { useRef } from 'preact/hooks';

/** @param {{app: import('../app.js').App}} props */
export function Breaks({ app }) {
  const { breaks, scenario, workload, language } = app.state;
  const now = breaks?.of(scenario, language) ? breaks.sentence(app) : '';
  const kept = useRef({ workload, words: '' });
  if (kept.current.workload !== workload || now.length > kept.current.words.length) kept.current = { workload, words: now };
  const { words } = kept.current;
  return (
    <p class={`breaks ${workload}`}>
      <span data-breaks>{now}</span>
      {now !== words && <span class="kept" aria-hidden="true">{words}</span>}
    </p>
  );
}
