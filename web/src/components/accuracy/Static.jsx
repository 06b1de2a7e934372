// The same table for readers without scripts and for search engines.

import { count } from '../../format.js';
import { Reasons } from './Reasons.jsx';
import { ScoreTable, written_share } from './ScoreTable.jsx';

/** @typedef {import('../../text.js').Text} Text */

/** @param {{text: Text, data: import('../../contract').Accuracy}} props */
export function StaticAccuracy({ text, data }) {
  return (
    <>
      <header class="top">
        <h1><a href="./">Tilewise</a></h1>
        <p class="tagline">{text.t('tagline')}</p>
      </header>
      <main class="accuracy">
        <h2>{text.t('accuracy.title')}</h2>
        <p>{text.t('score.intro', { rows: count(data.summary.rows), share: written_share(data.summary.scored_share) })}</p>
        <ScoreTable text={text} data={data} />
        <p class="note">{text.t('score.rules')}</p>
        <Reasons text={text} data={data} />
        <p><a href="./#v=1&view=accuracy&k=fyey">{text.t('score.live')}</a></p>
      </main>
    </>
  );
}
