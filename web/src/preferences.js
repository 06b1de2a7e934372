// Language and theme: what a link says wins over what was saved, and that over what the browser prefers.
// Storage may be forbidden (a sandboxed frame), so every access is guarded and nothing depends on it.

/** @typedef {'en' | 'zh'} Language */
/** @typedef {'auto' | 'light' | 'dark'} Theme */

export const languages = /** @type {const} */ (['en', 'zh']);
export const themes = /** @type {const} */ (['auto', 'light', 'dark']);

/** @param {string} name */
export function saved(name) {
  try {
    return localStorage.getItem(`tilewise.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function save(name, value) {
  try {
    localStorage.setItem(`tilewise.${name}`, value);
  } catch {
    // Not kept, that is all.
  }
}

/** @param {unknown} in_link @param {unknown} kept @param {readonly string[]} preferred @returns {Language} */
export function pick_language(in_link, kept, preferred) {
  for (const wish of [in_link, kept, ...preferred]) {
    const language = String(wish ?? '').slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'zh') return language;
  }
  return 'en';
}

/** @param {unknown} in_link @param {unknown} kept @returns {Theme} */
export function pick_theme(in_link, kept) {
  for (const wish of [in_link, kept]) {
    if (wish === 'auto' || wish === 'light' || wish === 'dark') return wish;
  }
  return 'auto';
}
