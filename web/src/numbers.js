// Numbers as people type them: 2k, 7B, 1.5T, 2,048, 1e6, 70亿, 1.5万亿. What cannot be read stays the text it is.

/** @type {Record<string, number>} */
const suffixes = {
  k: 1e3, K: 1e3, m: 1e6, M: 1e6, g: 1e9, G: 1e9, b: 1e9, B: 1e9, t: 1e12, T: 1e12,
  百: 1e2, 千: 1e3, 万: 1e4, 亿: 1e8, Ki: 1024, Mi: 1048576, Gi: 1073741824,
};

/** Chinese words of size multiply: 万亿 is 1e12. @param {string} suffix */
const factor_of = (suffix) => suffixes[suffix] ?? [...suffix].reduce((product, one) => product * (suffixes[one] ?? 1), 1);

/**
 * The number a text means, or null. Full-width digits and grouping commas are read; a comma that does not
 * group by three is not, because it may be somebody's decimal point.
 * @param {string} text
 */
export function read_number(text) {
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, '');
  const match = /^(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:e([+-]?\d{1,3}))?(Ki|Mi|Gi|[kKmMgGbBtT]|[百千]?万?亿?)$/.exec(plain);
  if (!match) return null;
  const [, body = '', exponent, suffix = ''] = match;
  // One decimal text, so that 1.1k is 1100 and not 1100.0000000000002.
  const base = Number(`${body.replace(/,/g, '')}e${exponent ?? 0}`);
  const value = Number((base * factor_of(suffix)).toPrecision(15));
  return Number.isFinite(value) ? value : null;
}

/**
 * What a field's scenario value becomes when somebody typed this text: a number where it reads as one,
 * nothing where it is empty, otherwise the text itself, which the core answers with an issue.
 * @param {string} text @returns {number | string | undefined}
 */
export function typed_value(text) {
  if (text.trim() === '') return undefined;
  return read_number(text) ?? text;
}
