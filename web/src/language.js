// Runs before the first paint, after the pre-rendered page: a reader of Chinese sees it in Chinese from the start. A link
// waits for its own scenario.

import { pick_language, saved } from './preferences.js';

(() => {
  const { documentElement: root } = document;
  if (root.classList.contains('pending') || pick_language(undefined, saved('language'), navigator.languages ?? []) !== 'zh') return;
  const page = /** @type {HTMLTemplateElement} */ (document.getElementById('chinese'));
  document.getElementById('app')?.replaceChildren(page.content);
  root.lang = 'zh-CN';
})();
