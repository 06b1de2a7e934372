// What the answer says of a number of the comparison, under that number.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */

/** The rows that have something said of them, and by which codes of the core. @type {Record<string, string>} */
const codes = { mfu: 'flops.above-published', precision: 'peak.sparse' };

/** @param {{app: App, row: string, answer: Answer}} props  `row`: of the table */
export function Remark({ app, row, answer }) {
  const issue = app.state.issues.find(({ code, path }) => code === codes[row] && path.split('.')[0] === `d${answer.index + 1}`);
  return issue ? <small class="issue" data-note={row}>{app.issue_text(issue)}</small> : null;
}
