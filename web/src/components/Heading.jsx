// The head of a column in the page: which device, what it stands for, and what can be done with it.

import { name_of } from '../names.js';
import { DevicePicker } from './DevicePicker.jsx';

/** @typedef {import('../app.js').App} App */

/** @param {{app: App, index: number, children?: any}} props  `children`: how many of it */
export function Heading({ app, index, children }) {
  const { state, text, lookup, act } = app;
  const column = state.columns[index];
  if (!column) return null;
  const name = name_of(app, { index, id: column.id });
  const changed = Object.keys(column).length > 1;
  const known = lookup.device(column.id) !== undefined;
  return (
    <>
      <DevicePicker
        app={app} label={text.t('device')} shown={known ? name : text.t('unknown_device', { id: column.id })} chosen={column.id}
        onpick={(choice) => act.replace(index, choice)}
      />
      {children}
      {Number(state.scenario.baseline) === index + 1 && <small class="beside">{text.t('baseline')}</small>}
      <span class="tools">
        <button type="button" class="plain" onClick={() => act.open_column(index)}>
          {text.t(changed ? 'changed' : 'adjust')}<span class="hidden">: {name}</span>
        </button>
        {state.columns.length > 1 && (
          <button type="button" class="plain remove" onClick={() => act.remove(index)}>
            {text.t('remove')}<span class="hidden"> {name}</span>
          </button>
        )}
      </span>
    </>
  );
}
