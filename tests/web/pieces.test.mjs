// Views that are pieces of their own: their words are in both languages, and the gallery reads what it names.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { part_of_view, piece_of } from '../../web/src/view.js';

const source = fileURLToPath(new URL('../../web/src', import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(source, path), 'utf8'));
const words = {
  limits: ['text/limits.en.json', 'text/limits.zh.json'],
  compare: ['components/compare/words.en.json', 'components/compare/words.zh.json'],
  gallery: ['components/gallery/words.en.json', 'components/gallery/words.zh.json'],
  figure: ['components/figure/words.en.json', 'components/figure/words.zh.json'],
};
const slots = (text) => [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name).sort();

test('the words of every piece are in both languages and fill in the same', () => {
  for (const [name, [english, chinese]] of Object.entries(words)) {
    const en = read(english);
    const zh = read(chinese);
    assert.deepEqual(Object.keys(en), Object.keys(zh), name);
    for (const key of Object.keys(en)) {
      assert.deepEqual(slots(en[key]), slots(zh[key]), key);
      assert.ok(en[key].trim() && zh[key].trim(), key);
    }
  }
});

test('every word that a piece asks for by name is there', () => {
  // The figures' words are shared by the views that draw.
  const shared = { ...read('text/en.json'), ...read('text/fit.en.json'), ...read(words.figure[0]) };
  for (const name of Object.keys(words)) {
    const own = read(words[name][0]);
    const folder = join(source, 'components', name);
    const code = readdirSync(folder).filter((file) => file.endsWith('.jsx')).map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const asked = [...code.matchAll(/text\.t\('([a-z0-9_.-]+)'/g)].map(([, key]) => key);
    assert.ok(asked.length > 3, name);
    for (const key of asked) assert.ok(key in own || key in shared, `${name}: ${key}`);
  }
});

test('a view names the piece it opens', () => {
  assert.equal(piece_of('limits'), 'limits');
  assert.equal(piece_of('gallery'), 'gallery');
  assert.equal(piece_of('compare'), 'compare');
  assert.equal(piece_of('sweep-memory'), 'sweep');
  assert.equal(part_of_view('sweep-memory', 'sweep'), 'memory');
  assert.equal(piece_of('memory'), undefined);
  assert.equal(piece_of(undefined), undefined);
});

test('each later part of the gallery and each section has a name', () => {
  const own = read(words.gallery[0]);
  for (const claim of read('components/gallery/claims.json')) {
    assert.ok(`gallery.section.${claim.section}` in own, claim.id);
    if (claim.later) assert.ok(`gallery.later.${claim.later}` in own, claim.id);
  }
});
