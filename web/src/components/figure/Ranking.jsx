// The devices of the catalogue that run the scenario, the fastest on top.

import { join, quantity } from '../../format.js';
import { with_words } from './Asked.jsx';
import { Bars } from './Bars.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').RankedDevice} RankedDevice */

const most_shown = 30;

/** @param {{app: App, ranking: RankedDevice[], asked: import('../../state.js').AskedOf}} props  `asked`: what the ranking answers */
export function RankingChart({ app: plain, ranking, asked }) {
  const app = with_words(plain);
  const { text, lookup, state } = app;
  const timed = ranking.filter(({ total_s }) => total_s !== null);
  const fitting = timed.filter(({ fits }) => fits === 'yes' || fits === 'tight');
  const shown = (fitting.length > 0 ? fitting : timed).slice(0, most_shown);
  const [first] = shown;
  if (!first) return null;
  const chosen = new Set(state.columns.map(({ id }) => id));
  const bars = shown.map((device) => ({
    label: lookup.device_name(device.id), value: device.total_s, shown: join(quantity(device.total_s ?? 0, 's')),
    kind: device.fits === 'no' ? 'open' : chosen.has(device.id) ? 'total' : '',
  }));
  const table = {
    head: [
      { key: 'device', label: text.t('device') }, { key: 'total_s', label: text.t('row.time') }, { key: 'total_bytes', label: text.t('row.memory') },
      { key: 'fits', label: text.t('row.fits') }, { key: 'power_w', label: text.t('row.power_w') }, { key: 'per_hour_usd', label: text.t('row.per_hour_usd') },
    ],
    rows: ranking.map((device, place) => {
      const opens = (/** @type {'total_s' | 'total_bytes' | 'power_w' | 'per_hour_usd'} */ key, /** @type {string} */ unit) =>
        ({ value: device[key], unit, path: `ranking.${place}.${key}`, asked });
      return [
        { value: device.id, text: lookup.device_name(device.id) }, opens('total_s', 's'), opens('total_bytes', 'byte'),
        { value: device.fits, text: text.t(`fits.${device.fits}`) }, opens('power_w', 'W'), opens('per_hour_usd', 'usd'),
      ];
    }),
  };
  return (
    <Bars
      app={app} name="ranking" title={text.t('fit.catalogue')} table={table} groups={[{ unit: 's', bars }]}
      summary={text.t('plot.ranking.said', { count: fitting.length, all: ranking.length, name: lookup.device_name(first.id), time: join(quantity(first.total_s ?? 0, 's')) })}
      note={text.t('plot.ranking.note', { count: shown.length })}
    />
  );
}
