// Where a published number comes from: looked up in the sources file, which is fetched when the first
// explanation opens. The module carries no titles and no quotes.

/**
 * @typedef {object} Source
 * @property {string} title
 * @property {string} [publisher]  with the date where the publisher is a journal
 * @property {string} [ref]  where it stands: an address, a paper number, a file
 * @property {string} [address]  the same as a link, where it is one
 * @property {string} [quoted]  the words of the source
 * @property {string} [rule]  how a derived number follows from it
 * @property {string} [seen]  read, derived or recalled
 * @property {string} [conflict]  why this value and not another published one
 */

/** Only web addresses and paper numbers become links. @param {string | undefined} ref */
export function address_of(ref) {
  if (!ref) return undefined;
  if (/^https?:\/\/\S+$/.test(ref)) return ref;
  const paper = /^arXiv (\d{4}\.\d{4,5})$/.exec(ref);
  if (paper) return `https://arxiv.org/abs/${paper[1]}`;
  const repository = /^github: ([\w.-]+\/[\w.-]+)/.exec(ref);
  return repository ? `https://github.com/${repository[1]}` : undefined;
}

/** @param {any} sources @param {string | undefined} id @returns {Source | null} */
function titled(sources, id) {
  if (!id) return null;
  const record = sources?.sources?.[id];
  if (!record) return { title: id };
  return { title: record.title, publisher: record.publisher, ref: record.ref, address: address_of(record.ref) };
}

/**
 * @param {any} sources @param {{source?: string | null, catalogue?: string | null}} of
 * @returns {Source | null}
 */
export function source_of(sources, of) {
  const [id = '', field = ''] = (of.catalogue ?? '').split('/');
  const record = sources?.devices?.[id] ?? sources?.models?.[id];
  const entry = record?.fields?.[field] ?? (sources?.models?.[id] ? record?.fields?.shape : undefined);
  if (!entry) return titled(sources, of.source ?? undefined);
  const conflict = (record.conflicts ?? []).find((/** @type {any} */ one) => one.field === field);
  return {
    ...(titled(sources, entry.source) ?? { title: '' }),
    quoted: entry.quoted, rule: entry.rule, seen: entry.seen, conflict: conflict?.why,
  };
}
