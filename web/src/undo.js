// Steps back and forth through what was asked. Typing in one field is one step until the field is left.

/** @typedef {import('./contract').Scenario} Scenario */

const most = 200;

/** Language and theme are of the reader, not of the scenario: no step changes them. */
const kept = ['language', 'theme'];

/** @param {Scenario} then @param {Scenario} now @returns {Scenario} */
function with_kept(then, now) {
  const rest = Object.entries(then).filter(([name]) => !kept.includes(name));
  return Object.fromEntries([...rest, ...Object.entries(now).filter(([name]) => kept.includes(name))]);
}

export function create_undo() {
  /** @type {Scenario[]} */
  let past = [];
  /** @type {Scenario[]} */
  let future = [];
  let typing = '';

  return {
    /** Before a change. @param {Scenario} before @param {string} [field]  whose typing is one step */
    note(before, field = '') {
      future = [];
      if (!field || field !== typing) past = [...past, before].slice(-most);
      typing = field;
    },
    settle() {
      typing = '';
    },
    /** @param {Scenario} now @returns {Scenario | undefined} */
    back(now) {
      const then = past.at(-1);
      if (!then) return undefined;
      past = past.slice(0, -1);
      future = [...future, now];
      typing = '';
      return with_kept(then, now);
    },
    /** @param {Scenario} now @returns {Scenario | undefined} */
    forth(now) {
      const then = future.at(-1);
      if (!then) return undefined;
      future = future.slice(0, -1);
      past = [...past, now];
      typing = '';
      return with_kept(then, now);
    },
    can: () => ({ undo: past.length > 0, redo: future.length > 0 }),
  };
}
