// The link in full, and the frame that shows the same scenario in another page.

import { useState } from 'preact/hooks';
import { Dialog } from './Dialog.jsx';

/** @typedef {import('../app.js').App} App */

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

/** @param {{app: App, name: string, value: string}} props */
function Copyable({ app, name, value }) {
  const { text } = app;
  const [copied, set_copied] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      set_copied(text.t('copied'));
    } catch {
      set_copied(text.t('copy_by_hand'));
    }
  }
  return (
    <div class="copyable">
      <label>
        {text.t(`share.${name}`)}
        <textarea readOnly rows={name === 'link' ? 3 : 5} value={value} data-share={name} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="actions">
        <button type="button" onClick={copy}>{text.t(`copy.${name}`)}</button> <span role="status">{copied}</span>
      </p>
    </div>
  );
}

/** @param {{app: App}} props */
export function Share({ app }) {
  const { state, text, act } = app;
  if (!state.share) return null;
  const texts = share_texts(state.page, state.link, state.scenario);
  return (
    <Dialog title={text.t('share')} close={text.t('close')} onclose={() => act.show({ share: false })}>
      {state.link.length > 2000 && <p class="issue">{text.t('link_too_long')}</p>}
      <Copyable app={app} name="link" value={texts.link} />
      <Copyable app={app} name="embed" value={texts.embed} />
      <Copyable app={app} name="file" value={texts.file} />
    </Dialog>
  );
}
