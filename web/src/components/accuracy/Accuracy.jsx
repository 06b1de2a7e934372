// "How far off is it?": the score of the estimates on published measurements, and every row behind it. A
// piece of its own, fetched with its data when the view opens.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { choices_of, chosen, drawable, drawn_value, plain_summary, points_of } from '../../accuracy.js';
import { count, percent } from '../../format.js';
import words from '../../text/score.js';
import { score_line_of } from '../../view.js';
import { PointPanel } from './PointPanel.jsx';
import { Reasons } from './Reasons.jsx';
import { Rows } from './Rows.jsx';
import { Scatter } from './Scatter.jsx';
import { line_name, ScoreTable, written_share } from './ScoreTable.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Accuracy} Data */
/** @typedef {import('../../accuracy.js').Point} Point */

const any = { device: '', software: '', unit: '' };

/** @param {{label: string, name: string, value: string, any?: string, choices: {value: string, label: string}[], onchange: (value: string) => void}} props */
function Choice({ label, name, value, any: none, choices, onchange }) {
  return (
    <label class="field" data-filter={name}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onchange(event.currentTarget.value)}>
        {none !== undefined && <option value="" selected={value === ''}>{none}</option>}
        {choices.map((choice) => <option key={choice.value} value={choice.value} selected={choice.value === value}>{choice.label}</option>)}
      </select>
    </label>
  );
}

/** @param {{app: App, data: Data, line: string, points: Point[], filter: typeof any, online: (line: string) => void, onfilter: (filter: typeof any) => void}} props */
function Filters({ app, data, line, points, filter, online, onfilter }) {
  const { text, lookup } = app;
  const options = (/** @type {'device' | 'software' | 'unit'} */ of, /** @type {(value: string) => string} */ name) =>
    choices_of(chosen(points, { ...filter, [of]: '' }), of).map(({ value, rows }) => ({ value, label: `${name(value)} (${count(rows)})` }));
  const units = options('unit', (unit) => text.t(`score.unit.${unit}`));
  return (
    <div class="fields">
      <Choice
        label={text.t('score.line')} name="line" value={line} onchange={online}
        choices={data.lines.map(({ line: name = '' }) => ({ value: name, label: line_name(text, name) }))}
      />
      {points.length > 0 && (
        <>
          <Choice
            label={text.t('device')} name="device" value={filter.device} any={text.t('score.any')}
            choices={options('device', (id) => lookup.device_name(id))} onchange={(device) => onfilter({ ...filter, device })}
          />
          <Choice
            label={text.t('score.software')} name="software" value={filter.software} any={text.t('score.any')}
            choices={options('software', (name) => name || text.t('score.not_stated')).filter(({ value }) => value !== '')}
            onchange={(software) => onfilter({ ...filter, software })}
          />
        </>
      )}
      {choices_of(points, 'unit').length > 1 && (
        <Choice label={text.t('score.quantity')} name="unit" value={filter.unit} choices={units} onchange={(unit) => onfilter({ ...filter, unit })} />
      )}
    </div>
  );
}

/** @param {{app: App, points: Point[]}} props */
function Shown({ app, points }) {
  const { text } = app;
  if (points[0]?.unit === 'verdict') {
    const right = points.filter((point) => point.right).length;
    return <p role="status">{text.t('score.shown_verdicts', { count: count(points.length), right: count(right) })}</p>;
  }
  const { rows, median, within } = plain_summary(points);
  if (median === undefined) return <p role="status">{text.t('score.shown_none')}</p>;
  return <p role="status">{text.t('score.shown', { count: count(rows), median: written_share(median), within: percent(within / rows) })}</p>;
}

/** The most frequent unit, until another is asked for. @param {Point[]} points @param {typeof any} filter */
function with_unit(points, filter) {
  const units = choices_of(points, 'unit');
  return units.some(({ value }) => value === filter.unit) ? filter : { ...filter, unit: units[0]?.value ?? '' };
}

/** @param {{app: App, data: Data, line: string, online: (line: string) => void}} props */
function Line({ app, data, line, online }) {
  const { text } = app;
  const all = useMemo(() => points_of(data, line), [data, line]);
  // Filter and point are those of one line; another line starts afresh, with the focus where it was.
  const [kept, set_kept] = useState({ line, filter: any, at: 0 });
  const { filter: asked, at } = kept.line === line ? kept : { filter: any, at: 0 };
  const set_at = (/** @type {number} */ next) => set_kept({ line, filter: asked, at: next });
  const [table, set_table] = useState(false);
  const filter = with_unit(all, asked);
  const points = useMemo(
    () => chosen(all, filter).sort((a, b) => Number(drawable(b)) - Number(drawable(a)) || drawn_value(a, 'measured') - drawn_value(b, 'measured')),
    [all, filter.device, filter.software, filter.unit],
  );
  const panel = useRef(/** @type {HTMLDivElement | null} */ (null));
  const dots = useMemo(() => points.filter(drawable), [points]);
  const drawn = dots.length > 0;
  const place = Math.min(at, points.length - 1);
  const name = line_name(text, line);
  const title = text.t('score.chart', { line: name });
  return (
    <section aria-labelledby="accuracy-line">
      <h2 id="accuracy-line">{name}</h2>
      <Filters
        app={app} data={data} line={line} points={all} filter={filter} online={online}
        onfilter={(next) => set_kept({ line, filter: next, at: 0 })}
      />
      {all.length === 0 ? <p class="muted">{text.t('score.line_empty')}</p> : <Shown app={app} points={points} />}
      <div class="behind">
        {drawn && (
          <Scatter
            key={line} app={app} points={dots} at_point={place} onpoint={set_at} title={`${title}. ${text.t('score.keys')}`} described="accuracy-point"
            onopen={() => /** @type {HTMLElement | null} */ (panel.current?.querySelector('a'))?.focus()}
          />
        )}
        <div ref={panel}>{points.length > 0 && <PointPanel app={app} point={points[place]} id="accuracy-point" />}</div>
      </div>
      {drawn && <p class="note">{text.t('score.chart_note')}</p>}
      {points.length > 0 && (
        <details open={table || !drawn} onToggle={(event) => set_table(event.currentTarget.open)}>
          <summary>{text.t('score.as_rows')}</summary>
          {(table || !drawn) && <Rows key={`${line} ${filter.device} ${filter.software} ${filter.unit}`} app={app} points={points} title={title} onpoint={set_at} />}
        </details>
      )}
    </section>
  );
}

/** The line with the most estimates stands first. @param {Data} data */
const first_line = (data) => [...data.lines].sort((a, b) => b.scored - a.scored)[0]?.line ?? '';

/** @param {{app: App, data: Data}} props */
export function Accuracy({ app: page, data }) {
  const { language } = page.state;
  const text = useMemo(() => page.text.with(words[language]), [page.text, language]);
  const app = { ...page, text };
  const asked = score_line_of(app.state.scenario.view);
  const line = data.lines.some((known) => known.line === asked) && asked ? asked : first_line(data);
  const set_line = (/** @type {string} */ next) => app.act.set_field('view', `accuracy-${next}`, { discrete: true });
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="accuracy">
      <h2 tabIndex={-1} ref={heading}>{text.t('accuracy.title')}</h2>
      <p>{text.t('score.intro', { rows: count(data.summary.rows), share: written_share(data.summary.scored_share) })}</p>
      <p class="note">{text.t('score.own')}</p>
      <ScoreTable text={text} data={data} chosen={line} onchoose={set_line} />
      <p class="note">{text.t('score.rules')}</p>
      <Line app={app} data={data} line={line} online={set_line} />
      <Reasons text={text} data={data} />
    </div>
  );
}
