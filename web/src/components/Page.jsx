// The page and the embed: the same views, the embed without controls.

import { Answer } from './Answer.jsx';
import { Breaks } from './Breaks.jsx';
import { Chart } from './Chart.jsx';
import { Comparison } from './Comparison.jsx';
import { ComparisonTools } from './ComparisonTools.jsx';
import { DevicePicker } from './DevicePicker.jsx';
import { Echo } from './Echo.jsx';
import { Tabs, Tools } from './FigureTabs.jsx';
import { Header } from './Header.jsx';
import { Heading } from './Heading.jsx';
import { Assumptions, LinkNotices, Problems } from './Notices.jsx';
import { Remark } from './Remark.jsx';
import { plain_sentence, Sentence, Sliders } from './Sentence.jsx';
import { most_columns } from '../scenario.js';
import { score_line_of } from '../view.js';

/** @typedef {import('../app.js').App} App */

/** @param {{app: App}} props */
function Toolbar({ app }) {
  const { state, text, act } = app;
  return (
    <div class="toolbar">
      <DevicePicker
        app={app} plain label={text.t('add_device')} shown={text.t('add_device')} disabled={state.columns.length >= most_columns}
        onpick={(choice) => (choice === 'own' ? act.add_own() : act.add(choice))} own
      />
      <button
        type="button" class="plain" id="settings-toggle" aria-expanded={state.settings}
        aria-controls={state.settings ? 'settings' : undefined}
        onClick={() => { act.show({ settings: !state.settings }); act.piece('settings'); }}
      >
        {text.t('all_settings')}
      </button>
      <button type="button" class="plain" id="bring" onClick={() => act.open_panel('bring')}>{text.t('import.title')}</button>
      <button
        type="button" class="plain" id="units"
        onClick={() => act.set_field('units', state.units === 'gb' ? undefined : 'gb', { discrete: true })}
      >
        {text.t(state.units === 'gb' ? 'units_gib' : 'units_gb')}
      </button>
    </div>
  );
}

/** A view, dialog or drawer that is a piece of its own, once it has come. @param {{app: App, name: string | undefined, id?: string}} props */
function Piece({ app, name = '', id }) {
  const found = app.state.pieces[name];
  if (found && found !== 'failed') return <found.View app={app} />;
  return <p class="muted" role="status" id={id}>{app.text.t(found === 'failed' ? 'piece.failed' : 'loading')}</p>;
}

/** The view at hand. @param {{app: App}} props */
const Figure = ({ app }) => <Piece app={app} name={app.state.fit ? 'fit' : app.state.piece?.name} />;

/** A dialog. @param {{app: App}} props */
function Panel({ app }) {
  const name = app.state.panel ?? (app.state.column === null ? '' : 'column');
  return name && <div class="late"><Piece app={app} name={name} /></div>;
}

const extras = { Heading, Tools: ComparisonTools, Remark };

/** @param {{app: App}} props */
function Results({ app }) {
  return (
    <div class={app.state.explanation ? 'results with-explain' : 'results'}>
      <Comparison app={app} extras={extras} />
      {app.state.explanation && <Piece app={app} name="explain" />}
      <Chart app={app} Piece={Figure} Tabs={Tabs} Tools={Tools} />
    </div>
  );
}

/** @param {{app: App}} props */
function Compare({ app }) {
  return (
    <>
      <Sentence app={app} />
      <Sliders app={app} />
      <Echo app={app} />
      <Answer app={app} />
      <Breaks app={app} />
      <Problems app={app} />
      <Toolbar app={app} />
      {app.state.settings && <Piece app={app} name="settings" id="settings" />}
      <Results app={app} />
      <Assumptions app={app} />
    </>
  );
}

/** The view of the score, once it has come. @param {{app: App}} props */
function Score({ app }) {
  const { accuracy } = app.state;
  if (accuracy && accuracy !== 'failed') return <accuracy.Accuracy app={app} data={accuracy.data} />;
  return <p class="answer" role="status">{app.text.t(accuracy === 'failed' ? 'accuracy.failed' : 'accuracy.loading')}</p>;
}

/** @param {{app: App}} props */
export function Page({ app }) {
  const { text, state } = app;
  return (
    <>
      <Header app={app} />
      <main
        id="main" tabIndex={-1} onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const file = event.dataTransfer?.files[0];
          if (!file) return;
          event.preventDefault();
          app.act.bring(file);
        }}
      >
        <LinkNotices app={app} />
        {score_line_of(state.scenario.view) !== undefined ? <Score app={app} /> : state.piece?.name === 'gallery' ? <Figure app={app} /> : <Compare app={app} />}
      </main>
      <footer>
        <p>{text.t('footer')} <a href="#v=1&view=gallery&k=7pvn">{text.t('figure.gallery')}</a> · <a href="tilewise.html" download>{text.t('download_page')}</a></p>
        <p class="printed">{state.page}{state.link && `#${state.link}`} · Tilewise {app.act.version()}</p>
      </footer>
      <Panel app={app} />
    </>
  );
}

/** @param {{app: App}} props */
export function Embed({ app }) {
  const { state, text } = app;
  const address = state.page + (state.link ? `#${state.link}` : '');
  return (
    <main class="embed">
      <LinkNotices app={app} />
      <h1 class="sentence">{state.scenario.title ?? plain_sentence(app)}</h1>
      <Answer app={app} />
      <Problems app={app} />
      <div class="results">
        <Comparison app={app} />
        <Chart app={app} />
      </div>
      <p class="note"><a href={address} target="_blank" rel="noopener">{text.t('open_page')}</a></p>
    </main>
  );
}
