import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick_language, pick_theme, save, saved } from '../../web/src/preferences.js';

test('the language of the link wins over the saved one, and that over the browser', () => {
  assert.equal(pick_language('zh', 'en', ['en-US']), 'zh');
  assert.equal(pick_language(undefined, 'zh', ['en-US']), 'zh');
  assert.equal(pick_language(undefined, null, ['fr-FR', 'zh-TW', 'en']), 'zh');
  assert.equal(pick_language('xx', null, ['de']), 'en');
});

test('the theme of the link wins over the saved one, nonsense counts as nothing', () => {
  assert.equal(pick_theme('dark', 'light'), 'dark');
  assert.equal(pick_theme('pink', 'light'), 'light');
  assert.equal(pick_theme(undefined, null), 'auto');
});

test('a browser without storage is no obstacle', () => {
  save('theme', 'dark');
  assert.equal(saved('theme'), null);
});
