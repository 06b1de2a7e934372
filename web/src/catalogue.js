// Look-ups in the catalogue for pickers and headings.

import { count, digits } from './format.js';

/** @typedef {import('./contract').Catalogue} Catalogue */
/** @typedef {import('./contract').CatalogueDevice} Device */
/** @typedef {import('./contract').CatalogueModel} Model */
/** @typedef {{id: string, name: string, detail: string, words: string}} Option */

/** The name without what a column heading does not need: vendor, product line, remarks. @param {Device} device */
export function short_name({ name, vendor }) {
  return name
    .replace(/\s*\(.*\)\s*$/, '')
    .replace(new RegExp(`^(${vendor}|NVIDIA|AMD|Google|Meta|Intel|AWS|Amazon|Apple|Huawei)\\s+`), '')
    .replace(/^(GeForce|Tesla|Instinct|Radeon)\s+/, '');
}

/** @param {Model} model */
const parameters_of = (model) => model.parameters?.total ?? model.parameters?.published_total ?? null;

/** @param {Catalogue} catalogue */
export function create_lookup(catalogue) {
  const devices = new Map(catalogue.devices.map((device) => [device.id, device]));
  const models = new Map(catalogue.models.map((model) => [model.id, model]));
  const fields = new Map(catalogue.fields.map((field) => [field.name, field]));
  const by_key = new Map(catalogue.fields.map((field) => [field.key, field]));

  /** @type {Option[]} */
  const device_options = catalogue.devices.map((device) => {
    const year = (device.release ?? '').slice(0, 4);
    // Cards of one name differ in memory and power: both stand in the list.
    const each = device.ranks_per_device > 1 ? `${device.ranks_per_device} × ` : '';
    const memory = device.memory_bytes ? `${each}${digits(device.memory_bytes / (device.ranks_per_device ?? 1) / 2 ** 30)} GiB` : '';
    const power = device.power_limit_w ? `${digits(device.power_limit_w)} W` : '';
    const detail = [device.vendor, year, memory, power].filter(Boolean).join(' · ');
    const words = [device.name, device.id, device.vendor, device.kind, device.family, year].join(' ').toLowerCase();
    return { id: device.id, name: short_name(device), detail, words };
  });
  /** @type {Option[]} */
  const model_options = catalogue.models.map((model) => {
    const size = parameters_of(model);
    const detail = [model.family, size ? count(size) : ''].filter(Boolean).join(' · ');
    const words = [model.name, model.id, model.family, model.architecture].join(' ').toLowerCase();
    return { id: model.id, name: model.name, detail, words };
  });

  return {
    catalogue,
    device_options,
    model_options,
    /** @param {string} id */
    device: (id) => devices.get(id),
    /** @param {string} id */
    device_name(id) {
      const device = devices.get(id);
      return device ? short_name(device) : id;
    },
    /** @param {string} id */
    model: (id) => models.get(id),
    /** @param {string} name */
    field: (name) => fields.get(name),
    /** @param {string} key */
    field_of_key: (key) => by_key.get(key),
  };
}

/** @typedef {ReturnType<typeof create_lookup>} Lookup */

/** An issue with devices and models by name instead of by id. */
/** @param {import('./contract').Issue} issue @param {Lookup} lookup */
export function named({ code, params }, lookup) {
  const by_name = (/** @type {string} */ name, /** @type {any} */ value) => {
    if (typeof value !== 'string') return value;
    return name === 'device' ? lookup.device_name(value) : name === 'model' ? (lookup.model(value)?.name ?? value) : value;
  };
  return { code, params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, by_name(name, value)])) };
}

/** Options whose words hold every word that was typed; those whose name ends with it first: "3090" is not the "3090 Ti". */
/** @param {Option[]} options @param {string} typed */
export function matching(options, typed) {
  const wanted = typed.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  const other = (/** @type {Option} */ { name }) => Number(!name.toLowerCase().endsWith(wanted.at(-1) ?? ''));
  return options.filter(({ words }) => wanted.every((word) => words.includes(word))).sort((a, b) => other(a) - other(b));
}
