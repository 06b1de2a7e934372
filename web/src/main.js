// The page: starts the module, reads the link, takes over the pre-rendered page. If the module cannot run,
// the pre-rendered numbers stay and a message says what they are.

import { h, hydrate, render } from 'preact';
import { create_address } from './address.js';
import { create_app } from './app.js';
import { Page } from './components/Page.jsx';
import { mode_of } from './components/Sentence.jsx';
import { create_engine } from './engine.js';
import { number_of } from './explain_link.js';
import { pick_language, pick_theme, save, saved } from './preferences.js';
import { listen_to_keys } from './shortcuts.js';
import { create_text } from './text.js';
import english from './text/en.js';

/** @typedef {import('./preferences.js').Language} Language */

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @param {string} id */
const address_of = (id) => /** @type {HTMLLinkElement} */ (document.getElementById(id)).href;

/** @param {Language} language @param {boolean} [explaining]  with the names that only explanations use */
async function text_of(language, explaining) {
  const { ui, messages } = language === 'zh' ? (await import('./text/zh.page.js')).default(english) : english;
  if (!explaining) return create_text(language, { ui, messages });
  const names = language === 'zh' ? import('./text/explain.zh.js') : import('./text/explain.en.js');
  const { issues, labels } = (await names).default;
  return create_text(language, {
    ui, messages: { ...messages, issues: { ...messages.issues, ...issues }, labels: { ...messages.labels, ...labels } },
  });
}

/** @param {Language} language @param {string} theme */
function dress(language, theme) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.documentElement.dataset.theme = theme;
}

/** What the results are of; the address bar and bookmarks show it. @param {import('./app.js').App} app */
function title_of(app) {
  const { state, lookup, text } = app;
  if (!state.link) return text.t('page_title');
  const model = lookup.model(String(app.held('model')))?.name;
  return state.scenario['title'] ?? [state.workload === 'matmul' ? '' : model, mode_of(app), 'Tilewise'].filter(Boolean).join(' · ');
}

/** The view of the score and its data, together. */
async function fetch_accuracy() {
  const [piece, answer] = await Promise.all([fetch_piece('accuracy'), fetch(address_of('accuracy'))]);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return { Accuracy: piece.Accuracy, data: await answer.json() };
}

/** A view or dialog that is a piece of its own. @param {string} name @returns {Promise<any>} */
async function fetch_piece(name) {
  const views = /** @type {Record<string, any>} */ (await import('./views.js'));
  return views[name] ?? Promise.reject(new Error(name));
}

/** What the pre-rendered page says breaks first: of the default scenario, in one language. */
/** @param {Language} language @returns {import('./state.js').State['breaks']} */
function written_breaks(language) {
  const words = root.querySelector('[data-breaks]')?.textContent ?? '';
  return { of: (scenario, spoken) => spoken === language && Object.keys(scenario).length === 0, sentence: () => words };
}

/** Lets the browser draw and answer between the parts of the start, so that none of them holds it for long. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start() {
  const wasm = address_of('module');
  const engine = await create_engine({ locateFile: () => wasm, printErr: () => undefined });
  await breathe();
  const page = window.location.origin + window.location.pathname;
  const language = document.documentElement.lang === 'en' ? 'en' : 'zh';
  const text = await text_of(language);

  const app = create_app({
    engine, text, initial: { page, language, breaks: written_breaks(language) },
    render(view) {
      dress(view.state.language, view.state.theme);
      document.title = title_of(view);
      render(h(Page, { app: view }), root);
    },
    write_address: (how, link) => (how === 'push' ? address.push(link) : address.replace(link)),
    start_more: async () => create_engine(
      { locateFile: () => address_of('more'), printErr: () => undefined }, (await import('#module-more')).default,
    ),
    load_sources: async () => (await fetch(address_of('sources'))).json(),
    load_accuracy: fetch_accuracy,
    load_plan: () => fetch_piece('plan'),
    load_piece: fetch_piece,
    load_text: text_of,
    on_preference: save,
    linked_number: number_of,
  });

  /** @param {string} link @param {boolean} [again] */
  async function open(link, again) {
    app.act.open(link, again);
    await dress_as_asked();
  }

  async function dress_as_asked() {
    const { scenario } = app.state();
    const language = pick_language(scenario.language, saved('language'), navigator.languages ?? []);
    const theme = pick_theme(scenario.theme, saved('theme'));
    if (theme !== app.state().theme) app.act.show({ theme });
    await app.act.speak(language);
  }

  // The pre-rendered page is the default scenario, in the language of the document: take it over as it stands, then open the link.
  await breathe();
  app.answer();
  await breathe();
  const address = create_address(window, (text) => open(text, true));
  hydrate(h(Page, { app: app.view() }), root);
  await breathe();
  if (address.text()) await open(address.text());
  else await dress_as_asked();
  listen_to_keys(window, app.act);
  document.documentElement.dataset.day = new Date().toISOString().slice(0, 10);
  if (window.location.search && !window.location.hash) address.replace(app.state().link);
  document.documentElement.classList.remove('pending');
  document.documentElement.dataset.ready = 'yes';
  (window.requestIdleCallback ?? setTimeout)(() => app.watch_breaks().catch(() => undefined));
}

start().catch(() => {
  document.documentElement.classList.remove('pending');
  document.documentElement.dataset.ready = 'no';
  /** @type {HTMLElement} */ (document.getElementById('no-module')).hidden = false;
});
