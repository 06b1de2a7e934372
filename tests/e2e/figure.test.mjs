import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, stage_for_all } from './support/browser.mjs';

const stage = stage_for_all();

const { scene } = stage;

const train = '#v=1&w=train&m=gpt2-xl&d=a100-sxm4-80gb~rtx-4090';

test('the figure shows time, time by part and memory by part, and the link keeps which', () =>
  scene(train, async (page) => {
    await page.click('[data-figure="memory"]');
    assert.equal(await page.locator('.chart .limit').count(), 2);
    assert.match(await page.locator('.key').innerText(), /Weights/);
    assert.match(await page.locator('.chart').textContent(), /Does not fit/);
    await page.waitForFunction(() => location.hash.includes('view=memory'));
    await page.click('[data-figure="parts"]');
    assert.match(await page.locator('.key').innerText(), /Backward|Forward/i);
    await page.goBack();
    await page.waitForSelector('.chart .limit', { state: 'attached' });
    await page.click('[data-figure="time"]');
    await page.waitForFunction(() => !location.hash.includes('view='));
  }));

test('the table twin has every part, and its numbers open', () =>
  scene(`${train}&view=memory`, async (page) => {
    await page.click('[data-twin]');
    assert.match(await page.locator('.twin').innerText(), /Optimizer/);
    await page.locator('.twin .num').first().click();
    await page.waitForSelector('.explain .formula');
  }));

test('names of formulas and inputs come with the first explanation, in the language of the page', () =>
  scene('#v=1&d=rtx-4090&m=llama-2-7b&w=decode', async (page) => {
    await page.locator('tr[data-row="memory"] .num').click();
    await page.locator('.explain .inputs summary').first().click();
    await page.waitForFunction(() => /[\u4e00-\u9fff]/.test(document.querySelector('.explain .inputs .inputs .name')?.textContent ?? ''));
    await page.click('#language');
    await page.waitForFunction(() => /^[A-Za-z ]+$/.test(document.querySelector('.explain .inputs .inputs .name')?.textContent ?? ''));
  }, { locale: 'zh-CN' }));

test('one switch writes memory in GB or GiB everywhere, and the link keeps it', () =>
  scene('#v=1&d=rtx-4090&m=llama-2-7b&w=decode', async (page) => {
    assert.match(await cell(page, 'memory', 0), /GiB/);
    await page.click('#units');
    assert.match(await cell(page, 'memory', 0), /\bGB/);
    assert.doesNotMatch(await page.locator('main').innerText(), /\d[\d.]* GiB/);
    await page.waitForFunction(() => location.hash.includes('u=gb'));
    await page.click('#units');
    assert.match(await cell(page, 'memory', 0), /GiB/);
  }));

test('a band that rests on no measurements is not called likely', () =>
  scene('#v=1&tm=roofline', async (page) => {
    const answer = await page.locator('.answer').innerText();
    assert.match(answer, /Band [\d.–]+/);
    assert.equal(/Likely/.test(answer), !/Not yet calibrated/.test(await page.locator('.figure').innerText()));
  }));

for (const view of ['parts', 'memory']) {
  test(`the figure is not wider than a screen of 320 pixels: ${view}`, () =>
    scene(`${train}&view=${view}`, async (page) => {
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(await width(), 320);
      await page.click('[data-twin]');
      assert.equal(await width(), 320);
    }, { viewport: { width: 320, height: 700 }, locale: 'zh-CN' }));
}
