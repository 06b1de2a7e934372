// Every setting of the vocabulary, by group, in one drawer: a piece that comes when it opens.

import { grouped } from '../../fields.js';
import { Field } from '../Field.jsx';

/** @typedef {import('../../app.js').App} App */

/** @param {{app: App}} props */
export function View({ app }) {
  const { state, text, lookup, act } = app;
  return (
    <section class="settings" id="settings" aria-label={text.t('all_settings')}>
      {grouped(lookup.catalogue.fields).map(({ group, fields }) => (
        <details key={group} open={group === 'workload' || (group === 'training' && state.workload === 'train')}>
          <summary>{text.t(`group.${group}`)}</summary>
          <div class="fields">
            {fields.map((field) => (
              <Field
                key={field.name} app={app} field={field} value={state.scenario[field.name]}
                fallback={app.held(field.name)} issues={app.issues_at(field.key)}
                onchange={(value) => act.set_field(field.name, value, { discrete: field.name === 'workload' })}
              />
            ))}
          </div>
        </details>
      ))}
      <p class="note">{text.t('column_settings_note')}</p>
    </section>
  );
}
