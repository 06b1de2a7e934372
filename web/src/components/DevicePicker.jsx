// The list of devices: those of the catalogue, a TPU slice by its name, and one of the reader's own.

import { matching } from '../catalogue.js';
import { slices_like } from '../slices.js';
import { Picker } from './Picker.jsx';

/** @typedef {import('../app.js').App} App */

/** Slices that were typed or begun, each with what its name counts. @param {App} app @param {string} typed @returns {import('../catalogue.js').Option[]} */
const slices = (app, typed) => slices_like(typed).flatMap((slice) => {
  const device = app.lookup.device(slice.id);
  if (!device) return [];
  const ranks = device.ranks_per_device;
  const memory = `${slice.chips * ranks} × ${device.memory_bytes / ranks / 2 ** 30} GiB`;
  const name = `${slice.name}: ${app.lookup.device_name(slice.id)} × ${slice.chips}`;
  return [{ id: `${slice.id}*${slice.chips}`, name, detail: app.text.t(`slice.${slice.counts}`, { ...slice, memory }), words: '' }];
});

/** "8x H100" and "H100 × 8": several of each that the rest names. @param {App} app @param {string} typed @returns {import('../catalogue.js').Option[]} */
function several({ lookup }, typed) {
  const [, before, name, after] = /^(?:(\d{1,4})\s*[x×*]\s*)?(.*?)(?:(?: x|\s*[×*])\s*(\d{1,4}))?$/i.exec(typed.trim()) ?? [];
  const count = before ?? after;
  if (!count || !name) return [];
  return matching(lookup.device_options, name).map((option) => ({ ...option, id: `${option.id}*${count}`, name: `${option.name} × ${count}` }));
}

/**
 * @param {{app: App, label: string, shown: string, chosen?: string, plain?: boolean, disabled?: boolean, own?: boolean, onpick: (choice: string) => void}} props
 */
export function DevicePicker({ app, own, ...rest }) {
  const { text, lookup } = app;
  const mine = own ? [{ id: 'own', name: text.t('own_device'), detail: text.t('own_device_detail'), words: `own custom 自定义 ${text.t('own_device').toLowerCase()}` }] : [];
  return (
    <Picker
      {...rest} options={[...lookup.device_options, ...mine]} further={(typed) => [...slices(app, typed), ...several(app, typed)]} search={text.t('search_devices')}
      none={text.t('nothing_found')}
    />
  );
}
