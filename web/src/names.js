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

/** A column by the name its reader gave it, else by that of its device. */
/** @param {Pick<App, 'state' | 'lookup'>} app @param {{index?: number, id: string}} column  without `index`: a device of the catalogue */
export const name_of = ({ state, lookup }, { index = -1, id }) => String(state.columns[index]?.['name'] ?? lookup.device_name(id));

/** How many narrow letters wide a text is: Chinese ones are twice as wide. @param {string} text */
export const columns_of = (text) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 2 : 1), 0);

/** A name as a drawing has room for it; tables and sentences have the whole. @param {string} name @param {number} [most]  narrow letters */
export function brief(name, most = 26) {
  if (columns_of(name) <= most) return name;
  let short = '';
  for (const letter of name) {
    if (columns_of(short + letter) >= most) break;
    short += letter;
  }
  return `${short.trimEnd()}…`;
}
