// The score as the page reads it: `tilewise score` on the measurements of the tree, turned on its side (one
// array a column, repeated words once), because the view fetches it and most of it is repetition.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.mjs';

/** The command line: its answers are those of the module, byte for byte. */
export function find_command_line() {
  const path = process.env.TILEWISE_CLI ?? join(root, 'build/native/core/cli/tilewise');
  if (!existsSync(path)) throw new Error(`no command line at ${path}: build the target tilewise first, or run web/serve.sh`);
  return path;
}

/** @param {string} [folder]  tables of measurements */
export async function run_score(folder = join(root, 'tests/truth')) {
  const asked = ['score', folder, '--json', '--rows'];
  const { stdout } = await promisify(execFile)(find_command_line(), asked, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout).result;
}

/** Words by number: each is written once. */
function create_words() {
  const found = new Map();
  return {
    list: () => [...found.keys()],
    number(word) {
      if (!found.has(word)) found.set(word, found.size);
      return found.get(word);
    },
  };
}

/** Four digits are more than a chart or a sentence shows. */
const short = (value) => Number(value.toPrecision(4));

/** Version and tag are the same for all links or follow from them. @param {string} link */
const bare = (link) => link.replace(/^v=1&?/, '').replace(/&?k=[0-9a-z]{4}$/, '');

/** What stands beside each row, as numbers into the lists of words. */
const word_columns = ['line', 'device', 'software', 'subject', 'unit', 'source', 'source_url', 'assumed', 'set_aside'];

const word_of = (row, column) => {
  if (column === 'device') return row.device_id || row.device;
  if (column === 'assumed') return row.assumed.join(' ');
  return row[column] ?? '';
};

/** 1 counted, 2 inside the band, 4 outside the band, 8 a verdict that is right. */
const flags_of = (row) =>
  (row.counted ? 1 : 0) + (row.in_band === true ? 2 : 0) + (row.in_band === false ? 4 : 0) + (row.right === true ? 8 : 0);

const reasons_of = (result, list) => {
  const by_id = new Map(result.rows.map((row) => [row.id, row]));
  return list.map(({ line, reason, text, rows, first }) => ({ line, reason, detail: by_id.get(first)?.detail ?? '', text, rows, first }));
};

/** @param {any} result  of `tilewise score --json --rows` */
export function accuracy_data(result) {
  const scored = result.rows.filter((row) => row.estimate !== undefined);
  const words = Object.fromEntries(word_columns.map((column) => [column, create_words()]));
  const column = (name) => scored.map((row) => words[name].number(word_of(row, name)));
  const rows = Object.fromEntries(word_columns.map((name) => [name, column(name)]));
  return {
    summary: result.summary,
    lines: result.lines,
    skipped: reasons_of(result, result.skipped),
    set_aside: reasons_of(result, result.set_aside),
    words: Object.fromEntries(word_columns.map((name) => [name, words[name].list()])),
    rows: {
      ...rows,
      id: scored.map(({ id }) => id),
      measured: scored.map(({ measured }) => short(measured)),
      estimate: scored.map(({ estimate }) => short(estimate)),
      flags: scored.map(flags_of),
      links: scored.map(({ links, scenario }) => (scenario ? links.map(bare).join(' ') : '')),
    },
  };
}
