// The top line: name, copy link, language and theme.

import { AccuracyLink } from './AccuracyLink.jsx';
import { languages, themes } from '../preferences.js';
import { score_line_of } from '../view.js';

/** @typedef {import('../app.js').App} App */

/** @param {{app: App}} props */
export function Header({ app }) {
  const { state, text, act } = app;
  const other = languages.find((language) => language !== state.language) ?? 'en';
  const next = themes[(themes.indexOf(state.theme) + 1) % themes.length] ?? 'auto';
  return (
    <header class="top">
      <a
        class="skip" href="#main"
        onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}
      >
        {text.t('skip')}
      </a>
      <h1>Tilewise</h1>
      <p class="tagline">{text.t('tagline')}</p>
      <nav aria-label={text.t('tools')}>
        <button type="button" class="plain" id="presets" onClick={() => act.open_panel('presets')}>{text.t('presets')}</button>
        <button type="button" class="plain" id="undo" disabled={!app.can.undo} onClick={() => act.undo()}>{text.t('undo')}</button>
        <button type="button" class="plain" id="redo" disabled={!app.can.redo} onClick={() => act.redo()}>{text.t('redo')}</button>
        <button type="button" class="plain" id="reset" onClick={() => act.reset()}>{text.t('reset')}</button>
        {score_line_of(state.scenario.view) !== undefined
          ? <button type="button" class="plain" id="compare" onClick={() => act.set_field('view', undefined, { discrete: true })}>{text.t('accuracy.back')}</button>
          : <AccuracyLink app={app}>{text.t('accuracy.title')}</AccuracyLink>}
        <button type="button" class="plain" id="copy-link" onClick={() => act.open_panel('share')}>{text.t('copy_link')}</button>
        <button type="button" class="plain" id="language" lang={other} onClick={() => act.prefer('language', other)}>{other === 'zh' ? '中文' : 'English'}</button>
        <button type="button" class="plain" id="theme" onClick={() => act.prefer('theme', next)}>
          <span class="hidden">{text.t('theme')}: </span>{text.t(`word.theme.${state.theme}`)}
        </button>
        <button type="button" class="plain" id="help" aria-label={text.t('help')} title={text.t('help')} onClick={() => act.open_panel('help')}>?</button>
      </nav>
    </header>
  );
}
