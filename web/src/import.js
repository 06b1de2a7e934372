// Files that people bring: only the beginning of a weight file is read, as much as its header needs.

/** @typedef {import('./contract').ImportedModel} ImportedModel */
/** @template T @typedef {import('./contract').Envelope<T>} Envelope */

const first_bytes = 1 << 20;
const most_bytes = 1 << 28;

/**
 * The scenario a file holds: settings of the vocabulary by name, and nothing by which a config.json is known.
 * @param {Blob} file @param {(name: string) => boolean} is_setting @returns {Promise<string | undefined>}
 */
export async function scenario_in(file, is_setting) {
  if (file.size > first_bytes) return undefined;
  const text = await file.text();
  try {
    const names = Object.keys(JSON.parse(text));
    if (names.includes('model_type') || names.includes('architectures')) return undefined;
    return names.some(is_setting) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Blob} file @param {(bytes: Uint8Array) => Envelope<ImportedModel>} ask
 * @returns {Promise<Envelope<ImportedModel>>}
 */
export async function import_file(file, ask) {
  let take = Math.min(file.size, first_bytes);
  for (;;) {
    const envelope = ask(new Uint8Array(await file.slice(0, take).arrayBuffer()));
    const need = envelope.result?.need_bytes ?? 0;
    const most = Math.min(file.size, most_bytes);
    if (need <= take || take >= most) return envelope;
    // A header tells its length as it is read; doubling asks only a few times.
    take = Math.min(most, Math.max(need, 2 * take));
  }
}
