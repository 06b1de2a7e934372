// One number explained: what it is, its formula, the formula with the values put in, the inputs (each opens
// in turn) and where the published ones come from.

import { useEffect, useRef, useState } from 'preact/hooks';
import { join, quantity } from '../../format.js';
import { AccuracyLink } from '../AccuracyLink.jsx';
import { view_explaining } from '../../explain_link.js';
import { item_name, labelled, name_of as column_name } from '../../names.js';
import { source_of } from '../../sources.js';
import { place_of } from '../Notices.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').Explanation} Explanation */
/** @typedef {import('../../contract').ExplainInput} Input */

/** @param {App} app @param {Input} input */
function name_of(app, { name, path = '' }) {
  // In a sum the inputs are the parts that the answer lists; elsewhere they are quantities of the formula.
  if (path.includes('.items.') || name.includes('.')) return item_name(app, name);
  return labelled(app, [`input.${name}`]) ?? item_name(app, name);
}

/** @param {App} app @param {any} value @param {string | undefined} unit */
function shown(app, value, unit) {
  if (value === null || value === undefined) return app.text.t('not_known');
  if (typeof value !== 'number') return String(value);
  const { number, unit: written } = quantity(value, unit, app.state.units);
  return written ? `${number} ${app.unit_word(written)}` : number;
}

const names_in = /[A-Za-z_][A-Za-z0-9_.]*/g;

/** The formula in symbols, or in words of the reader's language. @param {App} app @param {Explanation} explanation */
function expression_of({ text }, { formula, expression = '' }) {
  const key = `expression.${formula}`;
  return text.has(key) ? text.t(key) : expression;
}

/** The formula with values in the place of names. @param {App} app @param {Explanation} explanation */
export function substituted(app, explanation) {
  const by_name = new Map((explanation.inputs ?? []).map((input) => [input.name, input]));
  return expression_of(app, explanation).replace(names_in, (word) => {
    const input = by_name.get(word);
    return input ? shown(app, input.value, input.unit) : word;
  });
}

/** @param {string} expression */
const pretty = (expression) => expression.replaceAll(' * ', ' × ').replaceAll(' / ', ' ÷ ').replaceAll(' - ', ' − ');

/** @param {{app: App, of: Input | Explanation}} props */
function Source({ app, of }) {
  const source = source_of(app.state.sources, of);
  if (!source) return null;
  const { text } = app;
  return (
    <span class="source">
      {text.t('source')}: {source.address
        ? <a href={source.address} rel="noopener noreferrer" target="_blank">{source.title}</a> : source.title}
      {source.publisher && `${source.title ? ', ' : ''}${source.publisher}`}
      {source.ref && !source.address && `, ${source.ref}`}
      {source.quoted && <>. <q>{source.quoted}</q></>}
      {source.seen && source.seen !== 'read' && ` (${text.t(`seen.${source.seen}`)})`}
      {source.rule && `. ${source.rule}`}
      {source.conflict && `. ${text.t('conflict')}: ${source.conflict}`}
    </span>
  );
}

/** A link that opens the number. @param {{app: App, path: string, asked?: import('../../state.js').AskedOf | undefined}} props */
function Linked({ app: { act, state, text }, path, asked }) {
  const view = view_explaining(path, asked, state.scenario);
  return view && <a href={`#${act.canonical({ ...state.scenario, view })}`} data-linked>{text.t('explain_link')}</a>;
}

/** @param {{app: App, input: Input, depth: number, symbol: boolean}} props  `symbol`: the formula names it otherwise than the reader */
function InputRow({ app, input, depth, symbol }) {
  const [open, set_open] = useState(false);
  const [inner, set_inner] = useState(/** @type {Explanation | null | undefined} */ (input.from));
  const line = (
    <>
      {symbol && <><code class="symbol">{input.name}</code> </>}<span class="name">{name_of(app, input)}</span> <span class="amount">{shown(app, input.value, input.unit)}</span>
    </>
  );
  // A path alone is one of the scenario at hand: another answer may rest on another scenario.
  const at_hand = app.state.explanation?.asked ? undefined : input.path;
  const opens = (input.from || at_hand) && depth < 12;
  if (!opens) {
    return (
      <li>
        {line} {input.key && <span class="source">{app.text.t('from_scenario')}: {place_of(app, input.key)}</span>}
        <Source app={app} of={input} />
      </li>
    );
  }
  return (
    <li>
      <details onToggle={(event) => {
        set_open(event.currentTarget.open);
        if (event.currentTarget.open && inner === undefined && input.path) set_inner(app.act.explanation_of(input.path));
      }}>
        <summary>{line}</summary>
        {inner ? <><Body app={app} explanation={inner} depth={depth + 1} />{open && at_hand && <Linked app={app} path={at_hand} />}</> : inner === null && <p class="muted">{app.text.t('no_formula')}</p>}
      </details>
    </li>
  );
}

/** @param {{app: App, explanation: Explanation, depth?: number}} props */
function Body({ app, explanation, depth = 0 }) {
  const { text } = app;
  const { inputs = [] } = explanation;
  const expression = expression_of(app, explanation);
  const filled = substituted(app, explanation);
  const symbols = new Set(expression.match(names_in));
  return (
    <div class="explanation">
      {depth > 0 && <p class="note">{labelled(app, [explanation.formula && `formula.${explanation.formula}`])}</p>}
      {expression && (
        <p class="formula">
          <span class="hidden">{text.t('formula')}: </span><code>{pretty(expression)}</code>
          {filled !== expression && <code class="values"><span class="hidden">{text.t('with_values')}: </span>= {pretty(filled)}</code>}
          <code class="values">= {shown(app, explanation.value, explanation.unit)}</code>
        </p>
      )}
      {inputs.length > 0 && (
        <ul class="inputs">
          {inputs.map((input) => (
            <InputRow
              key={`${input.name}=${input.path ?? ''}=${input.value}`} app={app} input={input} depth={depth}
              symbol={symbols.has(input.name) && input.name.replaceAll('_', ' ') !== name_of(app, input)}
            />
          ))}
        </ul>
      )}
      <Source app={app} of={explanation} />
    </div>
  );
}

/** What the number is: the core's name of its formula, or else the row it stands in. */
/** @param {App} app @param {string} path @param {Explanation | null} result */
function title_of(app, path, result) {
  const label = labelled(app, [result?.label, result?.formula && `formula.${result.formula}`]);
  if (label) return label;
  const key = path.split('.').at(-1) ?? '';
  return app.text.has(`row.${key}`) ? app.text.t(`row.${key}`) : key.replaceAll('_', ' ');
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { state, text, act } = app;
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const path = state.explanation?.path;
  useEffect(() => {
    if (!path) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  if (!state.explanation || !path) return null;
  const { envelope, asked } = state.explanation;
  const result = envelope?.result ?? null;
  const index = Number(/\bdevices\.(\d+)\./.exec(path)?.[1] ?? -1);
  const column = state.columns[index];
  const close = () => {
    act.show({ explanation: null });
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-path="${path}"]`))?.focus();
  };
  return (
    <aside
      class="explain" aria-labelledby="explain-title"
      onKeyDown={(event) => { if (event.key === 'Escape') close(); }}
    >
      <header>
        <h2 id="explain-title" tabIndex={-1} ref={heading}>
          {title_of(app, path, result)}{column && ` · ${column_name(app, { index, id: column.id })}`}
        </h2>
        <button type="button" class="plain" onClick={close}>{text.t('close')}</button>
      </header>
      {path.includes('.band.') && <p class="note"><AccuracyLink app={app}>{text.t('accuracy.title')}</AccuracyLink></p>}
      {result
        ? <><p class="big">{shown(app, result.value, result.unit)}</p><Body key={`${path}=${result.value}`} app={app} explanation={result} /></>
        : <p role="status">{envelope ? envelope.issues.map((issue) => app.issue_text(issue)).join(' ') || text.t('no_formula') : text.t('loading')}</p>}
      <p class="actions">
        <Linked app={app} path={path} asked={asked} />
        <button type="button" class="plain" data-report onClick={() => act.open_panel('report')}>{text.t('report')}</button>
      </p>
    </aside>
  );
}
