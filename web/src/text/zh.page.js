// Chinese as the page fetches it: values alone, in the order of the English keys, which are there already.
import messages from '../../../core/data/messages/zh.json?values';
import ui from '../text/zh.json?values';

/** @param {Record<string, string>} english @param {string[]} values @returns {Record<string, string>} */
const named = (english, values) => Object.fromEntries(Object.keys(english).map((key, i) => [key, values[i] ?? '']));

/** @param {typeof import('./en.js').default} english */
export default (english) => ({
  ui: named(english.ui, ui),
  messages: {
    issues: named(english.messages.issues, messages.issues),
    assumptions: named(english.messages.assumptions, messages.assumptions),
    labels: named(english.messages.labels, messages.labels),
  },
});
