// The same views in Node, for the pre-rendered page and for tests.

import { render as to_html } from 'preact-render-to-string';
import { create_app } from './app.js';
import { Embed, Page } from './components/Page.jsx';
import { StaticAccuracy } from './components/accuracy/Static.jsx';
import create_more from '#module-more';
import { found_of } from './components/limits/first.js';
import { create_engine } from './engine.js';
import { create_text } from './text.js';
import score_words from './text/score.js';
import chinese from './text/zh.js';
import english from './text/en.js';

export { create_app, create_engine, create_more, create_text, score_words };
export const tables = { en: english, zh: chinese };

/**
 * The page for a scenario link as HTML text.
 * @param {import('./engine.js').Engine} engine
 * @param {{link?: string, language?: 'en' | 'zh', embedded?: boolean, page?: string, breaks?: import('./state.js').State['breaks']}} [options]
 */
export function page_html(engine, { link = '', language = 'en', embedded = false, page = '', breaks = null } = {}) {
  const app = create_app({
    engine, text: create_text(language, tables[language]), initial: { language, embedded, page, breaks }, render: () => undefined,
  });
  app.act.open(link);
  const View = embedded ? Embed : Page;
  return to_html(<View app={app.view()} />);
}

/** What breaks first in the default scenario, for the pre-rendered page. @typedef {import('./engine.js').Engine} Engine */
/** @param {Engine} engine @param {Engine} more */
export function default_breaks(engine, more) {
  return found_of(more.call, {}, engine.call('estimate', {}).result.devices.length, async () => true);
}

/** The score as a page without scripts. @param {import('./contract').Accuracy} data @param {'en' | 'zh'} [language] */
export const accuracy_html = (data, language = 'en') =>
  to_html(<StaticAccuracy text={create_text(language, tables[language]).with(score_words[language])} data={data} />);
