// The page's state and everything that may change it. State is the scenario as it was asked; every change
// asks the core again and renders. Views get one `app` object and compute nothing.

import { create_lookup, named } from './catalogue.js';
import { shape_names } from './fields.js';
import { held_value } from './held.js';
import { import_file, scenario_in } from './import.js';
import { failure } from './engine.js';
import { create_more } from './more.js';
import { create_pieces } from './pieces.js';
import { create_planning } from './planning.js';
import * as edit from './scenario.js';
import { start } from './state.js';
import { create_undo } from './undo.js';
import { filters_of, question_of, score_line_of } from './view.js';

/** @typedef {import('./contract').Scenario} Scenario */
/** @typedef {import('./contract').Issue} Issue */
/** @typedef {import('./contract').Estimate} Estimate */
/** @typedef {import('./contract').Column} Column */
/** @typedef {import('./contract').Explanation} Explanation */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */
/** @typedef {import('./text.js').Text} Text @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./preferences.js').Language} Language */
/** @typedef {import('./preferences.js').Theme} Theme */

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').AccuracyPiece} AccuracyPiece @typedef {import('./state.js').PlanPiece} PlanPiece */

/** @typedef {ReturnType<typeof create_app>} AppControl @typedef {ReturnType<AppControl['view']>} App */

/**
 * @param {object} parts
 * @param {Engine} parts.engine
 * @param {Text} parts.text
 * @param {Partial<State>} [parts.initial]
 * @param {(app: App) => void} parts.render
 * @param {(how: 'push' | 'replace', link: string) => void} [parts.write_address]
 * @param {() => Promise<Engine>} [parts.start_more]  the second module
 * @param {() => Promise<any>} [parts.load_sources]
 * @param {() => Promise<AccuracyPiece>} [parts.load_accuracy]
 * @param {() => Promise<PlanPiece>} [parts.load_plan]
 * @param {(name: string) => Promise<import('./pieces.js').Loaded>} [parts.load_piece]
 * @param {(language: Language, explaining: boolean) => Promise<Text>} [parts.load_text]
 * @param {(name: 'language' | 'theme', value: string) => void} [parts.on_preference]
 * @param {typeof import('./explain_link.js').number_of} [parts.linked_number]
 */
export function create_app({
  engine, text: first_text, initial, render, write_address, start_more, load_sources, load_accuracy, load_plan, load_piece, load_text, on_preference, linked_number,
}) {
  /** @type {State} */
  let state = { ...start, ...initial };
  let text = first_text;
  // Whether the words of explanations were asked for, and whether they came or will not come.
  let [explaining, worded] = [false, !load_text];
  let explaining_words = Promise.resolve();
  const undo = create_undo();
  /** @type {Language} */
  let wanted = state.language;
  const more = create_more(start_more ?? (() => Promise.reject()), ask_more_again);
  const plan = load_plan && create_planning({ load: load_plan, more, state: () => state, show });
  const piece = create_pieces({ state: () => state, show, more, load: load_piece, load_sources, need_words: need_explaining_words });
  const lookup = create_lookup(engine.call('catalogue').result ?? { devices: [], models: [], fields: [] });

  /** The link of a scenario, also of one without an answer. @param {Scenario} scenario @param {Estimate | null} result */
  function link_of(scenario, result) {
    if (Object.keys(scenario).length === 0) return '';
    return result?.link ?? engine.call('link', scenario).result?.link ?? state.link;
  }

  /** Words that do not come leave those that are there. @param {Language} language */
  async function load_words(language) {
    wanted = language;
    const loaded = await load_text?.(language, explaining).catch(() => undefined);
    if (!loaded) explaining = false;
    if (!loaded || wanted !== language) return;
    text = loaded;
    show({ language });
    piece.later();
  }

  function need_explaining_words() {
    if (explaining) return explaining_words;
    explaining = true;
    return (explaining_words = load_words(state.language).then(() => void (worded = true)));
  }

  /** @param {string} path @param {import('./state.js').AskedOf} [asked] */
  const explained = (path, asked) => ({ path, asked, envelope: worded ? more.now('explain', { path, ...asked, scenario: { ...state.scenario, ...asked?.with } }) : null });
  const explained_again = () => state.explanation && explained(state.explanation.path, state.explanation.asked);

  /** @returns {State['fit']} */
  function fitted() {
    const question = state.embedded ? undefined : question_of(state.scenario.view);
    return question ? { question, envelope: more.now('fit', { scenario: state.scenario, question, only: filters_of(state.scenario.view) }) } : null;
  }

  /** After a failure the columns and the last resolved values stay. */
  function answer() {
    const { scenario } = state;
    const envelope = engine.call('estimate', scenario);
    const result = /** @type {Estimate | null} */ (envelope.result);
    const resolved = result?.scenario ?? state.resolved;
    const explanation = explained_again();
    state = {
      ...state, result, resolved, explanation, fit: fitted(), piece: piece.asked(), link: link_of(scenario, result),
      issues: [...envelope.issues, ...(result?.devices ?? []).flatMap((device) => device.issues ?? [])],
      columns: edit.columns_of(scenario, resolved),
      workload: String(scenario.workload ?? resolved?.workload ?? 'prefill'),
      units: scenario.units === 'gb' ? 'gb' : 'gib',
    };
  }

  /** What the view at hand still lacks; a failed fetch is tried again when the view opens again. */
  function fetch_view() {
    plan?.();
    piece.later();
    if ((state.fit && !state.fit.envelope) || (state.piece && !state.piece.envelope)) {
      Promise.all([more.load(), need_explaining_words()]).then(ask_more_again);
    }
    if (state.piece) piece.fetch(state.piece.name);
    if (state.fit) piece.fetch('fit');
    if (score_line_of(state.scenario.view) === undefined || !load_accuracy || (state.accuracy !== undefined && state.accuracy !== 'failed')) return;
    state = { ...state, accuracy: null };
    load_accuracy().then((accuracy) => show({ accuracy }), () => show({ accuracy: 'failed' }));
  }

  const redraw = () => render(view());

  /** @param {Partial<State>} change */
  function show(change) {
    state = { ...state, ...change };
    redraw();
  }

  /** What the second module was asked before it was there. */
  function ask_more_again() {
    if (!state.explanation && !state.fit && !state.piece) return;
    show({ explanation: explained_again(), fit: fitted(), piece: piece.asked() });
  }

  /** @param {Scenario} scenario @param {boolean} discrete @param {string} [field]  that is being typed in */
  function ask(scenario, discrete, field) {
    undo.note(state.scenario, field);
    become(scenario, discrete);
  }

  /** @param {Scenario | undefined} scenario @param {boolean} discrete */
  function become(scenario, discrete) {
    if (!scenario) return;
    state = { ...state, scenario };
    answer();
    fetch_view();
    write_address?.(discrete ? 'push' : 'replace', state.link);
    redraw();
  }

  /** @param {Scenario} scenario  of a file */
  function brought(scenario) {
    state = { ...state, panel: null, imported: undefined };
    ask(scenario, true);
  }

  /** @param {string} text @returns {State['imported']} */
  function read_scenario(text) {
    const { result, issues } = engine.call('link', text);
    return { schema: 1, issues, result: result && { kind: 'scenario', scenario: result.scenario } };
  }

  /** @param {Column[]} columns @param {string} [field]  of one column that is being typed in */
  const ask_columns = (columns, field = '', place = (/** @type {number} */ index) => /** @type {number | undefined} */ (index)) =>
    ask(edit.set_columns(edit.with_baseline(state.scenario, place), columns), !field, field);

  const act = {
    /** @param {string} name @param {any} value @param {{discrete?: boolean}} [options] */
    set_field: (name, value, { discrete = false } = {}) => ask(edit.set_field(state.scenario, name, value), discrete, discrete ? '' : name),
    /** @param {string} choice  "tpu-v3", or "tpu-v3*4" for a slice of four chips */
    add: (choice) => ask_columns(edit.add_column(state.columns, choice)),
    /** A copy of the last column, open for a name and numbers of its own. */
    add_own() {
      const last = state.columns.at(-1);
      if (!last || state.columns.length >= edit.most_columns) return;
      ask_columns([...state.columns, { ...last, name: text.t('own_name', { name: lookup.device_name(last.id) }) }]);
      act.open_column(state.columns.length - 1);
    },
    /** @param {number} index */
    remove(index) {
      state = { ...state, column: null, pair: [0, 1], explanation: null };
      ask_columns(edit.remove_column(state.columns, index), '', edit.after_removal(index));
    },
    /** @param {number} index @param {string} id */
    replace: (index, id) => ask_columns(edit.replace_column(state.columns, index, id)),
    /** @param {number} from @param {number} to */
    move(from, to) {
      state = { ...state, column: state.column === from ? to : state.column };
      if (state.columns[to]) ask_columns(edit.move_column(state.columns, from, to), '', edit.after_move(from, to));
    },
    /** @param {number} index @param {string} name @param {any} value */
    override: (index, name, value) => ask_columns(edit.set_override(state.columns, index, name, value), `${index}.${name}`),
    /** Pairs of a link, for one column where they can be its own. @param {number} index @param {string} pairs */
    apply: (index, pairs) => ask(edit.with_pairs(state.scenario, state.columns, index, pairs, lookup.field_of_key), true),
    /** A file or text that describes a model or holds a scenario. @param {Blob} file */
    async bring(file) {
      act.open_panel('bring');
      show({ imported: null });
      const [text] = await Promise.all([scenario_in(file, (name) => lookup.field(name) !== undefined), need_explaining_words()]);
      if (text !== undefined) return show({ imported: read_scenario(text) });
      await more.load();
      const imported = await import_file(file, (bytes) => more.now('import_model', bytes) ?? failure('engine.more')).catch(() => failure('engine.more'));
      show({ imported });
    },
    /** @param {Scenario} model  its keys alone */
    use_model: (model) => brought(edit.with_model(state.scenario, model, shape_names(lookup.catalogue.fields))),
    /** @param {Scenario} scenario */
    use_scenario: (scenario) => brought(scenario),
    /** Every setting of a scenario, with defaults. @param {Scenario} scenario */
    resolved_of: (scenario) => /** @type {Estimate | null} */ (engine.call('estimate', scenario).result)?.scenario,
    reset: () => ask({}, true), piece: piece.fetch,
    undo: () => become(undo.back(state.scenario), false),
    redo: () => become(undo.forth(state.scenario), false),
    /** The field is left: what is typed next is another step. */
    settle: () => undo.settle(),
    show,
    /** @param {string} panel */
    open_panel(panel) {
      show({ panel });
      piece.fetch(panel);
    },
    /** @param {number} column */
    open_column(column) {
      show({ column });
      piece.fetch('column');
    },
    /** @param {string} path @param {import('./state.js').AskedOf} [asked]  of another answer than the estimate */
    explain(path, asked) {
      if (state.explanation?.path === path) return show({ explanation: null });
      const there = Promise.all([more.load(), need_explaining_words()]);
      show({ explanation: explained(path, asked) });
      if (!state.explanation?.envelope) there.then(ask_more_again);
      piece.fetch('explain');
      piece.need_sources();
    },
    version: () => String(engine.call('version').result?.version ?? ''),
    // A link with its tag, so that opening it is not an edit.
    canonical: (/** @type {string | Scenario} */ link) => String(engine.call('link', link).result?.link ?? link),
    estimate_of: (/** @type {string | Scenario} */ link) => /** @type {Estimate | null} */ (engine.call('estimate', link).result),
    /** One input of an explanation, opened in turn. @param {string} path @returns {Explanation | null} */
    explanation_of: (path) => explained(path).envelope?.result ?? null,
    /** The scenario of a link; what could not be read becomes a notice. @param {string} link @param {boolean} [again]  over another one */
    open(link, again = false) {
      if (again) undo.note(state.scenario);
      const envelope = link ? engine.call('link', link) : { result: null, issues: [] };
      const scenario = envelope.result?.scenario ?? {};
      const number = linked_number?.(scenario);
      state = { ...state, scenario: { ...scenario, ...number?.scenario }, notices: envelope.issues, explanation: null, column: null };
      answer();
      fetch_view();
      if (number) act.explain(number.path, number.asked);
      else redraw();
    },
    /** @param {Language} language */
    async speak(language) {
      if (!load_text || language === state.language) return;
      await load_words(language);
    },
    /** What the reader chose: kept for the next visit, and in the scenario when its link says otherwise. */
    /** @param {'language' | 'theme'} name @param {string} value */
    async prefer(name, value) {
      on_preference?.(name, value);
      if (name === 'language') await act.speak(/** @type {Language} */ (value));
      else show({ theme: /** @type {Theme} */ (value) });
      if (state.scenario[name]) act.set_field(name, value);
    },
  };

  function view() {
    return {
      state, text, lookup, act, can: undo.can(),
      /** Issues about one setting ("s", "d2.bw"). @param {string} path */
      issues_at: (path) => state.issues.filter((issue) => issue.path === path),
      /** An issue in words, devices and models by name. @param {Issue} issue */
      issue_text: (issue) => text.issue(named(issue, lookup)),
      /** The value a setting has when it is not asked for: of the scenario, or of all columns alike. */
      /** @param {string} name */
      held: (name) => held_value(state, name, lookup.field(name)),
      /** Unit words that differ between languages. @param {string} unit */
      unit_word: (unit) => (text.has(`unit.${unit}`) ? text.t(`unit.${unit}`) : unit),
    };
  }

  // An edit that came while the module was starting again is answered now; the scenario that trapped is not
  // tried a second time.
  engine.on_restart(() => {
    if (!state.issues.some(({ code }) => code === 'engine.gone')) return;
    answer();
    redraw();
  });

  return { act, view, state: () => state, answer, redraw, watch_breaks: piece.watch_breaks };
}
