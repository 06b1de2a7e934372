// What somebody brings: a config.json pasted, chosen or dropped, the header of a GGUF file, or a scenario file. It is
// read in the page and goes nowhere.

import { useState } from 'preact/hooks';
import { bytes, count, join } from '../../format.js';
import { Dialog } from '../Dialog.jsx';
import words from './words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../contract').ImportedModel} ImportedModel */

/** @param {{app: App, model: ImportedModel}} props */
function Found({ app, model }) {
  const { state, text, lookup, act } = app;
  const same = model.same_as ? lookup.model(model.same_as) : undefined;
  const size = model.weight_bytes ? join(bytes(model.weight_bytes, state.units)) : '';
  return (
    <section aria-labelledby="imported">
      <h3 id="imported">{model.name || model.architecture}</h3>
      <p>
        {text.t('import.found', { architecture: model.architecture ?? '', parameters: count(model.parameters?.total ?? 0) })}
        {size && ` ${text.t('import.weights', { size })}`}
      </p>
      <p class="actions">
        <button type="button" data-use="file" onClick={() => act.use_model(model.scenario ?? {})}>{text.t('import.use')}</button>
        {same && (
          <button type="button" data-use="catalogue" onClick={() => act.use_model({ model: same.id })}>{text.t('import.use_same', { name: same.name })}</button>
        )}
      </p>
    </section>
  );
}

/** @param {{app: App, scenario: import('../../contract').Scenario}} props */
function FoundScenario({ app, scenario }) {
  const { text, lookup, act } = app;
  const { model, workload, devices } = { ...scenario, ...act.resolved_of(scenario) };
  const params = { devices: devices?.length ?? 0, model: lookup.model(String(model))?.name ?? model, workload: text.t(`word.workload.${workload}`) };
  return (
    <>
      <p>{text.t('import.scenario', params)}</p>
      <p class="actions"><button type="button" data-use="scenario" onClick={() => act.use_scenario(scenario)}>{text.t('import.use_scenario')}</button></p>
    </>
  );
}

/** @param {{app: App}} props */
function Answer({ app }) {
  const { imported } = app.state;
  if (imported === undefined) return null;
  if (imported === null) return <p role="status">{app.text.t('loading')}</p>;
  const { result, issues } = imported;
  return (
    <div role="status">
      {result?.scenario && (result.kind === 'scenario' ? <FoundScenario app={app} scenario={result.scenario} /> : <Found app={app} model={result} />)}
      {issues.map((issue, index) => (
        <p key={index} class={issue.severity}><strong>{app.text.t(`severity.${issue.severity}`)}</strong>: {app.issue_text(issue)}</p>
      ))}
    </div>
  );
}

/** @param {{app: App}} props */
export function View({ app: plain }) {
  const app = { ...plain, text: plain.text.with(words[plain.state.language]) };
  const { text, act } = app;
  const [typed, set_typed] = useState('');
  return (
    <Dialog title={text.t('import.title')} close={text.t('close')} onclose={() => act.show({ panel: null, imported: undefined })}>
      <p class="note">{text.t('import.note')}</p>
      <p>
        <label class="file">
          {text.t('import.file')}
          <input
            class="hidden" type="file" accept=".json,.gguf,application/json" id="model-file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) act.bring(file);
            }}
          />
        </label>
      </p>
      <div class="copyable">
        <label>
          {text.t('import.paste')}
          <textarea id="model-text" rows={6} spellcheck={false} value={typed} onInput={(event) => set_typed(event.currentTarget.value)} />
        </label>
        <button type="button" disabled={!typed.trim()} onClick={() => act.bring(new Blob([typed]))}>{text.t('import.read')}</button>
      </div>
      <Answer app={app} />
    </Dialog>
  );
}
