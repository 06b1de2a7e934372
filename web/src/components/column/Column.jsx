// One column: what differs from the catalogue and from the rest of the scenario, for this device alone.

import { useState } from 'preact/hooks';
import { column_fields } from '../../fields.js';
import { join, quantity } from '../../format.js';
import { name_of } from '../../names.js';
import { Dialog } from '../Dialog.jsx';
import { Field } from '../Field.jsx';
import { Measured } from './Measured.jsx';
import { Remark } from '../Remark.jsx';
import { Differences, Own } from './Own.jsx';
import { fallback_of, of_device } from './published.js';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').FieldSpec} FieldSpec */

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { state } = app;
  const index = state.column;
  const column = index === null ? undefined : state.columns[index];
  if (index === null || !column) return null;
  return <Open key={index} app={app} index={index} id={column.id} title={name_of(app, { index, id: column.id })} />;
}

/** What the comparison says under the numbers of this column. @param {{app: App, index: number}} props */
function Remarks({ app, index }) {
  const answer = app.state.result?.devices.find((one) => one.index === index);
  return answer ? <>{['mfu', 'precision'].map((row) => <Remark key={row} app={app} row={row} answer={answer} />)}</> : null;
}

/** @param {{app: App, index: number, id: string, title: string}} props */
function Open({ app, index, id, title }) {
  const { state, text, act, lookup } = app;
  const { usual, more } = column_fields(lookup.catalogue.fields);
  const column = /** @type {import('../../contract').Column} */ (state.columns[index]);
  const specs = /** @type {any} */ (state.pieces['specs']);
  const dossier = /** @type {any} */ (state.pieces['dossier']);
  const efficiency = state.result?.devices?.[index]?.measured?.efficiency;
  // The form stays while its name is typed anew.
  const [kept, keep] = useState(false);
  const own = kept || column['name'] !== undefined;
  if (own !== kept) keep(own);
  const in_own = ['name', 'compute_precision', ...of_device];
  // A name is what makes a device one's own; until then it stands nowhere.
  const shown = (/** @type {FieldSpec[]} */ list) => list.filter(({ name }) => name !== 'name' && !(own && in_own.includes(name))).map(field);
  const field = (/** @type {FieldSpec} */ spec) => (
    <Field
      key={spec.name} place={`column-${index + 1}`} app={app} Measured={Measured} field={spec} value={column[spec.name]} fallback={fallback_of(app, index, id, spec)}
      issues={app.issues_at(`d${index + 1}.${spec.key}`)} onchange={(value) => act.override(index, spec.name, value)}
    />
  );
  const by_name = (/** @type {string} */ name) => {
    const spec = lookup.field(name);
    return spec ? field(spec) : null;
  };
  return (
    <Dialog title={title} close={text.t('close')} onclose={() => act.show({ column: null })}>
      <p class="note">{text.t(own ? 'own.note' : 'column_note')}</p>
      {own && <Own app={app} index={index} column={column} field={by_name} />}
      <Differences app={app} index={index} column={column} />
      <div class="fields">{shown(usual)}</div>
      <Remarks app={app} index={index} />
      {efficiency !== undefined && <p class="note" data-note="measured">{text.t('measured_note', { share: join(quantity(efficiency, 'share')) })}</p>}
      <details>
        <summary>{text.t('more_settings')}</summary>
        <div class="fields">{shown(more)}</div>
      </details>
      <details data-details="specs" onToggle={(event) => { if (event.currentTarget.open) act.piece('specs'); }}>
        <summary>{text.t('published')}</summary>
        {specs && specs !== 'failed' ? <specs.View app={app} id={id} /> : <p role="status">{text.t(specs === 'failed' ? 'piece.failed' : 'loading')}</p>}
      </details>
      <details data-details="dossier" onToggle={(event) => { if (event.currentTarget.open) act.piece('dossier'); }}>
        <summary>{text.t('dossier')}</summary>
        {dossier && dossier !== 'failed' ? <dossier.View app={app} id={id} /> : <p role="status">{text.t(dossier === 'failed' ? 'piece.failed' : 'loading')}</p>}
      </details>
      <p class="actions">
        <button type="button" class="plain" disabled={index === 0} onClick={() => act.move(index, index - 1)}>{text.t('move_left')}</button>
        <button type="button" class="plain" disabled={index === state.columns.length - 1} onClick={() => act.move(index, index + 1)}>{text.t('move_right')}</button>
        {!own && <button type="button" class="plain" data-make-own onClick={() => act.override(index, 'name', text.t('own_name', { name: title }))}>{text.t('own.make')}</button>}
        <button type="button" class="plain" disabled={Object.keys(column).length === 1} onClick={() => act.replace(index, id)}>{text.t('as_published')}</button>
        <button type="button" class="plain" disabled={state.columns.length === 1} onClick={() => act.remove(index)}>{text.t('remove')}</button>
      </p>
    </Dialog>
  );
}
