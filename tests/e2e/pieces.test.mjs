// Views that are pieces of their own: what breaks first, why two devices differ, the gallery of claims.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage_for_all } from './support/browser.mjs';

const stage = stage_for_all();

const { scene } = stage;

test('what breaks first opens under the table: limits, growth, formats, rent or buy', () =>
  scene('#v=1&m=llama-3.1-8b&w=decode&d=rtx-4090', async (page) => {
    await page.click('[data-figure="limits"]');
    await page.waitForSelector('[data-limits="rtx-4090"]');
    await page.waitForFunction(() => location.hash.includes('view=limits'));
    const text = await page.locator('[data-limits="rtx-4090"]').innerText();
    assert.match(text, /First to give out/);
    assert.match(text, /Memory from [\d,]+ \(sequence length\)/);
    assert.match(text, /fastest native format that fits/);
    assert.match(text, /cheaper/);
    assert.doesNotMatch(text, /limits\.|limit\.|risk\./);
  }));

test('why two devices differ opens under the table, with what is known of each', () =>
  scene('#v=1&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb~rtx-4090&view=compare', async (page) => {
    await page.waitForSelector('[data-pair="0-1"]');
    const text = await page.locator('.figure').innerText();
    assert.match(text, /As fast with bandwidth of RTX 4090 at/);
    assert.match(text, /Power limit/);
    assert.doesNotMatch(text, /compare\.[a-z]/);
  }));

test('the gallery computes every claim, in both languages', async () => {
  for (const [language, title] of [['en', 'Claims, checked'], ['zh', '说法核对']]) {
    await scene(`#v=1&view=gallery&lang=${language}`, async (page) => {
      await page.waitForSelector('[data-claim="D3"]');
      await page.waitForFunction((words) => document.querySelector('main h1')?.textContent === words, title);
      assert.equal(await page.locator('[data-claim]').count(), 25);
      const numbers = await page.locator('[data-computed]').allInnerTexts();
      assert.ok(numbers.length > 40);
      for (const number of numbers) assert.match(number, /\d/);
    });
  }
});

test('a claim opens as a scenario of its own', () =>
  scene('#v=1&view=gallery', async (page) => {
    await page.waitForSelector('[data-claim="A2"]');
    await page.locator('[data-claim="A2"] a').first().click();
    await page.waitForSelector('table.comparison');
    assert.match(await page.evaluate(() => location.hash), /tm=essay-2018/);
  }));

test('the answer says what breaks first as the batch grows, once the second module has come, and follows edits', () =>
  scene('#v=1&m=llama-3.1-8b&w=decode&d=rtx-4090~a100-sxm4-80gb', async (page) => {
    await page.locator('[data-breaks]', { hasText: /First to break/ }).waitFor();
    const before = await page.locator('[data-breaks]').innerText();
    assert.match(before, /First to break as the batch grows: memory on RTX 4090 at [\d,]+\./);
    assert.match(before, /Software on .+: best [\d.,k]+ tokens\/s \(\S+\), typical [\d.,k]+, slowest [\d.,k]+ \(\S+\); bands [\d.,k]+ to [\d.,k]+\./);
    const length = page.locator('.sentence [data-field="sequence_length"] input');
    await length.fill('16000');
    await length.press('Enter');
    await page.waitForFunction((text) => {
      const now = document.querySelector('[data-breaks]')?.textContent?.trim();
      return now && now !== text;
    }, before.trim());
  }));

test('a device tells its form, availability and dated prices in its dialog', async () => {
  for (const [language, words] of [['en', /PCIe card[\s\S]*2018-09/], ['zh', /PCIe 卡[\s\S]*2018-09/]]) {
    await scene(`#v=1&m=bert-large&d=rtx-2080-ti&lang=${language}`, async (page) => {
      await page.locator('thead .tools button').first().click();
      await page.locator('dialog details').last().locator('summary').click();
      await page.waitForSelector('[data-dossier="rtx-2080-ti"] table >> nth=1');
      const text = await page.locator('[data-dossier="rtx-2080-ti"]').innerText();
      assert.match(text, words);
      assert.doesNotMatch(text, /dossier\./);
    });
  }
});
