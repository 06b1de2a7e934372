// What the page promises of every answer: at once, with its fit, its band and its sources, never a zero for unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, scene as on_stage, stage_for_all, word } from './support/browser.mjs';

const stage = stage_for_all();
const scene = (link, act, options) => on_stage(stage, link, act, options);

test('an input is answered before the next frame: in the same task as its event', () =>
  scene('#v=1&d=tpu-v4~mtia-v1~v100~rtx-4090~h100~a100~l4~mi300x', async (page) => {
    const changed = await page.evaluate(() => {
      const cells = () => [...document.querySelectorAll('tr[data-row="time"] td')].map((node) => node.textContent);
      const before = cells();
      const input = document.querySelector('.sentence [data-field="batch"] input');
      input.value = '17';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return cells().filter((text, index) => text !== before[index]).length;
    });
    assert.equal(changed, 8);
  }));

test('the verdict says fits, tight or by how much it does not, and the smallest change that would fit', () =>
  scene('#v=1&m=llama-2-13b&w=decode&s=2048&d=rtx-4090', async (page) => {
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
    const answer = await page.locator('#answer').innerText();
    assert.match(answer, /[\d.]+ (of|GiB)[\s\S]*GiB/);
    await page.locator('tr[data-row="fixes"] td :is(button, a)').first().click();
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
    await page.click('#undo');
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
    // Just below the card: above nine tenths is tight.
    await page.locator('.tools button').first().click();
    await page.locator('dialog [data-field="memory_gib"] input[type="text"]').fill('28');
    await page.keyboard.press('Escape');
    assert.match(await cell(page, 'fits', 0), /Tight/);
  }));

test('the answer says who is fastest, by what factor, what binds and what does not fit', () =>
  scene('#v=1&m=gpt2-xl&w=train&b=4&mb=1&d=a100-sxm4-80gb~h100-sxm5-80gb~rtx-2080-ti', async (page) => {
    const answer = await page.locator('#answer').innerText();
    assert.match(answer, /H100.*is fastest: .*per step, [\d.]+× as fast as A100/);
    assert.match(answer, /is the limit/);
    assert.match(answer, /RTX 2080 Ti/);
  }));

test('what is not published and what is not supported say so, and are never zero', () =>
  scene('#v=1&m=gpt2&w=decode&p=fp8&d=v100~mtia-300~tpu-v8i', async (page) => {
    const table = await page.locator('table.comparison tbody').innerText();
    assert.doesNotMatch(table, /(^|\s)0 (s|ms|µs|W|J|USD|%|GiB)/);
    assert.match(table, /not (known|published|supported)|no answer/);
  }));

test('a published number opens to its value, unit, date or reference, and address', () =>
  scene('#v=1&m=gpt2&d=h100-sxm5-80gb', async (page) => {
    await page.locator('tr[data-row="mfu"] .num').click();
    await page.waitForSelector('.explain .formula');
    const source = page.locator('.explain .source a:visible').first();
    await source.waitFor();
    assert.match(await source.getAttribute('href'), /^https:\/\//);
    assert.ok((await source.innerText()).length > 5);
  }));

test('bands are whiskers in the chart and a row of the table, and the roofline is the ideal beside them', () =>
  scene('#v=1&m=gpt2-xl&w=train&d=a100-sxm4-80gb~rtx-4090', async (page) => {
    assert.ok((await page.locator('.chart .band').count()) >= 2);
    assert.match(await cell(page, 'band', 0), /\d–\d/);
    const seconds = async () => Number((await cell(page, 'time', 0)).match(/[\d.]+/)[0]);
    const achievable = await seconds();
    await word(page, 'time_model').selectOption('roofline');
    assert.ok((await seconds()) < achievable);
  }));

test('the page asks for no font, no other site and no cookie', async () => {
  const asked = [];
  await scene('', async (page) => {
    await page.reload();
    page.on('request', (request) => asked.push(request));
    await page.reload();
    await page.waitForSelector('html[data-ready="yes"]');
    assert.deepEqual(asked.filter((request) => request.resourceType() === 'font' || !/^(http:\/\/127\.0\.0\.1|data:)/.test(request.url())).map((request) => request.url()), []);
    assert.equal(await page.evaluate(() => document.cookie), '');
  });
});

test('numbers are written the same in both languages, and the link holds neither commas nor words', () =>
  scene('#v=1&m=llama-2-7b&w=decode&b=2000&d=h100', async (page) => {
    const english = await cell(page, 'time', 0);
    await page.click('#language');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
    assert.equal(await cell(page, 'time', 0).then((text) => text.match(/[\d.,]+\s*\S+/)[0]), english.match(/[\d.,]+\s*\S+/)[0]);
    assert.match(page.url(), /b=2000&/);
    // Counts of parameters also in the words that readers of Chinese use, beside the prefix.
    await page.locator('[data-field="model"] button').click();
    await page.keyboard.type('llama-2-7b');
    assert.match(await page.locator('[role="option"]').first().innerText(), /6\.74B · 67\.4亿/);
  }));

test('landmarks, headings, table scopes and the name of every chart are there for a screen reader', () =>
  scene('', async (page) => {
    for (const role of ['banner', 'main', 'contentinfo', 'navigation']) assert.equal(await page.getByRole(role).count(), 1, role);
    assert.equal(await page.locator('table.comparison thead th:not([scope="col"])').count(), 0);
    assert.equal(await page.locator('table.comparison tbody th:not([scope="row"])').count(), 0);
    assert.ok((await page.locator('table.comparison caption').innerText()).length > 0 || (await page.locator('table.comparison caption').textContent()).length > 0);
    assert.match(await page.locator('svg.chart').first().getAttribute('aria-label'), /TPU v4/);
  }));

test('a notice of a link goes away when it is dismissed, and stands in nobody\'s way', () =>
  scene('#v=1&b=3&d=tpu-v4', async (page) => {
    assert.equal(await page.locator('.notices').count(), 1);
    assert.equal(await page.locator('dialog').count(), 0);
    await page.locator('.notices').getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await page.locator('.notices').count(), 0);
  }));
