// The page as one file: it opens from a disk, asks for nothing, and does what the page does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cell, dist, open_page, stage_for_all, visit, word } from './support/browser.mjs';

const stage = stage_for_all();

test('the page as one file opens from a disk: numbers, explanations, both languages, and the score', async () => {
  const { page, context, faults } = await open_page(stage.browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, `${pathToFileURL(`${dist}/tilewise.html`)}#v=1&m=gpt2&d=h100~rtx-4090`);
  const before = await cell(page, 'time', 0);
  await word(page, 'batch').fill('64');
  assert.notEqual(await cell(page, 'time', 0), before);
  await page.locator('tr[data-row="mfu"] .num').first().click();
  await page.waitForFunction(() => document.querySelector('.explain .source')?.textContent.length > 20);
  await page.click('#language');
  await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
  await page.click('#presets');
  await page.locator('[data-preset]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#v=1&view=accuracy'));
  await page.locator('[data-line], .score, main table').first().waitFor();
  assert.deepEqual(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:') && !url.startsWith('blob:')), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the page offers itself as one file', async () => {
  const { page, context } = await open_page(stage.browser);
  await visit(page, stage.site.address);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('footer [download]').click()]);
  assert.equal(download.suggestedFilename(), 'tilewise.html');
  await context.close();
});
