// Names of the parts of an answer, in the reader's words.

/** @typedef {import('./app.js').App} App */

/** The first of the core's names that has a label, or undefined. @param {App} app @param {(string | undefined)[]} codes */
export function labelled(app, codes) {
  for (const code of codes) {
    if (code && app.text.label(code) !== code) return app.text.label(code);
  }
  return undefined;
}

/** A part may be a part of a part: "backward.qkv". @param {App} app @param {string} name */
export function item_name(app, name) {
  return name.split('.').map((part) => labelled(app, [`item.${part}`, `input.${part}`]) ?? part.replaceAll('_', ' ')).join(' · ');
}
