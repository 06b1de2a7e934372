import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { create_text, fill } from '../../web/src/text.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const ui = { en: json('web/src/text/en.json'), zh: json('web/src/text/zh.json') };
// Words that come with a view: "score.en.json" beside "score.zh.json".
const views = readdirSync(join(root, 'web/src'), { recursive: true }).filter((name) => /[a-z]\.en\.json$/.test(name))
  .map((name) => ({ name, en: json(`web/src/${name}`), zh: json(`web/src/${name.replace('.en.', '.zh.')}`) }));
const all = (language) => Object.assign({}, ui[language], ...views.map((view) => view[language]));
const messages = { en: json('core/data/messages/en.json'), zh: json('core/data/messages/zh.json') };
const slots = (text) => [...text.matchAll(/\{([A-Za-z0-9_.]+)\}/g)].map(([, name]) => name).sort();

function same_keys(english, chinese) {
  assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) assert.deepEqual(slots(chinese[key]), slots(text), key);
}

test("the page's words exist in both languages with the same placeholders", () => same_keys(ui.en, ui.zh));

test('the words of a view exist in both languages, apart from those of the page', () => {
  assert.ok(views.length >= 2);
  for (const { name, en, zh } of views) {
    same_keys(en, zh);
    assert.deepEqual(Object.keys(en).filter((key) => Object.hasOwn(ui.en, key)), [], name);
  }
});

for (const section of ['issues', 'assumptions', 'labels']) {
  test(`the core's ${section} exist in both languages with the same placeholders`, () => {
    same_keys(messages.en[section], messages.zh[section]);
  });
}

test('Chinese sentences are Chinese', () => {
  const english = all('en');
  const chinese = all('zh');
  const same = Object.keys(english).filter((key) => english[key] === chinese[key] && /[a-z]{4}/.test(english[key]));
  assert.deepEqual(same, ['word.language.en']);
});

test('every word the page asks for exists, and every word it has is asked for', () => {
  const folder = join(root, 'web/src');
  const words = all('en');
  const code = readdirSync(folder, { recursive: true }).filter((name) => /\.jsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const asked = [...code.matchAll(/\bt\((?:[^()'`]*\?\s*)?'([^']+)'(?:\s*:\s*'([^']+)')?/g)].flatMap(([, one, two]) => [one, two]);
  for (const key of asked.filter(Boolean)) assert.ok(Object.hasOwn(words, key), key);
  const families = [...code.matchAll(/[`']([a-z.]+\.)\$\{/g)].map(([, family]) => family);
  for (const key of Object.keys(words)) {
    const known = code.includes(`'${key}'`) || families.some((family) => key.startsWith(family));
    assert.ok(known, `${key} is never shown`);
  }
});

test('a template is filled by name and never by anything inherited', () => {
  assert.equal(fill('{a} of {b}', { a: 1, b: 2 }), '1 of 2');
  assert.equal(fill('{constructor}', {}), '{constructor}');
});

test('numbers in messages carry the unit their name ends in', () => {
  const text = create_text('en', {
    ui: {}, messages: { issues: { x: 'needs {need_bytes}, {factor}, {raw}' }, assumptions: {}, labels: {} },
  });
  assert.equal(text.issue({ code: 'x', params: { need_bytes: 2 ** 31, factor: 1.9, raw: '<b>' } }), 'needs 2 GiB, 1.9×, <b>');
  assert.equal(text.issue({ code: 'unheard-of', params: {} }), 'unheard-of');
});

test('a sentence is cut at its placeholders in the order of the language', () => {
  const text = create_text('zh', { ui: { s: '{b} 和 {a}。' }, messages: { issues: {}, assumptions: {}, labels: {} } });
  assert.deepEqual(text.pieces('s', { a: 1, b: 2 }), ['', 2, ' 和 ', 1, '。']);
});
