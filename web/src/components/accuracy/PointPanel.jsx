// One row of the measurements beside its estimate, with where it comes from and its scenario.

import { drawn_unit, drawn_value } from '../../accuracy.js';
import { join, quantity } from '../../format.js';
import { written_share } from './ScoreTable.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../accuracy.js').Point} Point */

/** @param {App} app @param {Point} point @param {'measured' | 'estimate'} of */
export function point_value(app, point, of) {
  if (point.unit === 'verdict') return app.text.t(point[of] ? 'score.ran' : 'score.did_not_run');
  return join(quantity(drawn_value(point, of), drawn_unit(point.unit), app.state.units));
}

/** "+12.3 %", or right and wrong. @param {App} app @param {Point} point */
export function point_error(app, point) {
  if (point.unit === 'verdict') return app.text.t(point.right ? 'score.right' : 'score.wrong');
  return (point.error > 0 ? '+' : '') + written_share(point.error);
}

/** Inputs the row does not state, by the label of their setting where there is one. @param {App} app @param {string} name */
const input_name = (app, name) => {
  const key = `score.input.${name}`;
  return app.text.has(key) ? app.text.t(key) : name.replaceAll('_', ' ');
};

/** @param {{app: App, point: Point | undefined, id: string}} props */
export function PointPanel({ app, point, id }) {
  const { text, lookup, act } = app;
  if (!point) return <div class="point" id={id} aria-live="polite"><p class="muted">{text.t('score.no_point')}</p></div>;
  return (
    <div class="point">
      <div aria-live="polite" id={id}>
        <p><strong>{lookup.device_name(point.device)}</strong>{point.software && <>{text.t('list_comma')}{point.software}</>}</p>
        <p>{point.subject.replace(/\s+/g, ' ')}</p>
        <dl>
          <dt>{text.t('score.measured')}</dt><dd>{point_value(app, point, 'measured')}</dd>
          <dt>{text.t('score.estimate')}</dt><dd>{point_value(app, point, 'estimate')}</dd>
          <dt>{text.t('score.error')}</dt>
          <dd>
            {point_error(app, point)}
            {point.in_band !== null && <small> {text.t(point.in_band ? 'score.inside' : 'score.outside')}</small>}
          </dd>
        </dl>
        {!point.counted && (
          <p class="note">
            {text.t('score.shown_only')}
            {text.has(`score.reason.${point.set_aside}`) && <> {text.t(`score.reason.${point.set_aside}`)}.</>}
          </p>
        )}
        {point.assumed.length > 0 && (
          <p class="note">
            {text.t('score.assumed', { list: point.assumed.map((name) => input_name(app, name)).join(text.t('list_comma')) })}
          </p>
        )}
      </div>
      <p class="source">
        {text.t('source')}: {/^https?:\/\//.test(point.source_url)
          ? <a href={point.source_url} rel="noopener noreferrer" target="_blank">{point.source}</a> : point.source} ({point.id})
      </p>
      <p class="actions">
        {point.links.map((link, index) => (
          <a key={link} href={`#${act.canonical(link)}`} data-scenario>
            {point.links.length > 1 ? text.t('score.open_one', { number: index + 1 }) : text.t('score.open')}
          </a>
        ))}
        {!point.links.length && <span class="muted">{text.t('score.no_scenario')}</span>}
      </p>
    </div>
  );
}
