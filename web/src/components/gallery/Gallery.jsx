// The gallery: what texts about accelerators claim, what comes out here, and why they differ. Every number is asked of
// the core when the view opens; every claim is a scenario to open or to embed.

import { useMemo } from 'preact/hooks';
import { join, quantity, times } from '../../format.js';
import claims from './claims.json';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {Record<string, string>} Both  a text in each language */
/** @typedef {{what: Both, link: string, path: string, unit: string, over?: string, claimed?: number}} Part */
/** @typedef {{id: string, section: string, claim: Both, why: Both, parts: Part[], later?: string}} Claim */

/** The number a path leads to; items of a list may be named. @param {any} result @param {string} path @returns {number | null} */
export function number_of(result, path) {
  const found = path.split('.').reduce((node, key) => (Array.isArray(node) ? node.find((item, index) => item.name === key || String(index) === key) : node?.[key]), result);
  return typeof found === 'number' ? found : null;
}

/** What comes out of a part. @param {(link: string) => any} estimate_of @param {Part} part */
export function computed(estimate_of, part) {
  const result = estimate_of(part.link);
  const value = number_of(result, part.path);
  const over = part.over ? number_of(result, part.over) : 1;
  return value === null || !over ? null : value / over;
}

/** @param {App} app @param {string} unit @param {number | null | undefined} value */
function written(app, unit, value) {
  if (value === undefined) return '–';
  if (value === null) return app.text.t('not_known');
  return unit === 'ratio' ? times(value) : join(quantity(value, unit, app.state.units));
}

/** @param {{app: App, claim: Claim}} props */
function Row({ app, claim }) {
  const { text, state, act } = app;
  const language = state.language;
  const values = useMemo(() => claim.parts.map((part) => computed(act.estimate_of, part)), [claim]);
  return (
    <section class="claim" id={`claim-${claim.id}`} data-claim={claim.id}>
      <h3>{claim.id}. {claim.claim[language]}</h3>
      {claim.parts.length > 0 && (
        <div class="scroll" role="region" aria-label={claim.id} tabIndex={0}>
          <table class="twin">
            <thead><tr><th scope="col">{text.t('gallery.what')}</th><th scope="col">{text.t('gallery.claimed')}</th><th scope="col">{text.t('gallery.computed')}</th></tr></thead>
            <tbody>
              {claim.parts.map((part, index) => (
                <tr key={index}>
                  <th scope="row">{part.what[language]} <a class="act" href={`#${act.canonical(part.link)}`}>{text.t('gallery.open')}</a></th>
                  <td>{written(app, part.unit, part.claimed)}</td>
                  <td data-computed>{written(app, part.unit, values[index])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>{claim.why[language]}{claim.later && <> <em>{text.t(`gallery.later.${claim.later}`)}</em></>}</p>
    </section>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { text, act } = app;
  const sections = [...new Set(claims.map(({ section }) => section))];
  return (
    <>
      <h1 class="sentence">{text.t('gallery.title')}</h1>
      <p class="answer">{text.t('gallery.about')} <button type="button" class="plain" onClick={() => act.set_field('view', undefined, { discrete: true })}>{text.t('gallery.back')}</button></p>
      {sections.map((section) => (
        <section key={section} class="claims">
          <h2>{text.t(`gallery.section.${section}`)}</h2>
          {claims.filter((claim) => claim.section === section).map((claim) => <Row key={claim.id} app={app} claim={claim} />)}
        </section>
      ))}
    </>
  );
}
