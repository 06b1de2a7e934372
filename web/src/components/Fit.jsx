// "What fits?": the largest input, or the fewest chips, with which the scenario fits each device; and the whole
// catalogue under the scenario. Every answer is a scenario of its own, one press away.

import { bytes, count, join, quantity, time } from '../format.js';
import { name_of } from '../names.js';
import words from '../text/fit.js';
import { filters, filters_of, questions } from '../view.js';
import { RankingChart } from './figure/Ranking.jsx';
import { TableExport } from './figure/TableExport.jsx';
import { opener, sentence_of } from './Opens.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').FitAnswer} FitAnswer */
/** @typedef {import('../contract').RankedDevice} RankedDevice */

/** The question that the view asks. @param {App} app */
const asked_of = ({ state }) => ({ of: 'fit', question: state.fit?.question ?? 'context', only: filters_of(state.scenario.view) });

/** @param {{app: App, of: {total_bytes: number | null, capacity_bytes: number | null}, path: string}} props */
function Memory({ app, of: { total_bytes, capacity_bytes }, path }) {
  const { state, text } = app;
  const open = opener(app, asked_of(app));
  const need = total_bytes === null ? text.t('not_known') : open(`${path}.total_bytes`, total_bytes, join(bytes(total_bytes, state.units)));
  if (capacity_bytes === null) return <>{need} {text.t('capacity_unknown')}</>;
  const capacity = open(`${path}.capacity_bytes`, capacity_bytes, join(bytes(capacity_bytes, state.units)));
  return <>{need} {sentence_of(([have = '']) => text.t('of_capacity', { have }), [capacity])}</>;
}

/** @param {{app: App, seconds: number | null, path: string}} props */
const Time = ({ app, seconds, path }) =>
  <>{seconds === null ? app.text.t('not_known') : opener(app, asked_of(app))(`${path}.total_s`, seconds, join(time(seconds)))}</>;

/** @param {App} app @param {string} unit @param {FitAnswer} answer */
function answer_text(app, unit, answer) {
  const { text, lookup } = app;
  if (answer.value === null) {
    if (answer.state !== 'none') return text.t('fit.state.unknown');
    return text.t(unit === 'chips' ? 'fit.state.no_chips' : 'fit.state.none');
  }
  const shown = answer.model
    ? `${lookup.model(answer.model)?.name ?? answer.model} (${count(answer.value)})` : text.t(`fit.unit.${unit === 'chips' && answer.value === 1 ? 'chip' : unit}`, { value: count(answer.value) });
  if (answer.state === 'unlimited') return text.t('fit.at_least', { value: shown });
  return answer.bounded_by === 'model' ? text.t('fit.model_limit', { value: shown }) : shown;
}

/** The scenario of an answer, seen as a comparison. @param {{app: App, link: string, children: any}} props */
function Open({ app, link, children }) {
  return <a class="act" href={`#${app.act.canonical(link.replace(/&(view|k)=[^&]*/g, ''))}`}>{children}</a>;
}

/** @param {{app: App, question: string, unit: string, answers: FitAnswer[], title: string}} props */
function Answers({ app, question, unit, answers, title }) {
  const { text } = app;
  const open = opener(app, asked_of(app));
  return (
    <table class="twin fit">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.t('device')}</th><th scope="col">{text.t(`fit.${question}`)}</th>
          <th scope="col">{text.t('row.memory')}</th><th scope="col">{text.t('row.time')}</th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer, place) => (
          <tr key={answer.index}>
            <th scope="row">{name_of(app, answer)} {answer.state === 'found' && <Open app={app} link={answer.link}>{text.t('fit.open')}</Open>}</th>
            <td class="answer-of">{open(`devices.${place}.value`, answer.value, answer_text(app, unit, answer))}</td>
            <td><Memory app={app} of={answer} path={`devices.${place}`} /></td>
            <td><Time app={app} seconds={answer.total_s} path={`devices.${place}`} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same as a table for a file. @param {App} app @param {string} question @param {string} unit @param {FitAnswer[]} answers @returns {import('../figures.js').Table} */
const answers_table = (app, question, unit, answers) => ({
  head: [
    { key: 'device', label: app.text.t('device') }, { key: question.replace('-', '_'), label: app.text.t(`fit.${question}`) }, { key: 'state', label: app.text.t('row.fits') },
    { key: 'total_bytes', label: app.text.t('row.memory') }, { key: 'capacity_bytes', label: app.text.t('fit.capacity') }, { key: 'total_s', label: app.text.t('row.time') },
  ],
  rows: answers.map((answer) => [
    { value: answer.id, text: name_of(app, answer) }, { value: answer.model ?? answer.value, text: answer_text(app, unit, answer) }, { value: answer.state },
    { value: answer.total_bytes, unit: 'byte' }, { value: answer.capacity_bytes, unit: 'byte' }, { value: answer.total_s, unit: 's' },
  ]),
});

/** @param {{app: App, ranking: RankedDevice[], title: string}} props */
function Ranking({ app, ranking, title }) {
  const { text, lookup, act, state } = app;
  const full = state.columns.length >= 8;
  const open = opener(app, asked_of(app));
  const known = (/** @type {string} */ path, /** @type {number | null | undefined} */ value, /** @type {string} */ unit) =>
    (typeof value === 'number' ? open(path, value, join(quantity(value, unit))) : <span class="muted">{value === null ? text.t('not_known') : '–'}</span>);
  return (
    <table class="twin fit">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.t('device')}</th><th scope="col">{text.t('row.time')}</th>
          <th scope="col">{text.t('row.fits')}</th><th scope="col">{text.t('row.memory')}</th>
          <th scope="col">{text.t('row.power_w')}</th><th scope="col">{text.t('row.per_hour_usd')}</th><th scope="col">{text.t('row.per_million_tokens_usd')}</th>
        </tr>
      </thead>
      <tbody>
        {ranking.map((device, place) => (
          <tr key={device.id}>
            <th scope="row">
              {lookup.device_name(device.id)}{' '}
              <button type="button" class="plain act" disabled={full || state.columns.some(({ id }) => id === device.id)} onClick={() => act.add(device.id)}>
                {text.t('fit.add')}<span class="hidden">: {lookup.device_name(device.id)}</span>
              </button>
            </th>
            <td><Time app={app} seconds={device.total_s} path={`ranking.${place}`} />{device.within === false && <small>{text.t('fit.beyond')}</small>}</td>
            <td><span class={`fits ${device.fits}`}>{text.t(`fits.${device.fits}`)}</span></td>
            <td><Memory app={app} of={device} path={`ranking.${place}`} /></td>
            <td>{known(`ranking.${place}.power_w`, device.power_w, 'W')}</td><td>{known(`ranking.${place}.per_hour_usd`, device.per_hour_usd, 'usd')}</td>
            <td>{known(`ranking.${place}.per_million_tokens_usd`, device.per_million_tokens_usd, 'usd')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param {{app: App}} props */
function Result({ app }) {
  const { state, text } = app;
  const question = state.fit?.question ?? 'context';
  const title = text.t(`fit.${question}`);
  const envelope = state.fit?.envelope;
  if (!envelope) return <p class="muted" role="status">{text.t('loading')}</p>;
  const { result, issues } = envelope;
  if (!result) return <p class="muted" role="status">{issues.map((/** @type {import('../contract').Issue} */ issue) => app.issue_text(issue)).join(' ')}</p>;
  return (
    <>
      {result.ranking?.length === 0 && <p class="muted" role="status">{text.t('fit.no_device')}</p>}
      {result.ranking && <RankingChart app={app} ranking={result.ranking} asked={asked_of(app)} />}
      <div class="scroll" role="region" aria-label={title} tabIndex={0}>
        {result.ranking
          ? <Ranking app={app} ranking={result.ranking} title={title} />
          : <Answers app={app} question={question} unit={result.unit ?? ''} answers={result.devices ?? []} title={title} />}
      </div>
      {!result.ranking && <TableExport app={app} name="fit" title={title} table={answers_table(app, question, result.unit ?? '', result.devices ?? [])} />}
    </>
  );
}

/** Which devices of the ranking are wanted; the link keeps it. @param {{app: App, left_out: import('../contract').LeftOut[]}} props */
function Filters({ app, left_out }) {
  const { text, act, state } = app;
  const chosen = filters_of(state.scenario.view);
  const without = (/** @type {string} */ name) => (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset class="filters">
      <legend class="hidden">{text.t('fit.filters')}</legend>
      {filters.map((name) => {
        const out = left_out.find(({ filter }) => filter === name)?.count;
        return (
          <label key={name}>
            <input
              type="checkbox" checked={chosen.includes(name)} data-filter={name}
              onChange={() => act.set_field('view', ['fit-catalogue', ...without(name)].join('-'), { discrete: true })}
            />
            {text.t(`fit.filter.${name}`)}{out !== undefined && out > 0 && <small> {text.t('fit.left_out', { count: count(out) })}</small>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { state, text, act } = app;
  const question = state.fit?.question ?? 'context';
  return (
    <>
      <label class="question">
        <span class="hidden">{text.t('fit.question')}</span>
        <select value={question} onChange={(event) => act.set_field('view', `fit-${event.currentTarget.value}`, { discrete: true })}>
          {questions.map((name) => <option key={name} value={name} selected={name === question}>{text.t(`fit.${name}`)}</option>)}
        </select>
      </label>
      {question === 'catalogue' && <Filters app={app} left_out={state.fit?.envelope?.result?.left_out ?? []} />}
      <Result app={app} />
      <p class="note">{text.t(question === 'catalogue' ? 'fit.note_catalogue' : 'fit.note')}</p>
    </>
  );
}
