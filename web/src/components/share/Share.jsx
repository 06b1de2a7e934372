// The link in full, and the frame that shows the same scenario in another page.

import { Copyable } from './Copyable.jsx';
import { Dialog } from '../Dialog.jsx';
import { plain_sentence } from '../Sentence.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */

/** @param {string} value */
const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** @param {string} page @param {string} link @param {object} scenario */
export function share_texts(page, link, scenario) {
  const address = link ? `${page}#${link}` : page;
  const frame = new URL('embed.html', page).href + (link ? `#${link}` : '');
  return {
    link: address,
    file: JSON.stringify(scenario, null, 2),
    embed:
      `<iframe src="${escaped(frame)}" title="Tilewise" width="100%" height="640" loading="lazy" ` +
      `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>\n` +
      `<p><a href="${escaped(address)}">Tilewise</a></p>`,
  };
}

/** For a text that refers to an answer: what, of which version, where, seen when. @param {App} app @param {string} address */
function citation(app, address) {
  const { state, text, act } = app;
  const title = state.scenario.title ?? plain_sentence(app);
  return text.t('cite', { title, version: act.version(), address, date: new Date().toISOString().slice(0, 10) });
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { state, text, act } = app;
  const given = share_texts(state.page, state.link, state.scenario);
  /** @type {Record<string, string>} */
  const texts = { ...given, cite: citation(app, given.link) };
  return (
    <Dialog title={text.t('share')} close={text.t('close')} onclose={() => act.show({ panel: null })}>
      {state.link.length > 2000 && <p class="issue">{text.t('link_too_long')}</p>}
      {['link', 'embed', 'cite', 'file'].map((name) => (
        <Copyable key={name} app={app} name={name} label={text.t(`share.${name}`)} copy={text.t(`copy.${name}`)} value={texts[name] ?? ''} />
      ))}
      <p><a download="scenario.json" href={`data:application/json,${encodeURIComponent(texts['file'] ?? '')}`}>{text.t('save_file')}</a></p>
    </Dialog>
  );
}
