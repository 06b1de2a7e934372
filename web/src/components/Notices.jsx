// What deserves a word: notices of the link that was opened, mistakes in the scenario, and assumptions.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Issue} Issue */

import { field_label } from '../labels.js';
import { name_of } from '../names.js';

/** @param {App} app @param {string} path  a link key: "s", "d2.bw" */
export function place_of(app, path) {
  const { lookup, text, state } = app;
  const [, column, key] = /^d(\d+)(?:\.(.+))?$/.exec(path) ?? [undefined, undefined, path];
  const field = key ? lookup.field_of_key(key) : undefined;
  const named = field && field.name !== 'tag' ? field_label(app, field) : '';
  const device = column ? state.columns[Number(column) - 1] : undefined;
  return [device && name_of(app, { index: Number(column) - 1, id: device.id }), named].filter(Boolean).join(text.t('list_comma'));
}

/** @param {string} code */
const about_link = (code) => code.startsWith('link.');

/** @param {{app: App, issue: Issue}} props */
function Line({ app, issue }) {
  const place = place_of(app, issue.path);
  return (
    <li class={issue.severity}>
      <strong>{app.text.t(`severity.${issue.severity}`)}</strong>{place && <> · {place}</>}: {app.issue_text(issue)}
    </li>
  );
}

/** @param {{app: App}} props */
export function LinkNotices({ app }) {
  const { state, text, act } = app;
  // A mistake in the scenario stands with the answer; what happened to the link stands here.
  const notices = state.notices.filter(
    ({ code, path }) => about_link(code) || !state.issues.some((issue) => issue.code === code && issue.path === path),
  );
  // Whoever embedded a scenario checked it: only what is wrong with the link is said to readers.
  if (state.embedded && notices.every(({ severity }) => severity === 'note')) return null;
  if (!notices.length) return null;
  const quiet = notices.every(({ severity }) => severity === 'note');
  const repaired = notices.some(({ code }) => code === 'link.tag-wrong');
  return (
    <section class={quiet ? 'notices quiet' : 'notices'} role="status" aria-label={text.t('about_link')}>
      <ul>{notices.map((issue, index) => <Line key={index} app={app} issue={issue} />)}</ul>
      <p class="actions">
        {repaired && <button type="button" class="plain" onClick={() => act.open_panel('share')}>{text.t('copy_repaired')}</button>}
        <button type="button" class="plain" onClick={() => act.show({ notices: [] })}>{text.t('dismiss')}</button>
      </p>
    </section>
  );
}

/** @param {{app: App}} props */
export function Problems({ app }) {
  const { state, text } = app;
  const serious = state.issues.filter(({ severity, code }) => severity !== 'note' && !about_link(code));
  if (!serious.length) return null;
  return (
    <section class="problems" role="status" aria-label={text.t('problems')}>
      <ul>{serious.map((issue, index) => <Line key={index} app={app} issue={issue} />)}</ul>
    </section>
  );
}

/** Notes and every value that was filled in. @param {{app: App}} props */
export function Assumptions({ app }) {
  const { state, text } = app;
  const notes = state.issues.filter(({ severity, code }) => severity === 'note' || about_link(code));
  const assumptions = state.result?.assumptions ?? [];
  if (!notes.length && !assumptions.length) return null;
  return (
    <details class="assumptions">
      <summary>{text.t('assumptions', { count: assumptions.length })}</summary>
      {notes.length > 0 && <ul>{notes.map((issue, index) => <Line key={index} app={app} issue={issue} />)}</ul>}
      <ul>
        {assumptions.map((assumption, index) => (
          <li key={index}>{place_of(app, assumption.path) || assumption.path}: {text.assumption(assumption)}</li>
        ))}
      </ul>
    </details>
  );
}
