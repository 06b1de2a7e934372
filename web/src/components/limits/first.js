// What gives out first over all devices as the batch grows, as one sentence of the answer. Comes after the first
// numbers, with the words of the view of limits.

import { quantity } from '../../format.js';
import words from '../../text/limits.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {{devices: {id: string, first?: {limit: string, axis: string, at: number}[]}[]}} Result */

/** @param {App} app @param {Result} result */
export function first_sentence(app, result) {
  const all = result.devices.flatMap(({ id, first = [] }) => first.map((point) => ({ id, ...point })));
  const [point] = all.sort((a, b) => a.at - b.at);
  if (!point) return '';
  const text = app.text.with(words[app.state.language]);
  const limit = text.t(`limits.name.${point.limit}`);
  return text.t('limits.first_of_batch', {
    limit: text.language === 'en' ? limit.toLowerCase() : limit, name: app.lookup.device_name(point.id), at: quantity(point.at, 'count').number,
  });
}
