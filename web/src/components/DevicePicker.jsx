// The list of devices: those of the catalogue, a TPU slice by its name, and one of the reader's own.

import { slice_of } from '../slices.js';
import { Picker } from './Picker.jsx';

/** @typedef {import('../app.js').App} App */

/** A slice that was typed, with what its name counts. @param {App} app @param {string} typed @returns {import('../catalogue.js').Option[]} */
function slices(app, typed) {
  const slice = slice_of(typed);
  const device = slice && app.lookup.device(slice.id);
  if (!slice || !device) return [];
  const name = `${app.lookup.device_name(slice.id)} × ${slice.chips}`;
  const ranks = device.ranks_per_device;
  const memory = `${slice.chips * ranks} × ${device.memory_bytes / ranks / 2 ** 30} GiB`;
  return [{ id: `${slice.id}*${slice.chips}`, name, detail: app.text.t(`slice.${slice.counts}`, { ...slice, name: typed.trim(), memory }), words: '' }];
}

/**
 * @param {{app: App, label: string, shown: string, chosen?: string, plain?: boolean, disabled?: boolean, own?: boolean, onpick: (choice: string) => void}} props
 */
export function DevicePicker({ app, own, ...rest }) {
  const { text, lookup } = app;
  const mine = own ? [{ id: 'own', name: text.t('own_device'), detail: text.t('own_device_detail'), words: `own custom 自定义 ${text.t('own_device').toLowerCase()}` }] : [];
  return (
    <Picker
      {...rest} options={[...lookup.device_options, ...mine]} further={(typed) => slices(app, typed)} search={text.t('search_devices')}
      none={text.t('nothing_found')}
    />
  );
}
