// The answer in one or two sentences, spoken to screen readers when it changes. It words the core's verdict
// and the numbers of the table, nothing else.

import { useEffect, useRef, useState } from 'preact/hooks';
import { bytes, join, ratio, time, time_range } from '../format.js';
import { name_of } from '../names.js';
import { fix_text } from './Fixes.jsx';
import { band_for, time_path, value_at } from '../rows.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */

/** @param {App} app @param {string[]} names */
const listed = (app, names) => names.join(app.text.t('list_comma'));

/** @param {App} app @param {Answer[]} devices */
function fastest_sentence(app, devices) {
  const { state, text } = app;
  const path = time_path(state.workload, devices);
  const verdict = state.result?.verdict ?? {};
  const first = devices.find(({ index }) => index === verdict.fastest);
  const value = first && value_at(first, path);
  if (!first || typeof value !== 'number') return '';
  const band = band_for(first, path);
  const params = {
    name: name_of(app, first), time: join(time(value)),
    what: text.t(`what.${state.workload}`),
    bound: text.t(`answer.bound.${first.bound ?? 'unknown'}`),
    band: band ? join(time_range(band.low, band.high)) : '',
  };
  const next = devices.find(({ index }) => index === verdict.next);
  // "1× as fast as" says nothing: of two alike the sentence says what one takes.
  const ahead = verdict.ratio_to_next ?? 1;
  const only = next && ahead >= 1.005
    ? text.t('answer.fastest', { ...params, ratio: ratio(ahead), next: name_of(app, next) })
    : text.t('answer.single', params);
  if (!band) return only;
  // A band that rests on measurements is a likelihood; until then its own words say what it is.
  const rests = (first.band?.rows ?? 0) > 0;
  return only + text.t(rests ? 'answer.band' : 'answer.band_unfitted', { ...params, basis: text.label(first.band?.basis ?? '') });
}

/** @param {App} app @param {Answer[]} devices */
function fit_sentence(app, devices) {
  const { state, text } = app;
  const verdict = state.result?.verdict ?? {};
  const of = (/** @type {number[] | undefined} */ list) => devices.filter(({ index }) => list?.includes(index));
  const out = of(verdict.does_not_fit);
  const tight = of(verdict.tight);
  const parts = [];
  if (out.length) {
    const list = out.map((device) => {
      const need = device.memory?.total_bytes;
      const have = device.memory?.capacity_bytes;
      if (out.length > 3 || typeof need !== 'number' || typeof have !== 'number') return name_of(app, device);
      return text.t('answer.need_of', { name: name_of(app, device), need: join(bytes(need, state.units)), have: join(bytes(have, state.units)) });
    });
    parts.push(text.t('answer.no_fit', { list: listed(app, list) }));
    const [fix] = (out.length === 1 && out[0]?.fixes) || [];
    if (fix) parts.push(text.t('answer.fix', { fix: fix_text(app, fix.set), need: join(bytes(fix.total_bytes, state.units)) }));
  }
  if (tight.length) parts.push(text.t('answer.tight', { list: listed(app, tight.map((device) => name_of(app, device))) }));
  if (!out.length && !tight.length && devices.length > 1 && devices.every(({ fits }) => fits === 'yes')) {
    parts.push(text.t('answer.all_fit'));
  }
  return parts.join(text.t('sentence_gap'));
}

/** @param {App} app */
export function answer_text(app) {
  const devices = app.state.result?.devices ?? [];
  const parts = [fastest_sentence(app, devices), fit_sentence(app, devices)].filter(Boolean);
  return parts.length ? parts.join(app.text.t('sentence_gap')) : app.text.t('answer.none');
}

const pause_ms = 500;

/** The answer for screen readers, half a second after the last change: not at every key. @param {{words: string}} props */
function Spoken({ words }) {
  const [said, say] = useState('');
  const first = useRef(words);
  useEffect(() => {
    // What stands in the page from the start is read with the page.
    if (words === first.current) return undefined;
    first.current = '';
    const timer = setTimeout(() => say(words), pause_ms);
    return () => clearTimeout(timer);
  }, [words]);
  return <p class="hidden" id="spoken" aria-live="polite">{said}</p>;
}

/** @param {{app: App}} props */
export function Answer({ app }) {
  const words = answer_text(app);
  return (
    <>
      <p class="answer" id="answer">{words}</p>
      <Spoken words={words} />
    </>
  );
}
