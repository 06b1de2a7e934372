// One column: what differs from the catalogue and from the rest of the scenario, for this device alone.

import { column_fields } from '../../fields.js';
import { join, quantity } from '../../format.js';
import { Dialog } from '../Dialog.jsx';
import { Field } from '../Field.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').FieldSpec} FieldSpec */

/** What the catalogue or the scenario says where the column says nothing. */
/** @param {App} app @param {number} index @param {string} id @param {FieldSpec} field */
function fallback_of(app, index, id, field) {
  const device = app.lookup.device(id);
  const scale = /** @type {Record<string, [string, number]>} */ ({
    bandwidth_gb_per_s: ['bandwidth_bytes_per_s', 1e9], memory_gib: ['memory_bytes', 2 ** 30],
    power_limit_w: ['power_limit_w', 1], clock_mhz: ['clock_hz', 1e6],
  })[field.name];
  const published = scale && device?.[scale[0]];
  if (scale && typeof published === 'number') return Number((published / scale[1]).toPrecision(6));
  if (field.name === 'count') return 1;
  return app.state.scenario[field.name] ?? app.state.resolved?.devices?.[index]?.[field.name];
}

/** Hardly any published run uses more of the dense peak. */
const likely_mfu = 0.75;

/** The dense peak of a device whose sparse one was entered: twice what a dense product can reach. */
/** @param {any} peak  in TFLOP/s @param {import('../../contract').CatalogueDevice | undefined} device @param {string | null | undefined} format */
function sparse_peak(peak, device, format) {
  const dense = device?.['peak_ops_per_s'][format ?? ''];
  const factor = device?.['sparse_multiplier'] ?? 1;
  return typeof peak === 'number' && dense && factor > 1 && Math.abs((peak * 1e12) / (dense * factor) - 1) < 0.01 ? dense : undefined;
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { state, lookup } = app;
  const index = state.column;
  const column = index === null ? undefined : state.columns[index];
  if (index === null || !column) return null;
  return <Open key={index} app={app} index={index} id={column.id} title={lookup.device_name(column.id)} />;
}

/** @param {{app: App, index: number, id: string, title: string}} props */
function Open({ app, index, id, title }) {
  const { state, text, act, lookup } = app;
  const { usual, more } = column_fields(lookup.catalogue.fields);
  const column = /** @type {import('../../contract').Column} */ (state.columns[index]);
  const specs = /** @type {any} */ (state.pieces['specs']);
  const sparse = sparse_peak(column['peak_tflops'], lookup.device(id), state.result?.devices?.[index]?.precision?.used);
  const mfu = state.result?.devices?.[index]?.flops?.['mfu'] ?? 0;
  const dossier = /** @type {any} */ (state.pieces['dossier']);
  const efficiency = state.result?.devices?.[index]?.measured?.efficiency;
  const field = (/** @type {FieldSpec} */ spec) => (
    <Field
      key={spec.name} place={`column-${index + 1}`} app={app} field={spec} value={column[spec.name]} fallback={fallback_of(app, index, id, spec)}
      issues={app.issues_at(`d${index + 1}.${spec.key}`)} onchange={(value) => act.override(index, spec.name, value)}
    />
  );
  return (
    <Dialog title={title} close={text.t('close')} onclose={() => act.show({ column: null })}>
      <p class="note">{text.t('column_note')}</p>
      <div class="fields">{usual.map(field)}</div>
      {sparse && <p class="issue" data-note="sparse">{text.t('sparse_peak', { name: title, dense: join(quantity(sparse, 'op/s')) })}</p>}
      {mfu > likely_mfu && <p class="issue" data-note="mfu">{text.t('high_mfu', { share: join(quantity(mfu, 'share')) })}</p>}
      {efficiency !== undefined && <p class="note" data-note="measured">{text.t('measured_note', { share: join(quantity(efficiency, 'share')) })}</p>}
      <details>
        <summary>{text.t('more_settings')}</summary>
        <div class="fields">{more.map(field)}</div>
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
        <button type="button" class="plain" disabled={Object.keys(column).length === 1} onClick={() => act.replace(index, id)}>{text.t('as_published')}</button>
        <button type="button" class="plain" disabled={state.columns.length === 1} onClick={() => act.remove(index)}>{text.t('remove')}</button>
      </p>
    </Dialog>
  );
}
