// The answers of the core, as the page reads them. Absent: does not apply. null: not known.

export interface Module {
  version(): string;
  catalogue(): string;
  estimate(request: string): string;
  sweep(request: string): string;
  link(request: string): string;
  /** From here on only in the second module. */
  explain?(request: string): string;
  fit?(request: string): string;
  plan?(request: string): string;
  limits?(request: string): string;
  compare?(request: string): string;
  roofline?(request: string): string;
  import_model?(bytes: string | Uint8Array): string;
}

export interface ModuleOptions {
  locateFile?: (name: string) => string;
  wasmBinary?: Uint8Array;
  print?: (line: string) => void;
  printErr?: (line: string) => void;
}

export type Severity = 'note' | 'warning' | 'error';

export interface Issue {
  code: string;
  path: string;
  severity: Severity;
  params?: Params;
}

export type Params = Record<string, string | number | null>;

export interface Envelope<T> {
  schema: 1;
  result: T | null;
  issues: Issue[];
}

/** A scenario as JSON: long names, absent means default. A value the reader refused is its raw text. */
export type Scenario = { devices?: Column[] } & Record<string, any>;
export type Column = { id: string } & Record<string, any>;

export interface Assumption {
  path: string;
  value: string | number | boolean | null;
  code: string;
}

export interface Part {
  name: string;
  bytes?: number | null;
  seconds?: number | null;
  bound?: string;
}

export interface Band {
  of: string;
  low: number | null;
  high: number | null;
  basis?: string;
  rows?: number | null;
}

export interface Answer {
  index: number;
  id: string;
  name: string;
  known?: boolean;
  count?: number;
  batch?: number;
  ranks?: number;
  fits?: 'yes' | 'tight' | 'no' | 'unknown';
  memory?: { total_bytes: number | null; capacity_bytes: number | null; items: Part[]; host_bytes?: number; pool_bytes?: number } | null;
  time?: ({ total_s: number | null; items?: Part[] } & Record<string, any>) | null;
  rate?: Record<string, number | null> | null;
  flops?: Record<string, number | null> | null;
  bound?: string | null;
  energy?: Record<string, number> | null;
  cost?: Record<string, number> | null;
  band?: Band | null;
  tiles?: Record<string, number | null>;
  /** Of the reader's own measurement: what it comes to of the published rates. */
  measured?: { efficiency: number };
  precision?: { asked: string; used: string | null; native?: boolean | null; code?: string } | null;
  issues?: Issue[];
  fixes?: Fix[];
}

export interface Verdict {
  code?: string;
  fastest?: number | null;
  ratio_to_next?: number | null;
  [key: string]: any;
}

export interface Estimate {
  scenario: Scenario;
  link: string;
  assumptions: Assumption[];
  verdict: Verdict | null;
  devices: Answer[];
}

export interface LinkAnswer {
  scenario: Scenario;
  link: string;
  length: number;
  tag: 'right' | 'wrong' | 'missing';
}

export interface ExplainInput {
  name: string;
  value: number | string | boolean | null;
  unit?: string;
  path?: string;
  catalogue?: string;
  key?: string;
  from?: Explanation;
}

export interface Explanation {
  path?: string;
  label?: string;
  formula?: string;
  expression?: string;
  unit?: string;
  value: number | string | null;
  source?: string;
  inputs?: ExplainInput[];
}

export interface FieldSpec {
  key: string;
  name: string;
  kind: string;
  scope?: string;
  low?: number;
  high?: number;
  words?: string[] | string;
  default?: any;
  support?: string;
}

export interface CatalogueDevice {
  id: string;
  name: string;
  vendor: string;
  kind?: string;
  release?: string | null;
  [key: string]: any;
}

export interface CatalogueModel {
  id: string;
  name: string;
  family: string;
  [key: string]: any;
}

export interface Catalogue {
  devices: CatalogueDevice[];
  models: CatalogueModel[];
  fields: FieldSpec[];
  /** Bits of an element of a stored format, its scales included. */
  format_bits?: Record<string, number>;
  aliases?: { devices: any; models: any };
}

export interface ScoreSummary {
  line?: string;
  rows: number;
  scored: number;
  scored_share: number;
  median_error: number | null;
  mean_error: number | null;
  bias: number | null;
  p90_error: number | null;
  in_band: number | null;
  fits_right: number | null;
  roofline_median_error: number | null;
  needs_many_devices: number;
  set_aside: number;
}

export interface ScoreReason {
  line: string;
  reason: string;
  detail: string;
  text: string;
  rows: number;
  first: string;
}

/** The score of `tilewise score`, one array a column; words by their number. Made by build/score.mjs. */
export interface Accuracy {
  summary: ScoreSummary;
  lines: ScoreSummary[];
  skipped: ScoreReason[];
  set_aside: ScoreReason[];
  words: Record<'line' | 'device' | 'software' | 'subject' | 'unit' | 'source' | 'source_url' | 'assumed' | 'set_aside', string[]>;
  rows: Record<keyof Accuracy['words'] | 'measured' | 'estimate' | 'flags', number[]> & Record<'id' | 'links', string[]>;
}

export interface FitAnswer {
  index: number;
  id: string;
  state: 'found' | 'none' | 'unlimited' | 'unknown';
  value: number | null;
  model?: string;
  bounded_by?: 'model';
  fits: string;
  total_bytes: number | null;
  capacity_bytes: number | null;
  total_s: number | null;
  link: string;
}

export interface RankedDevice {
  id: string;
  name: string;
  status?: string;
  fits: string;
  total_bytes: number | null;
  capacity_bytes: number | null;
  total_s: number | null;
  within?: boolean;
  power_w?: number | null;
  per_hour_usd?: number | null;
  per_million_tokens_usd?: number | null;
}

/** Of the question asked: one answer a column, or the whole catalogue in order. */
export interface FitResult {
  question: string;
  unit?: string;
  devices?: FitAnswer[];
  ranking?: RankedDevice[];
  left_out?: LeftOut[];
}

/** How many devices a filter left out, counted by the first that did. */
export interface LeftOut {
  filter: string;
  count: number;
}

/** A change that would make a column fit: pairs of a link, and what is needed then. */
export interface Fix {
  set: string;
  total_bytes: number;
  fits: 'yes' | 'tight';
}

/** A model read from a file; with `need_bytes` alone the header is longer than what was given. */
export interface ImportedModel {
  kind: 'config' | 'gguf' | 'scenario';
  need_bytes?: number;
  name?: string;
  architecture?: string;
  scenario?: Scenario;
  link?: string;
  parameters?: { total: number; active: number };
  same_as?: string;
  weight_bytes?: number;
  file_bytes?: number;
}

/** A split over devices; its numbers are those of its link. */
export interface Plan {
  devices: number;
  tp: number;
  sp: number;
  pp: number;
  vp: number;
  cp: number;
  ep: number;
  dp: number;
  z: number;
  lay: number;
  ac: string;
  mb: number;
  step_s: number;
  ttft_s?: number;
  run_s?: number;
  tokens_per_s: number;
  memory_bytes: number;
  power_w?: number;
  run_usd?: number;
  per_million_tokens_usd?: number;
  run_j?: number;
  per_token_j?: number;
  fits: 'yes' | 'tight';
  link: string;
  /** Which piece of the search found it, and where it stands there. */
  from?: AskedPlan;
}

export interface AskedPlan {
  of: string;
  path: string;
  [request: string]: any;
}

export interface TrafficOf {
  sent_bytes: number;
  busy_s: number;
  needed_gbit_per_s: number;
  passes_work: boolean;
}

export interface PlanDevice {
  index: number;
  id: string;
  devices: number;
  search?: { axis: string; best: string; considered: number; fitting: number; rejected: { code: string; count: number }[]; front: Plan[] };
  communication?: {
    step_s: number;
    work_s: number;
    parts: {
      name: string; sharing: string; algorithm: string; sent_bytes: number; busy_s: number; exposed_s: number; hidden_s: number; reached_bytes_per_s: number;
    }[];
    data: TrafficOf;
    model: TrafficOf;
    from?: AskedPlan;
  };
  curve?: { devices: number; efficiency: number | null; plan: Plan | null }[];
}
