// Numbers of other answers than the estimate, as buttons that open their explanation in that answer.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').AskedOf} AskedOf */

/** @param {{app: App, asked: AskedOf, path: string, children: any}} props */
function Opens({ app, asked, path, children }) {
  return (
    <button
      type="button" class="num" data-path={path} title={app.text.t('explain_hint')}
      aria-expanded={app.state.explanation?.path === path} onClick={() => app.act.explain(path, asked)}
    >
      {children}
    </button>
  );
}

/**
 * What writes numbers of one answer: a number that is not known stays text.
 * @param {App} app @param {AskedOf} asked
 * @returns {(path: string, value: unknown, shown: string) => any}
 */
export const opener = (app, asked) => (path, value, shown) =>
  (typeof value === 'number' ? <Opens app={app} asked={asked} path={path}>{shown}</Opens> : shown);

/** A sentence with numbers in it that open: `words` writes it with what it is given in the places of numbers. */
/** @param {(places: string[]) => string} words @param {any[]} numbers */
export function sentence_of(words, numbers) {
  const marks = numbers.map((_, index) => `\u0001${index}\u0001`);
  return words(marks).split('\u0001').map((part, at) => (at % 2 === 1 ? numbers[Number(part)] : part));
}
