// What a reader does with the controls: undo and redo, presets, keys, numbers as they are typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, findings, scene, stage_for_all, word } from './support/browser.mjs';

const stage = stage_for_all();
const first = (page) => cell(page, 'time', 0);

test('sixty changes are undone one by one with Ctrl+Z, and done again with Ctrl+Shift+Z', () =>
  scene(stage, '#v=1&b=1&d=tpu-v4~rtx-4090', async (page) => {
    const seen = [await first(page)];
    for (let batch = 2; batch <= 61; batch += 1) {
      await word(page, 'batch').fill(String(batch));
      await word(page, 'batch').press('Enter');
      seen.push(await first(page));
    }
    for (let step = 59; step >= 0; step -= 1) {
      await page.keyboard.press('Control+z');
      assert.equal(await word(page, 'batch').inputValue(), String(step + 1));
      assert.equal(await first(page), seen[step]);
    }
    assert.ok(await page.locator('#undo').isDisabled());
    for (let step = 1; step <= 60; step += 1) await page.keyboard.press('Control+Shift+z');
    assert.equal(await first(page), seen[60]);
    assert.ok(await page.locator('#redo').isDisabled());
    await page.waitForFunction(() => location.hash.includes('b=61'));
  }));

test('typing in one field is one step, and a removed device and a reset come back', () =>
  scene(stage, '#v=1&m=gpt2&d=tpu-v4~rtx-4090~h100', async (page) => {
    await word(page, 'batch').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2048');
    await page.locator('.tools .remove').first().click();
    await page.click('#reset');
    assert.equal(await page.locator('thead th').count(), 5);
    await page.click('#undo');
    assert.equal(await page.locator('thead th').count(), 2);
    assert.match(await page.locator('.sentence').innerText(), /GPT-2/);
    await page.click('#undo');
    assert.equal(await page.locator('thead th').count(), 3);
    assert.equal(await word(page, 'batch').inputValue(), '2,048');
    await page.click('#undo');
    assert.equal(await word(page, 'batch').inputValue(), '1');
    await page.click('#redo');
    assert.equal(await word(page, 'batch').inputValue(), '2,048');
  }));

test('a link opened over an edited scenario does not cost it: undo brings it back', () =>
  scene(stage, '#v=1&d=tpu-v4', async (page) => {
    await word(page, 'batch').fill('77');
    await page.evaluate(() => (location.hash = '#v=1&m=gpt2&d=v100'));
    await page.waitForFunction(() => document.querySelector('.sentence .choice').textContent.includes('GPT-2'));
    await page.click('#undo');
    assert.equal(await word(page, 'batch').inputValue(), '77');
  }));

test('undo is the page\'s also inside a field, and a text area keeps its own', () =>
  scene(stage, '#v=1&d=tpu-v4', async (page) => {
    await word(page, 'batch').fill('9');
    await page.keyboard.press('Meta+z');
    assert.equal(await word(page, 'batch').inputValue(), '1');
    await word(page, 'batch').fill('8');
    await page.click('#bring');
    await page.locator('#model-text').fill('{}');
    await page.keyboard.press('Control+z');
    assert.equal(await word(page, 'batch').inputValue(), '8');
  }));

test('every preset says its answer in one line and opens as a scenario that undo takes back', () =>
  scene(stage, '#v=1&m=gpt2&d=v100', async (page) => {
    await page.click('#presets');
    const items = page.locator('[data-preset]');
    await items.first().waitFor();
    assert.ok((await items.count()) >= 8);
    for (const text of await items.locator('p').allInnerTexts()) assert.match(text, /fastest|takes/);
    const wanted = await page.locator('[data-preset="cluster"] p').innerText();
    await page.locator('[data-preset="cluster"] a').click();
    await page.waitForFunction(() => document.querySelector('.sentence .choice').textContent.includes('GPT-3'));
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.locator('#answer').innerText(), wanted);
    assert.equal(await page.locator('.notices').count(), 0);
    await page.click('#undo');
    assert.match(await page.locator('.sentence').innerText(), /GPT-2/);
  }));

test('the question mark opens the help, except where text is typed', () =>
  scene(stage, '', async (page) => {
    await word(page, 'batch').fill('');
    await page.keyboard.press('?');
    assert.equal(await page.locator('dialog').count(), 0);
    await page.locator('#reset').focus();
    await page.keyboard.press('?');
    await page.locator('dialog kbd').first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog').count(), 0);
    await page.click('#help');
    assert.match(await page.locator('dialog').innerText(), /1\.5T/);
  }));

for (const [panel, locale] of [['presets', 'zh-CN'], ['help', 'zh-CN'], ['presets', 'en-US'], ['help', 'en-US']]) {
  test(`axe finds nothing in the window of ${panel}, ${locale}, on a screen of 320 pixels`, () =>
    scene(stage, '', async (page) => {
      await page.click(`#${panel}`);
      await page.locator('dialog h2').waitFor();
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    }, { locale, bypassCSP: true, viewport: { width: 320, height: 700 }, colorScheme: locale === 'zh-CN' ? 'dark' : 'light' }));
}
