// The number that a link opens with its explanation, and the view it stands in. A number of the estimate:
// "explain-0.memory.total-bytes". A letter says that it is one of another answer: "explain-l.1.first.0.at" of limits,
// "explain-c.pairs.0.ratio" of a comparison, "explain-f.batch.0.value" and "explain-f.ranking-fits.3.power-w" of what fits, "explain-p.3.64.0.search.front.1.step-s"
// of a part of a search for plans, "explain-p.n8.0.step-s" of the best plan for eight chips, "explain-p.n8-64.0.efficiency" of
// 64 chips against eight, "explain-s.0.time-s.4" of a sweep, "explain-m.roofline.0.time.total-s" of
// the answer of another time model.

import { default_sweep, filters_of, question_of } from './view.js';

/** @typedef {import('./state.js').AskedOf} AskedOf */
/** @typedef {import('./contract').Scenario} Scenario */
/** `scenario`: what the link's scenario becomes. @typedef {{path: string, asked?: AskedOf | undefined, scenario?: Scenario | undefined}} Linked */

/** What the core takes for a view. */
const longest = 80;

/** @param {string} path */
const spelled = (path) => path.replace(/^devices\./, '').replaceAll('_', '-');

/** Of an answer that has a list of devices beside others. @param {string} text */
const path_of = (text) => `${/^\d/.test(text) ? 'devices.' : ''}${text.replaceAll('-', '_')}`;

/** @param {string} text  "batch.0.value", "ranking-fits.3.power-w" @returns {Linked | undefined} */
function fitted(text) {
  const dot = Math.max(text.indexOf('.'), 0);
  const ranked = text.startsWith('ranking');
  const view = `fit-${text.slice(0, dot).replace('ranking', 'catalogue')}`;
  const question = question_of(view);
  if (!question) return undefined;
  return { path: path_of(`${ranked ? 'ranking.' : ''}${text.slice(dot + 1)}`), asked: { of: 'fit', question, only: filters_of(view) }, scenario: { view } };
}

/** @param {string} text @returns {Linked | undefined} */
function planned(text) {
  const [, chips, device, field = ''] = /^n(\d+(?:-\d+)?)\.(\d+)\.(.+)$/.exec(text) ?? [];
  if (chips) {
    const counts = chips.split('-').map(Number);
    const path = `devices.${device}.curve.${field === 'efficiency' ? `${counts.length - 1}.` : '0.plan.'}${field.replaceAll('-', '_')}`;
    return { path: `plan.of.${counts.at(-1)}.${path}`, asked: { of: 'plan', counts, path }, scenario: { view: 'scale' } };
  }
  const [, slice, slices, rest = ''] = /^(\d+)\.(\d+)\.(.+)$/.exec(text) ?? [];
  if (!slices) return undefined;
  const path = path_of(rest);
  const name = /^devices\.\d+\.communication/.test(path) ? 'plan' : `plan.${slice}`;
  return { path: `${name}.${path}`, asked: { of: 'plan', slice: Number(slice), slices: Number(slices), path }, scenario: { view: 'plan' } };
}

/** What a sweep is asked for that the link does not say. @param {Scenario} scenario */
export const sweep_of = (scenario) => ({ of: 'sweep', ...(scenario.sweep_axis ? {} : default_sweep(String(scenario['workload']))) });

/** @param {string} text @param {Scenario} scenario @returns {Linked} */
function swept(text, scenario) {
  const measure = /memory|rate/.exec(text)?.[0];
  return { path: path_of(text), asked: sweep_of(scenario), scenario: { view: measure ? `sweep-${measure}` : 'sweep' } };
}

/** @param {string} text  "roofline.0.time.total-s" @returns {Linked} */
function modelled(text) {
  const dot = text.indexOf('.');
  const [model, path] = [text.slice(0, dot), path_of(text.slice(dot + 1))];
  return { path: `${model}.${path}`, asked: { of: 'estimate', path, with: { time_model: model } }, scenario: { view: 'models' } };
}

/** The number a scenario of a link opens; undefined where its view is another. @param {Scenario} scenario @returns {Linked | undefined} */
export function number_of(scenario) {
  const rest = /^explain-(.+)$/.exec(String(scenario.view ?? ''))?.[1];
  if (!rest) return undefined;
  const [, answer, text = ''] = /^([a-z])\.(.+)$/.exec(rest) ?? [];
  switch (answer) {
    case 'l': return { path: path_of(text), asked: { of: 'limits' }, scenario: { view: 'limits' } };
    case 'c': return { path: path_of(text), asked: { of: 'compare' }, scenario: { view: 'compare' } };
    case 'f': return fitted(text);
    case 'p': return planned(text);
    case 's': return swept(text, scenario);
    case 'm': return modelled(text);
    default: return { path: path_of(rest) };
  }
}

/** @param {string} path @param {AskedOf | undefined} asked */
function written(path, asked) {
  if (!asked) return spelled(path);
  const text = spelled(asked.path ?? path);
  switch (asked.of) {
    case 'limits': return `l.${text}`;
    case 'compare': return `c.${text}`;
    case 'fit': {
      const ranked = text.startsWith('ranking.');
      return `f.${[ranked ? 'ranking' : asked['question'], ...(asked['only'] ?? [])].join('-')}.${text.replace(/^ranking\./, '')}`;
    }
    case 'estimate': return `m.${asked['with']?.['time_model']}.${text}`;
    case 'sweep': return `s.${text}`;
    case 'plan':
      return asked['counts'] ? `p.n${asked['counts'].join('-')}.${text.replace(/\.curve\.\d\.(plan\.)?/, '.')}` : `p.${asked['slice']}.${asked['slices']}.${text}`;
    default: return '';
  }
}

/** What of an answer a view names: the same path there, asked in the same way. @param {Linked | undefined} number */
const named = (number) => JSON.stringify([number?.asked?.path ?? number?.path, Object.entries(number?.asked ?? {}).sort()]);

/** The view for a number; undefined where it does not go into a link. */
/** @param {string} path @param {AskedOf | undefined} asked @param {Scenario} scenario  at hand */
export function view_explaining(path, asked, scenario) {
  const view = `explain-${written(path, asked)}`;
  const back = view.length <= longest ? number_of({ ...scenario, view }) : undefined;
  return back && named(back) === named({ path, asked }) ? view : undefined;
}
