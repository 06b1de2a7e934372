// "How to split it": the splits that nothing beats, why the others fall away, what goes over the links, and how speed
// grows with the number of chips. Every plan is a scenario of its own, one press away.

import { useState } from 'preact/hooks';
import { bytes, count, join, quantity, time } from '../../format.js';
import { item_name, name_of } from '../../names.js';
import { energy_of, usd_of } from '../../plan.js';
import { read_number } from '../../numbers.js';
import words from '../../text/plan.js';
import { asks_plan, days_of } from '../../view.js';
import { Front as FrontChart } from '../figure/Front.jsx';
import { Growth } from '../figure/Growth.jsx';
import { opener, sentence_of } from '../Opens.jsx';

export { search_plans } from '../../plan.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Plan} PlanOf */
/** @typedef {import('../../contract').PlanDevice} PlanDevice */

const most_shown = 12;
const degrees = /** @type {const} */ (['tp', 'pp', 'vp', 'cp', 'ep', 'dp']);

/** "tp 8 · pp 4 · dp 16". @param {App} app @param {PlanOf} plan */
function split_text({ text }, plan) {
  const parts = degrees.filter((key) => plan[key] > 1).map((key) => `${key} ${count(plan[key])}`);
  if (plan.sp) parts.push('sp');
  if (plan.z) parts.push(`z ${plan.z}`);
  if (plan.lay) parts.push('lay');
  if (plan.ac !== 'none') parts.push(`ac ${plan.ac}`);
  if (plan.mb > 1) parts.push(`mb ${count(plan.mb)}`);
  return parts.join(' · ') || text.t('plan.one_rank');
}

/** @param {App} app @param {number} value */
const size_text = (app, value) => join(bytes(value, app.state.units));

/** What writes the numbers of a plan or of a budget: each opens in the piece of the search that found it. */
/** @param {App} app @param {import('../../contract').AskedPlan | undefined} from @param {string} name @returns {ReturnType<typeof opener>} */
const opens = (app, from, name) => (path, value, shown) => {
  if (!from) return shown;
  const asked = { ...from, path: `${from.path}.${path}` };
  return opener(app, asked)(`${name}.${asked.path}`, value, shown);
};

/** @param {App} app @param {PlanOf} plan */
const plan_opens = (app, plan) => opens(app, plan.from, `plan.${plan.from?.slice ?? `of.${plan.devices}`}`);

/** @param {{app: App, plan: PlanOf}} props */
function Open({ app, plan }) {
  return <a class="act" href={`#${app.act.canonical(plan.link.replace(/&(view|k)=[^&]*/g, ''))}`}>{app.text.t('fit.open')}</a>;
}

/** @param {{app: App, names: string[], title: string, children: any}} props */
function Table({ app, names, title, children }) {
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="twin fit">
        <caption>{title}</caption>
        <thead><tr>{names.map((name) => <th key={name} scope="col" class={name === 'plan.split' ? 'start' : undefined}>{app.text.t(name)}</th>)}</tr></thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** @param {{app: App, plans: PlanOf[], best?: PlanOf}} props */
function Front({ app, plans, best }) {
  const { text } = app;
  const run = plans.some(({ run_s }) => run_s !== undefined);
  const names = ['plan.split', 'plan.step', 'plan.tokens', 'row.memory', run ? 'plan.run_cost' : 'plan.token_cost', run ? 'plan.run_energy' : 'plan.token_energy'];
  /** Those of a run where there is one. @param {PlanOf} plan @param {'usd' | 'J'} unit */
  const paid = (plan, unit) => {
    const value = unit === 'usd' ? usd_of(plan) : energy_of(plan);
    const path = unit === 'usd' ? (plan.run_usd === undefined ? 'per_million_tokens_usd' : 'run_usd') : plan.run_j === undefined ? 'per_token_j' : 'run_j';
    return value === undefined ? text.t('plan.not_known') : plan_opens(app, plan)(path, value, join(quantity(value, unit)));
  };
  const shown = plans.slice(0, most_shown);
  if (best && !shown.includes(best)) shown.push(best);
  return (
    <Table app={app} title={app.text.t('plan.front')} names={names}>
      {shown.map((plan) => (
        <tr key={plan.link}>
          <th scope="row">{split_text(app, plan)}{plan === best && <strong> {text.t('plan.best')}</strong>} <Open app={app} plan={plan} /></th>
          <td class="plan-step">{plan_opens(app, plan)('step_s', plan.step_s, join(time(plan.step_s)))}</td>
          <td>{plan_opens(app, plan)('tokens_per_s', plan.tokens_per_s, count(plan.tokens_per_s))}</td>
          <td>{plan_opens(app, plan)('memory_bytes', plan.memory_bytes, size_text(app, plan.memory_bytes))}</td>
          <td>{paid(plan, 'usd')}</td><td>{paid(plan, 'J')}</td>
        </tr>
      ))}
    </Table>
  );
}

/** What a chip gives of what it gives in the first plan: of both numbers of chips at once. */
/** @param {{app: App, plan: PlanOf, first: PlanOf | undefined}} props */
function Share({ app, plan, first }) {
  if (!first) return null;
  const share = plan.tokens_per_s / plan.devices / (first.tokens_per_s / first.devices);
  const counts = first === plan ? [plan.devices] : [first.devices, plan.devices];
  const device = /^devices\.\d+/.exec(plan.from?.path ?? '')?.[0] ?? 'devices.0';
  const asked = { of: 'plan', counts, path: `${device}.curve.${counts.length - 1}.efficiency` };
  return opener(app, asked)(`plan.of.${plan.devices}.${asked.path}`, share, `${Math.round(100 * share)} %`);
}

/** What the whole run takes. @param {{app: App, plan: PlanOf}} props */
const Run = ({ app, plan }) => (plan.run_s === undefined ? null : plan_opens(app, plan)('run_s', plan.run_s, join(time(plan.run_s))));

/** What the short names of a split mean. @param {{app: App}} props */
const Legend = ({ app }) => <p class="note">{app.text.t('plan.legend')}</p>;

/** The fewest chips of those tried with which a run ends in time; the link keeps the days. @param {{app: App, devices: PlanDevice[]}} props */
function Deadline({ app, devices }) {
  const { state, text, act } = app;
  const [draft, set_draft] = useState(/** @type {string | null} */ (null));
  if (!['train', 'finetune'].includes(state.workload)) return null;
  if (app.held('run_tokens') === undefined) return <p class="note">{text.t('plan.deadline_tokens')}</p>;
  const days = days_of(state.scenario.view);
  const keep = (/** @type {string} */ typed) => {
    const number = read_number(typed);
    if (number) act.set_field('view', `${asks_plan(state.scenario.view)}-${number}`);
  };
  return (
    <div data-deadline>
      <label class="question">
        {text.t('plan.deadline')}{' '}
        <input
          type="text" inputMode="decimal" size={6} value={draft ?? String(days)} onBlur={() => set_draft(null)}
          onInput={(event) => { set_draft(event.currentTarget.value); keep(event.currentTarget.value); }}
        />
      </label>
      {devices.map((device) => {
        const plan = device.curve?.find((point) => (point.plan?.run_s ?? Infinity) <= days * 86400)?.plan;
        const name = name_of(app, device);
        return (
          <p key={device.index}>
            {plan
              ? <>{sentence_of(([run = '']) => text.t('plan.deadline_met', { name, chips: count(plan.devices), run }), [<Run key="" app={app} plan={plan} />])} <Open app={app} plan={plan} /></>
              : text.t((state.plans?.done ?? 0) < 1 ? 'loading' : 'plan.deadline_not', { name })}
          </p>
        );
      })}
    </div>
  );
}

/** @param {{app: App, device: PlanDevice}} props */
function Curve({ app, device }) {
  const { text } = app;
  const first = device.curve?.find(({ plan }) => plan)?.plan ?? undefined;
  const runs = first?.run_s !== undefined;
  const names = ['plan.chips', 'plan.step', ...(runs ? ['plan.run'] : []), 'plan.tokens', 'plan.per_chip', 'plan.split'];
  return (
    <Table app={app} title={text.t('plan.curve')} names={names}>
      {(device.curve ?? []).map(({ devices, plan }) => (
        <tr key={devices}>
          <th scope="row">{count(devices)} {plan && <Open app={app} plan={plan} />}</th>
          {plan
            ? (
              <>
                <td>{plan_opens(app, plan)('step_s', plan.step_s, join(time(plan.step_s)))}</td>
                {runs && <td><Run app={app} plan={plan} /></td>}
                <td>{plan_opens(app, plan)('tokens_per_s', plan.tokens_per_s, count(plan.tokens_per_s))}</td>
                <td><Share app={app} plan={plan} first={first} /></td><td class="start">{split_text(app, plan)}</td>
              </>
            )
            : <td class="start muted" colSpan={names.length - 1}>{text.t('plan.none')}</td>}
        </tr>
      ))}
    </Table>
  );
}

/** @param {{app: App, budget: NonNullable<PlanDevice['communication']>}} props */
function Budget({ app, budget }) {
  const { text } = app;
  const rate = (/** @type {number} */ value) => join(quantity(value, 'B/s'));
  const open = opens(app, budget.from, 'plan');
  return (
    <>
      <Table app={app} title={text.t('plan.links')} names={['plan.part', 'plan.sent', 'plan.busy', 'plan.waits', 'plan.rate']}>
        {budget.parts.map((part, row) => (
          <tr key={part.name + part.algorithm}>
            <th scope="row">{item_name(app, part.name)}</th><td>{open(`parts.${row}.sent_bytes`, part.sent_bytes, size_text(app, part.sent_bytes))}</td>
            <td>{open(`parts.${row}.busy_s`, part.busy_s, join(time(part.busy_s)))}</td>
            <td>{open(`parts.${row}.exposed_s`, part.exposed_s, join(time(part.exposed_s)))}</td>
            <td>{open(`parts.${row}.reached_bytes_per_s`, part.reached_bytes_per_s, rate(part.reached_bytes_per_s))}</td>
          </tr>
        ))}
      </Table>
      {/** @type {const} */ (['data', 'model']).filter((kind) => budget[kind].sent_bytes > 0).map((kind) => (
        <p key={kind} class="note">
          {sentence_of(
            ([speed = '']) => text.t(`plan.need.${kind}`, { rate: speed }),
            [open(`${kind}.needed_gbit_per_s`, budget[kind].needed_gbit_per_s, count(budget[kind].needed_gbit_per_s))],
          )}
          {budget[kind].passes_work && ` ${text.t('plan.passes')}`}
        </p>
      ))}
    </>
  );
}

/** @param {{app: App, device: PlanDevice}} props */
function Device({ app, device }) {
  const { text } = app;
  const { search, communication } = device;
  return (
    <section class="plan">
      <h3>{name_of(app, device)} × {count(device.devices)}</h3>
      {!search && <p class="muted">{text.t('plan.not_known')}</p>}
      {search && <p>{text.t('plan.counted', { considered: count(search.considered), fitting: count(search.fitting) })}</p>}
      {search && search.rejected.length > 0 && (
        <ul class="note">{search.rejected.map(({ code, count: many }) => <li key={code}>{count(many)}: {text.t(code)}</li>)}</ul>
      )}
      {search && search.front.length > 0 && <Front app={app} plans={search.front} best={search.best === 'last' ? search.front.at(-1) : undefined} />}
      {communication && communication.parts.length > 0 && <Budget app={app} budget={communication} />}
      {device.curve && device.curve.length > 0 && <Curve app={app} device={device} />}
    </section>
  );
}

/** @param {{app: App}} props */
export function Plan({ app: page }) {
  const app = { ...page, text: page.text.with(words[page.text.language]) };
  const { state, text } = app;
  const { plans } = state;
  return (
    <>
      {(!plans || plans.done < 1) && <p class="muted" role="status">{text.t('plan.searching', { share: Math.round(100 * (plans?.done ?? 0)) })}</p>}
      {plans?.issues.map((issue) => <p key={issue.code + issue.path} class="muted">{app.issue_text(issue)}</p>)}
      <Deadline app={app} devices={plans?.devices ?? []} />
      {plans && <FrontChart app={app} split_text={(plan) => split_text(app, plan)} />}
      {plans?.devices.map((device) => <Device key={device.index} app={app} device={device} />)}
      <Legend app={app} />
      <p class="note">{text.t('plan.note')}</p>
    </>
  );
}

/** How speed grows with the number of chips: the search for that alone. @param {{app: App}} props */
export function Scale({ app: page }) {
  const app = { ...page, text: page.text.with(words[page.text.language]) };
  const { plans } = app.state;
  return (
    <>
      {(!plans || plans.done < 1) && <p class="muted" role="status">{app.text.t('plan.searching', { share: Math.round(100 * (plans?.done ?? 0)) })}</p>}
      {plans?.issues.map((issue) => <p key={issue.code + issue.path} class="muted">{app.issue_text(issue)}</p>)}
      <Deadline app={app} devices={plans?.devices ?? []} />
      <Growth app={app} />
      {plans?.devices.map((device) => device.curve && device.curve.length > 0 && (
        <section key={device.index} class="plan"><h3>{name_of(app, device)}</h3><Curve app={app} device={device} /></section>
      ))}
      <Legend app={app} />
    </>
  );
}
