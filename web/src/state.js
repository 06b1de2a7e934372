// Everything the page knows: the scenario as it was asked, what the core said, and what is open.

/** @typedef {import('./contract').Scenario} Scenario */
/** @typedef {import('./contract').Issue} Issue */
/** @typedef {import('./contract').Estimate} Estimate */
/** @typedef {import('./contract').Column} Column */
/** @typedef {import('./contract').Explanation} Explanation */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */
/** @typedef {import('./preferences.js').Language} Language */
/** @typedef {import('./preferences.js').Theme} Theme */
/** @typedef {import('./app.js').App} App */

/** The view of the score, with its data. @typedef {{data: import('./contract').Accuracy, Accuracy: (props: {app: App, data: import('./contract').Accuracy}) => any}} AccuracyPiece */

/** The view of plans, which comes with their search. */
/** @typedef {{Plan: (props: {app: App}) => any, Scale: (props: {app: App}) => any, search_plans: typeof import('./plan.js').search_plans}} PlanPiece */

/** The answer a number stands in, with what it was asked: {of: 'fit', question: 'batch'}; the path there, where it is not the number's own name; what its scenario has other than the one at hand. */
/** @typedef {{of: string, path?: string, with?: Scenario} & Record<string, any>} AskedOf */

/**
 * @typedef {object} State
 * @property {Scenario} scenario  as asked
 * @property {Estimate | null} result
 * @property {string} link  the scenario's canonical link; empty for the default scenario
 * @property {Issue[]} issues  of the answer
 * @property {Issue[]} notices  of the link that was opened
 * @property {Scenario | undefined} resolved  the scenario with every default
 * @property {Column[]} columns
 * @property {string} workload
 * @property {'gib' | 'gb'} units
 * @property {{path: string, asked?: AskedOf | undefined, envelope: Envelope<Explanation> | null} | null} explanation  no envelope: on its way; asked: of another answer than the estimate
 * @property {{question: string, envelope: Envelope<import('./contract').FitResult> | null} | null} fit  of a view that asks what fits
 * @property {{name: string, envelope: Envelope<any> | null} | null} piece  of a view that is a piece of its own, with what the core said
 * @property {Record<string, import('./pieces.js').Loaded | 'failed' | null>} pieces  null while one is fetched
 * @property {Envelope<import('./contract').ImportedModel> | null | undefined} imported  null while it is read
 * @property {boolean} settings  the drawer is open
 * @property {number | null} column  the column whose dialog is open
 * @property {string | null} panel  a dialog that is a piece of its own: keyboard help, presets
 * @property {{of: (scenario: Scenario, language: Language) => boolean, sentence: (app: App) => string} | null} breaks  what gives out first, and whether that is of a scenario and in a language
 * @property {boolean} chart_as_table
 * @property {'times' | 'percent'} relative  how numbers are set against the baseline
 * @property {boolean} only_differences  rows that say the same of every column are left out
 * @property {[number, number]} pair  the two columns a narrow screen shows
 * @property {string} toast
 * @property {any} sources  the sources file, once an explanation has asked for it
 * @property {AccuracyPiece | 'failed' | null | undefined} accuracy  null while it is fetched
 * @property {import('./plan.js').Plans | null} plans  of the search that runs or has run; null: none yet
 * @property {PlanPiece | undefined} planner
 * @property {Language} language
 * @property {Theme} theme
 * @property {boolean} embedded
 * @property {string} page  address of the full page, for the embed and for links
 */

/** @type {State} */
export const start = {
  scenario: {}, result: null, link: '', issues: [], notices: [], resolved: undefined, columns: [], workload: 'prefill',
  units: 'gib', explanation: null, fit: null, piece: null, pieces: {}, imported: undefined, settings: false, column: null, panel: null, chart_as_table: false, relative: 'times', only_differences: false, pair: [0, 1],
  toast: '', sources: undefined, accuracy: undefined, plans: null, planner: undefined, breaks: null, language: 'en', theme: 'auto', embedded: false, page: '',
};
