// The comparison table: one column per device, one row per question.

import { bytes, count, join, percent, time_range } from '../format.js';
import { name_of } from '../names.js';
import { band_for, further_time_rows, rate_rows, supply_rows, time_path, value_at } from '../rows.js';
import { differs, is_best, relative_text } from '../relative.js';
import { Fixes } from './Fixes.jsx';
import { Num } from './Num.jsx';
import { Convention, Shared } from './RowNotes.jsx';
import { mode_of } from './Sentence.jsx';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../contract').Answer} Answer */

/** @param {App} app @param {number} index */
const narrow = (app, index) => (app.state.pair.includes(index) || app.state.columns.length <= 2 ? 'shown' : 'aside');

/** What only a page has. @typedef {{Heading: (props: any) => any, Tools: (props: any) => any, Remark: (props: any) => any}} Extras */

/** @param {{app: App, index: number, answer: Answer | undefined, extras: Extras | undefined}} props */
function Head({ app, index, answer, extras }) {
  const column = app.state.columns[index];
  if (!column) return null;
  const from = column['name'] !== undefined && <small class="beside">{app.text.t('based_on', { name: app.lookup.device_name(column.id) })}</small>;
  const many = answer && (answer.count ?? 1) > 1 && <small> ×&nbsp;{answer.count}</small>;
  return (
    <th scope="col" class={narrow(app, index)}>
      {extras ? <extras.Heading app={app} index={index}>{many}{from}</extras.Heading> : <><span class="device">{name_of(app, { index, id: column.id })}</span>{many}{from}</>}
    </th>
  );
}

/** @param {{app: App, answer: Answer}} props */
function Memory({ app, answer }) {
  const { text, state } = app;
  const total = answer.memory?.total_bytes;
  const have = answer.memory?.capacity_bytes;
  const base = `devices.${answer.index}.memory.total_bytes`;
  return (
    <>
      <Num app={app} value={answer.memory ? total : undefined} unit="byte" path={base} />
      <small>{typeof have === 'number' ? text.t('of_capacity', { have: join(bytes(have, state.units)) }) : text.t('capacity_unknown')}</small>
      {typeof answer.memory?.pool_bytes === 'number' && <small data-pool>{text.t('kv_pool', { pool: join(bytes(answer.memory.pool_bytes, state.units)) })}</small>}
      {answer.memory?.host_bytes !== undefined && <small>{text.t('host_memory', { need: join(bytes(answer.memory.host_bytes, state.units)) })}</small>}
    </>
  );
}

/** @param {{app: App, answer: Answer, path: string}} props */
function Band({ app, answer, path }) {
  const band = band_for(answer, path);
  if (!answer.band) return <Num app={app} value={undefined} unit="s" path="" />;
  if (!band) return <span class="muted">{app.text.t('not_known')}</span>;
  const written = time_range(band.low, band.high);
  return <Num app={app} value={band.high} unit="s" path={`devices.${answer.index}.band.high`} written={written} />;
}

/** @param {{app: App, answer: Answer}} props */
function Precision({ app, answer }) {
  const { precision } = answer;
  if (!precision?.used) return <span class="muted">{app.text.t('not_supported')}</span>;
  const remark = precision.code && precision.code !== 'precision.native' && precision.code !== 'precision.auto';
  return <>{precision.used}{remark && <small>{app.text.label(precision.code ?? '')}</small>}</>;
}

/**
 * @typedef {object} Row
 * @property {string} key @property {string} label @property {any} [note]  under the label @property {(answer: Answer) => any} cell
 * @property {(answer: Answer) => any} [value]  what says whether two columns differ
 * @property {-1 | 0 | 1} [better]  whether less or more is better, 0: neither; without it the row is not set against a baseline
 */

/** The rows of the table. @param {App} app @param {Answer[]} answers */
function rows_of(app, answers) {
  const { state, text } = app;
  const time = time_path(state.workload, answers);
  const rate = (/** @type {string} */ path) => (/** @type {Answer} */ a) => {
    const value = value_at(a, path);
    const written = typeof value === 'number' ? { number: count(value), unit: '' } : undefined;
    return <Num app={app} value={value} unit="count" path={`devices.${a.index}.${path}`} written={written} />;
  };
  const at_path = (/** @type {string} */ path, /** @type {-1 | 0 | 1} */ better) => ({ better, value: (/** @type {Answer} */ a) => value_at(a, path) });
  /** @type {Row[]} */
  const rows = [
    { key: 'time', label: text.has(`time.${state.workload}`) ? text.t(`time.${state.workload}`) : text.t('row.time'), cell: (a) => <Num app={app} value={value_at(a, time)} unit="s" path={`devices.${a.index}.${time}`} />, ...at_path(time, -1) },
    { key: 'band', label: text.t('row.band'), cell: (a) => <Band app={app} answer={a} path={time} />, value: (a) => band_for(a, time)?.high },
    ...further_time_rows(time, answers).map(({ key, path }) => ({
      key, label: text.t(`row.${key}`), cell: (/** @type {Answer} */ a) => <Num app={app} value={value_at(a, path)} unit="s" path={`devices.${a.index}.${path}`} />, ...at_path(path, -1),
    })),
    ...rate_rows(state.workload, answers).map(({ key, path }) => ({
      key, label: text.t(`row.${key}`), note: key === 'tokens_per_s' && <Shared app={app} answers={answers} />, cell: rate(path), ...at_path(path, 1),
    })),
    { key: 'memory', label: text.t('row.memory'), cell: (a) => <Memory app={app} answer={a} />, ...at_path('memory.total_bytes', 0) },
    { key: 'fits', label: text.t('row.fits'), cell: (a) => <span class={`fits ${a.fits ?? 'unknown'}`}>{text.t(`fits.${a.fits ?? 'unknown'}`)}</span>, value: (a) => a.fits },
    ...(answers.some((a) => a.fixes) ? [{ key: 'fixes', label: text.t('row.fixes'), cell: (/** @type {Answer} */ a) => <Fixes app={app} answer={a} /> }] : []),
    { key: 'bound', label: text.t('row.bound'), cell: (a) => text.t(`bound.${a.bound ?? 'unknown'}`), value: (a) => a.bound },
    { key: 'mfu', label: text.t('row.mfu'), note: <Convention app={app} />, cell: (a) => <Num app={app} value={value_at(a, 'flops.mfu')} unit="share" path={`devices.${a.index}.flops.mfu`} />, ...at_path('flops.mfu', 1) },
    { key: 'precision', label: text.t('row.precision'), cell: (a) => <Precision app={app} answer={a} />, value: (a) => a.precision?.used },
  ];
  if (['train', 'finetune'].includes(state.workload) && answers.some((a) => a.flops && a.flops.hfu !== a.flops.mfu)) {
    const hfu = (/** @type {Answer} */ a) => <Num app={app} value={value_at(a, 'flops.hfu')} unit="share" path={`devices.${a.index}.flops.hfu`} />;
    rows.splice(rows.findIndex(({ key }) => key === 'mfu') + 1, 0, { key: 'hfu', label: text.t('row.hfu'), cell: hfu, ...at_path('flops.hfu', 1) });
  }
  for (const { key, path, unit } of supply_rows(state.workload, answers)) {
    const group = path.slice(0, path.indexOf('.'));
    // Without a power limit or a price the whole group is not known.
    const cell = (/** @type {Answer} */ a) => <Num app={app} value={value_at(a, group) === null ? null : value_at(a, path)} unit={unit} path={`devices.${a.index}.${path}`} />;
    rows.push({ key, label: text.t(`row.${key}`), cell, ...at_path(path, key === 'power_w' ? 0 : -1) });
  }
  if (state.workload === 'serve') {
    const at_once = (/** @type {Answer} */ a) => (a.batch === undefined ? <span class="muted">–</span> : count(a.batch));
    rows.splice(2, 0, { key: 'at-once', label: text.t('row.at_once'), cell: at_once, value: (a) => a.batch });
  }
  if (answers.some((answer) => answer.tiles)) {
    const tiles = (/** @type {string} */ key, /** @type {string} */ unit) => (/** @type {Answer} */ a) => (
      <Num app={app} value={a.tiles?.[key]} unit={unit} path={`devices.${a.index}.tiles.${key}`} />
    );
    rows.push({ key: 'loads', label: text.t('row.loads'), cell: tiles('loads', 'count') });
    rows.push({ key: 'tile-bytes', label: text.t('row.tile_bytes'), cell: tiles('bytes', 'byte') });
  }
  if (state.result?.scenario.time_model === 'essay-2018') {
    // The essay's "slower" is a share of speed; the usual one is a share of time. Both, so that neither misleads.
    const share = (/** @type {string} */ key) => (/** @type {Answer} */ a) => {
      const found = state.result?.verdict?.comparisons?.find((/** @type {any} */ item) => item.index === a.index);
      return found && found.time_ratio > 1 ? percent(found[key]) : <span class="muted">–</span>;
    };
    rows.push({ key: 'more-time', label: text.t('row.more_time'), cell: share('more_time_share') });
    rows.push({ key: 'less-speed', label: text.t('row.less_speed'), cell: share('less_speed_share') });
  }
  return rows;
}

/** @param {{app: App}} props */
function Pair({ app }) {
  const { state, text, act } = app;
  if (state.columns.length <= 2) return null;
  return (
    <div class="pair">
      {[0, 1].map((side) => (
        <label key={side}>
          <span class="hidden">{text.t('shown_column', { number: side + 1 })}</span>
          <select
            value={state.pair[side]}
            onChange={(event) => {
              const pair = /** @type {[number, number]} */ ([...state.pair]);
              pair[side] = Number(event.currentTarget.value);
              act.show({ pair });
            }}
          >
            {state.columns.map((column, index) => (
              <option key={index} value={index} selected={index === state.pair[side]}>{name_of(app, { index, id: column.id })}</option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

/** What stands under a number: how it compares with the baseline, and whether it is the best of its row. */
/** @param {{app: App, row: Row, answer: Answer, answers: Answer[]}} props */
function Beside({ app, row, answer, answers }) {
  const { state, text } = app;
  const words = [
    ...(row.value && row.better !== undefined ? [relative_text(row.value, answer, answers.find(({ index }) => index === Number(state.scenario.baseline) - 1), state.relative)] : []),
    ...(is_best(row, answer, answers) ? [text.t('best')] : []),
  ].filter(Boolean);
  return words.length > 0 ? <small class="beside">{words.join(' · ')}</small> : null;
}

/** @param {{app: App, extras?: Extras}} props */
export function Comparison({ app, extras }) {
  const { state, text } = app;
  const answers = state.result?.devices ?? [];
  // Without any answer one row says so; nine would say it nine times.
  const rows = rows_of(app, answers).slice(0, answers.length ? undefined : 1).filter((row) => !state.only_differences || row.key === 'time' || differs(row, answers));
  const of_column = state.columns.map((_, index) => answers.find((answer) => answer.index === index));
  return (
    <div class="numbers">
      <h2 class="hidden">{text.t('comparison')}</h2>
      {extras && state.columns.length > 1 && <extras.Tools app={app} />}
      <Pair app={app} />
      <div class="scroll" role="region" aria-label={text.t('comparison')} tabIndex={0}>
        <table class="comparison">
          <caption class="hidden">{text.t('comparison_caption')}</caption>
          <thead>
            <tr>
              <td class="mode">{mode_of(app)}</td>
              {state.columns.map((_, index) => <Head key={index} app={app} index={index} answer={of_column[index]} extras={extras} />)}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} data-row={row.key}>
                <th scope="row">{row.label}{row.note}</th>
                {of_column.map((answer, index) => (
                  <td key={index} class={narrow(app, index)}>
                    {answer?.memory ? <>{row.cell(answer)}<Beside app={app} row={row} answer={answer} answers={answers} />{extras && <extras.Remark app={app} row={row.key} answer={answer} />}</> : <span class="muted">{text.t('no_answer')}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
