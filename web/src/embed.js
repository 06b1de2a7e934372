// The embed: one file that carries the module, shows a scenario in a frame of somebody's page, never
// rewrites its own address and needs no storage. It tells the page around it how tall it is.

import { h, render } from 'preact';
import { scenario_text } from './address.js';
import { create_app } from './app.js';
import { Embed } from './components/Page.jsx';
import { create_engine } from './engine.js';
import { pick_language, pick_theme, saved } from './preferences.js';
import { create_text } from './text.js';
import english from './text/en.js';
import chinese from './text/zh.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** The module's bytes: base64 of raw deflate, a third smaller than plain base64. */
async function module_bytes() {
  const packed = document.getElementById('module')?.textContent?.trim() ?? '';
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The height in the three forms that pages around frames listen to. */
function report_height() {
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.min(4000, Math.max(120, Math.ceil(root.getBoundingClientRect().height)));
    if (Math.abs(height - last) <= 1) return;
    last = height;
    window.parent.postMessage({ type: 'tilewise-height', v: 1, height }, '*');
    window.parent.postMessage({ sentinel: 'amp', type: 'embed-size', height }, '*');
    window.parent.postMessage(JSON.stringify({ context: 'iframe.resize', height }), '*');
  }).observe(root);
}

async function start() {
  const engine = await create_engine({ wasmBinary: await module_bytes(), locateFile: (name) => name });
  const link = scenario_text(window.location) ?? '';
  const page = document.querySelector('meta[name="page"]')?.getAttribute('content') ?? '';
  const app = create_app({
    engine, text: create_text('en', english),
    initial: { embedded: true, page: new URL(page, window.location.href).href },
    render(view) {
      document.documentElement.lang = view.state.language === 'zh' ? 'zh-CN' : 'en';
      document.documentElement.dataset.theme = view.state.theme;
      render(h(Embed, { app: view }), root);
    },
    load_text: async (language) => create_text(language, language === 'zh' ? chinese : english),
  });
  app.act.open(link);
  const { scenario } = app.state();
  app.act.show({ theme: pick_theme(scenario.theme, saved('theme')) });
  await app.act.speak(pick_language(scenario.language, saved('language'), navigator.languages ?? []));
  document.documentElement.dataset.ready = 'yes';
  if (window.parent !== window) report_height();
}

start().catch(() => {
  document.documentElement.dataset.ready = 'no';
  /** @type {HTMLElement} */ (document.getElementById('no-module')).hidden = false;
});
