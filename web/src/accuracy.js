// The score of the estimates on published measurements, as the view reads it: points of a chart, filters,
// scales. The errors and their weights are the core's; here only what is shown is chosen.

/** @typedef {import('./contract').Accuracy} Accuracy */

/**
 * @typedef {object} Point
 * @property {string} id
 * @property {string} device  id in the catalogue, or the name in the table
 * @property {string} software
 * @property {string} subject  the row in a few words
 * @property {string} unit  of both numbers: s, s/op, byte, count, verdict
 * @property {number} measured
 * @property {number} estimate
 * @property {number} error  signed share
 * @property {boolean} counted
 * @property {boolean | null} in_band
 * @property {boolean} right  of a verdict
 * @property {string[]} assumed  inputs that the row does not state
 * @property {string} set_aside  why it is shown and not counted
 * @property {string} source
 * @property {string} source_url
 * @property {string[]} links  the row's scenarios
 */

/** The rows of one line that have an estimate. @param {Accuracy} data @param {string} line @returns {Point[]} */
export function points_of(data, line) {
  const { rows, words } = data;
  const wanted = words.line.indexOf(line);
  /** @type {Point[]} */
  const points = [];
  rows.line.forEach((number, row) => {
    if (number !== wanted) return;
    const word = (/** @type {keyof Accuracy['words']} */ column) => words[column][rows[column][row] ?? 0] ?? '';
    const flags = rows.flags[row] ?? 0;
    const measured = rows.measured[row] ?? 0;
    const estimate = rows.estimate[row] ?? 0;
    points.push({
      id: rows.id[row] ?? '', device: word('device'), software: word('software'), subject: word('subject'), unit: word('unit'),
      measured, estimate, error: estimate / measured - 1, counted: (flags & 1) !== 0,
      in_band: flags & 2 ? true : flags & 4 ? false : null, right: (flags & 8) !== 0,
      assumed: word('assumed').split(' ').filter(Boolean), set_aside: word('set_aside'), source: word('source'),
      source_url: word('source_url'), links: (rows.links[row] ?? '').split(' ').filter(Boolean).map((link) => `v=1&${link}`),
    });
  });
  return points;
}

/** A name and how many points have it, the most first. @param {Point[]} points @param {'device' | 'software' | 'unit'} of */
export function choices_of(points, of) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const point of points) found.set(point[of], (found.get(point[of]) ?? 0) + 1);
  return [...found].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows);
}

/** @param {Point[]} points @param {{device: string, software: string, unit: string}} wanted  empty: any */
export function chosen(points, { device, software, unit }) {
  return points.filter((point) =>
    (!device || point.device === device) && (!software || point.software === software) && (!unit || point.unit === unit));
}

/** The middle of the errors of these points, each weighing the same; and how many are within a quarter. */
/** @param {Point[]} points */
export function plain_summary(points) {
  const errors = points.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  const middle = errors.length >> 1;
  const median = errors.length % 2 ? errors[middle] : ((errors[middle - 1] ?? NaN) + (errors[middle] ?? NaN)) / 2;
  return { rows: errors.length, median: errors.length ? median : undefined, within: errors.filter((error) => error <= 0.25).length };
}

/** A rate per operation is drawn and written as operations per second. @param {string} unit */
export const drawn_unit = (unit) => (unit === 's/op' ? 'op/s' : unit === 'count' ? 'count' : unit);

/** @param {Point} point @param {'measured' | 'estimate'} of */
export const drawn_value = (point, of) => (point.unit === 's/op' ? 1 / point[of] : point[of]);

/** Verdicts and wrong zeros have no place on a logarithmic axis. @param {Point} point */
export const drawable = ({ unit, measured, estimate }) => unit !== 'verdict' && measured > 0 && estimate > 0;

/**
 * One logarithmic scale for both axes: shares of the side from the smallest to the largest of both numbers,
 * with a margin; and the powers of ten on it, thinned to what can be labelled.
 * @param {Point[]} points
 */
export function scale_of(points) {
  const logs = points.flatMap((point) => [Math.log10(drawn_value(point, 'measured')), Math.log10(drawn_value(point, 'estimate'))]);
  let low = Infinity;
  let high = -Infinity;
  for (const log of logs) {
    low = Math.min(low, log);
    high = Math.max(high, log);
  }
  if (!logs.length) [low, high] = [0, 1];
  const margin = Math.max(0.06 * (high - low), 0.08);
  low -= margin;
  high += margin;
  const step = Math.max(1, Math.ceil((high - low) / 7));
  const marks = [];
  for (let power = Math.ceil(low / step) * step; power <= high; power += step) marks.push(10 ** power);
  return {
    /** @param {number} value */
    at: (value) => (Math.log10(value) - low) / (high - low),
    /** How far a factor moves. @param {number} factor */
    by: (factor) => Math.log10(factor) / (high - low),
    marks,
  };
}

/** @typedef {ReturnType<typeof scale_of>} Scale */

/** The point nearest to a place on the chart, in shares of its side; -1 when none is near. */
/** @param {{x: number, y: number}[]} places @param {number} x @param {number} y @param {number} reach */
export function nearest(places, x, y, reach) {
  let best = -1;
  let least = reach * reach;
  places.forEach((place, index) => {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance <= least) [best, least] = [index, distance];
  });
  return best;
}
