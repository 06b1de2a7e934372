// Numbers for people: the only place that turns a number of the core into text. Base units in; SI
// prefixes out, three significant digits, the same in every language, so that a link, a table and a
// screenshot agree.

/** @typedef {{number: string, unit: string}} Shown */

const si_small = ['', 'm', 'µ', 'n', 'p'];
const si_large = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const decimal = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
const count_words = ['', 'k', 'M', 'B', 'T'];

/** Digits grouped by three with a comma. @param {string} text */
function grouped(text) {
  const [whole = '', part] = text.split('.');
  const comma = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return part === undefined ? comma : `${comma}.${part}`;
}

/** How many decimals leave three significant digits. @param {number} size @param {number} significant */
const places_of = (size, significant) => Math.min(12, Math.max(0, significant - 1 - Math.floor(Math.log10(size))));

/** What will be read once the value is written. @param {number} value */
const rounded = (value) => (value === 0 ? 0 : Number(Math.abs(value).toFixed(places_of(Math.abs(value), 3))));

/** Three significant digits, without an exponent and without trailing zeros. @param {number} value */
export function digits(value, significant = 3) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-6 || size >= 1e15) return value.toExponential(significant - 1).replace('e+', 'e');
  const text = value.toFixed(places_of(size, significant));
  return grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

/**
 * Picks the step whose number stays below the base after rounding, so that 999.9 m does not become 1,000 m.
 * @param {number} value @param {number} base @param {string[]} units @returns {Shown}
 */
function scaled(value, base, units) {
  let step = 0;
  let rest = value;
  while (step < units.length - 1 && rounded(rest) >= base) {
    rest /= base;
    step += 1;
  }
  return { number: digits(rest), unit: units[step] ?? '' };
}

/** @param {number} value @param {string} unit @returns {Shown} */
function si(value, unit) {
  const size = Math.abs(value);
  if (size === 0 || size >= 0.9995) return scaled(value, 1000, si_large.map((prefix) => prefix + unit));
  let step = 0;
  let rest = value;
  while (step < si_small.length - 1 && rounded(rest) < 1) {
    rest *= 1000;
    step += 1;
  }
  return { number: digits(rest), unit: `${si_small[step]}${unit}` };
}

/** A count in Chinese words of size: 70亿. @param {number} value */
export const chinese_count = (value) => new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/** Seconds up to minutes, then the units people plan in. @param {number} seconds @returns {Shown} */
export function time(seconds) {
  if (Math.abs(seconds) < 120) return si(seconds, 's');
  if (seconds < 2 * 3600) return { number: digits(seconds / 60), unit: 'min' };
  if (seconds < 2 * 86400) return { number: digits(seconds / 3600), unit: 'h' };
  if (seconds < 2 * 31557600) return { number: digits(seconds / 86400), unit: 'd' };
  return { number: digits(seconds / 31557600), unit: 'a' };
}

/** Memory. @param {number} bytes @param {'gib' | 'gb'} [units] @returns {Shown} */
export function bytes(bytes, units = 'gib') {
  return units === 'gb' ? scaled(bytes, 1000, decimal) : scaled(bytes, 1024, binary);
}

/** An interval of times in one unit: 0.65–2.81 ms. @param {number} low @param {number} high @returns {Shown} */
export function time_range(low, high) {
  const shown = time(high);
  const scale = high / Number(shown.number.replaceAll(',', ''));
  return { number: `${digits(low / scale)}–${shown.number}`, unit: shown.unit };
}

/** Parameters and other large counts: 7B, 1.5T. @param {number} value */
export function count(value) {
  if (Math.abs(value) < 10000) return digits(value, Number.isInteger(value) ? 6 : 3);
  const shown = scaled(value, 1000, count_words);
  return shown.number + shown.unit;
}

/** @param {number} value */
export function percent(value) {
  return `${digits(value * 100)} %`;
}

/** A ratio in two digits, near one in three. @param {number} value */
export function ratio(value) {
  if (Math.abs(value - 1) < 0.095) return digits(value);
  return digits(value < 10 ? Math.round(value * 10) / 10 : Number(value.toPrecision(2)));
}

/** How many times: 1.9×. @param {number} value */
export const times = (value) => `${ratio(value)}×`;

/** @typedef {(value: number, units: 'gib' | 'gb') => Shown} Writer */
/** Base units of the core to the way they are written. @type {Record<string, Writer>} */
const by_unit = {
  s: time,
  byte: bytes,
  'byte/s': (value) => scaled(value, 1000, decimal.map((unit) => `${unit}/s`)),
  op: (value) => si(value, 'FLOP'),
  'op/s': (value) => si(value, 'FLOP/s'),
  'op/byte': (value) => ({ number: digits(value), unit: 'FLOP/B' }),
  Hz: (value) => si(value, 'Hz'),
  W: (value) => si(value, 'W'),
  J: (value) => si(value, 'J'),
  usd: (value) => ({ number: digits(value, 4), unit: 'USD' }),
  'token/s': (value) => ({ number: count(value), unit: 'tokens/s' }),
  'sequence/s': (value) => ({ number: count(value), unit: 'sequences/s' }),
  'step/s': (value) => ({ number: count(value), unit: 'steps/s' }),
  share: (value) => ({ number: digits(value * 100), unit: '%' }),
  count: (value) => ({ number: exact(value), unit: '' }),
};

/** Whole numbers in full, others with four digits. @param {number} value */
function exact(value) {
  return Number.isInteger(value) && Math.abs(value) < 1e9 ? grouped(String(value)) : digits(value, 4);
}

/** Spellings of one unit that the core may use. @type {Record<string, string>} */
const same_unit = {
  bytes: 'byte', B: 'byte', 'bytes/s': 'byte/s', 'B/s': 'byte/s', ops: 'op', 'ops/s': 'op/s', FLOP: 'op',
  'FLOP/s': 'op/s', 'ops/byte': 'op/byte', seconds: 's', hz: 'Hz', w: 'W', j: 'J', USD: 'usd',
  'tokens/s': 'token/s', 'sequences/s': 'sequence/s', 'steps/s': 'step/s', ratio: 'count', '1': 'count', '': 'count',
};

/**
 * Any number of the core with its base unit.
 * @param {number} value @param {string} [unit] @param {'gib' | 'gb'} [units] @returns {Shown}
 */
export function quantity(value, unit = '', units = 'gib') {
  const name = same_unit[unit] ?? unit;
  const writer = by_unit[name];
  return writer ? writer(value, units) : { number: exact(value), unit };
}

/** The unit a parameter or result key ends in, or nothing. @param {string} name */
export function unit_of_name(name) {
  /** @type {[string, string][]} */
  const endings = [
    ['_bytes_per_s', 'byte/s'], ['_ops_per_s', 'op/s'], ['tokens_per_s', 'token/s'],
    ['tokens_per_s_per_user', 'token/s'], ['sequences_per_s', 'sequence/s'], ['steps_per_s', 'step/s'],
    ['_bytes', 'byte'], ['_flops', 'op'], ['_hz', 'Hz'], ['_share', 'share'], ['_usd', 'usd'], ['_s', 's'],
    ['_w', 'W'], ['_j', 'J'],
  ];
  return endings.find(([ending]) => name.endsWith(ending))?.[1];
}

/** One piece of text, unit after a narrow space that never breaks. @param {Shown} shown */
export function join(shown) {
  return shown.unit ? `${shown.number} ${shown.unit}` : shown.number;
}
