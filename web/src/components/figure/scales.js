// Axes of a plot: from values to pixels, with round marks. Nothing here knows what is drawn.

/** @typedef {{at: (value: number) => number, marks: number[], log: boolean}} Scale */

/** Round values between two ends, at most about `most` of them. @param {number} from @param {number} to @param {number} most */
export function even_marks(from, to, most) {
  const rough = (to - from) / most;
  if (!(rough > 0)) return [from];
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * size >= rough * 0.999) ?? 10) * size;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Powers of ten, with 2 and 5 between them where there is room; few decades: even marks. */
/** @param {number} from @param {number} to @param {number} most */
export function log_marks(from, to, most) {
  const first = Math.floor(Math.log10(from) + 1e-9);
  const last = Math.ceil(Math.log10(to) - 1e-9);
  const within = (/** @type {number[]} */ steps, every = 1) => {
    const out = [];
    for (let power = first; power <= last; power += every) {
      for (const step of steps) {
        const value = Number((step * 10 ** power).toPrecision(12));
        if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) out.push(value);
      }
    }
    return out;
  };
  const fine = within([1, 2, 5]);
  if (fine.length >= 3 && fine.length <= most) return fine;
  const decades = within([1]);
  if (fine.length < 3) return even_marks(from, to, most);
  if (decades.length >= 3 || fine.length > 2 * most) return decades.length <= most ? decades : within([1], Math.ceil(decades.length / most));
  return within([1, 3]).length <= most && decades.length < 3 ? within([1, 3]) : decades;
}

/**
 * `base`: marks are round in this many units, as in GiB.
 * @param {number} from @param {number} to @param {[number, number]} pixels @param {{log: boolean, most?: number, base?: number}} how @returns {Scale}
 */
export function scale_of(from, to, [start, end], { log, most = 6, base = 1 }) {
  const on = log && from > 0 && to > from;
  const place = on ? Math.log : (/** @type {number} */ value) => value;
  const span = place(to) - place(from);
  return {
    log: on, marks: (on ? log_marks(from / base, to / base, most) : even_marks(from / base, to / base, most)).map((mark) => mark * base),
    at: (value) => (span === 0 ? (start + end) / 2 : start + ((place(value) - place(from)) / span) * (end - start)),
  };
}

/** Labels pushed apart downwards, and back up from `last`, so that none covers another; in the order given. */
/** @param {number[]} wanted  where each label would stand @param {number} gap @param {number} last */
export function spread(wanted, gap, last) {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  let floor = -Infinity;
  for (const label of order) {
    label.at = Math.max(label.at, floor);
    floor = label.at + gap;
  }
  let roof = last;
  for (const label of order.reverse()) {
    label.at = Math.min(label.at, roof);
    roof = label.at - gap;
  }
  const out = new Array(wanted.length).fill(0);
  for (const { at, index } of order) out[index] = at;
  return out;
}
