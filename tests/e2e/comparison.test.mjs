// The comparison table: a baseline, what is best, what differs, heads that stay in sight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, findings, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();
const link = '#v=1&m=llama-3.1-8b&w=decode&d=h100-sxm5-80gb~rtx-4090~a100-sxm4-80gb';

const { scene } = stage;

test('a baseline sets every number against one column, as a factor or in percent, and stays in the link', () =>
  scene(link, async (page) => {
    assert.doesNotMatch(await cell(page, 'time', 1), /×/);
    await page.selectOption('#baseline', '1');
    await page.waitForFunction(() => location.hash.includes('base=1'));
    assert.match(await cell(page, 'time', 1), /2\.\d×/);
    assert.doesNotMatch(await cell(page, 'time', 0), /×/);
    assert.match(await page.locator('thead th').first().innerText(), /baseline/);
    await page.click('[data-relative="percent"]');
    assert.match(await cell(page, 'time', 1), /\+1\d\d %/);
    assert.match(await cell(page, 'tokens_per_s', 1), /−\d\d\.?\d? %/);
    await page.selectOption('#baseline', '0');
    await page.waitForFunction(() => !location.hash.includes('base='));
    assert.doesNotMatch(await cell(page, 'time', 1), /%/);
  }));

test('the baseline stays with its device when a column is removed', () =>
  scene(`${link}&base=2`, async (page) => {
    await page.locator('.tools .remove').first().click();
    await page.waitForFunction(() => location.hash.includes('base=1'));
    assert.match(await page.locator('thead th').first().innerText(), /RTX 4090[\s\S]*baseline/);
  }));

test('the best of a row is said in a word', () =>
  scene(link, async (page) => {
    assert.match(await cell(page, 'time', 0), /best/);
    assert.doesNotMatch(await cell(page, 'time', 1), /best/);
    assert.match(await cell(page, 'tokens_per_s', 0), /best/);
    assert.match(await cell(page, 'per_hour_usd', 1), /best/);
    assert.doesNotMatch(await cell(page, 'memory', 0), /best/);
  }));

test('of two that are alike none is called faster', () =>
  scene('#v=1&m=gpt2&d=rtx-4090~rtx-4090', async (page) => {
    assert.match(await page.locator('#answer').innerText(), /^RTX 4090 takes/);
    assert.doesNotMatch(await page.locator('#answer').innerText(), /1×/);
  }));

test('a device that does not fit is never the best', () =>
  scene('#v=1&m=llama-3.1-70b&w=decode&wq=q4-k-m&d=rtx-4090~h100-sxm5-80gb~a100-sxm4-80gb', async (page) => {
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
    assert.doesNotMatch(await cell(page, 'per_hour_usd', 0), /best/);
    assert.match(await cell(page, 'per_hour_usd', 2), /best/);
  }));

test('only differences leaves out the rows that say the same of every device', () =>
  scene(link, async (page) => {
    const rows = () => page.locator('table.comparison tbody tr').evaluateAll((list) => list.map((row) => row.dataset.row));
    const all = await rows();
    assert.ok(all.includes('bound') && all.includes('precision'));
    await page.check('#only-differences');
    const fewer = await rows();
    assert.ok(fewer.length < all.length && fewer.includes('time') && !fewer.includes('bound'));
    await page.uncheck('#only-differences');
    assert.deepEqual(await rows(), all);
  }));

for (const [name, options] of [['in its region', { viewport: { width: 900, height: 420 } }], ['in the page of a phone', { viewport: { width: 360, height: 420 } }]]) {
  test(`the heads of the columns stay in sight ${name}`, () =>
    scene(link, async (page) => {
      await page.locator('tr[data-row="precision"]').scrollIntoViewIfNeeded();
      await page.locator('.numbers .scroll').evaluate((region) => region.scrollTo(0, 400));
      const head = await page.locator('thead th:visible').first().boundingBox();
      const row = await page.locator('tr[data-row="precision"]').boundingBox();
      assert.ok(head.y >= -1 && head.y < row.y, `${head.y} ${row.y}`);
    }, options));
}

test('the first column stays in sight beside eight devices', () =>
  scene('#v=1&m=llama-2-70b&w=decode&d=h100-sxm5-80gb~tpu-v4~rtx-4090~a100-sxm4-80gb~mi300x~l4~mtia-v2~b200-sxm&base=1', async (page) => {
    await page.locator('.numbers .scroll').evaluate((region) => region.scrollTo(500, 0));
    assert.ok((await page.locator('tr[data-row="time"] th').boundingBox()).x >= 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 800);
  }, { viewport: { width: 800, height: 700 } }));

for (const [colorScheme, locale] of [['light', 'en-US'], ['dark', 'zh-CN']]) {
  test(`axe finds nothing in a table with a baseline, ${colorScheme}, ${locale}`, async () => {
    const { page, context } = await open_page(stage.browser, { colorScheme, locale, bypassCSP: true });
    await visit(page, `${stage.site.address}${link}&base=1`);
    assert.deepEqual(await findings(page), []);
    await context.close();
  });
}

test('a table with a baseline is not wider than a screen of 320 pixels', () =>
  scene(`${link}&base=1`, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.equal(await page.locator('thead th:visible').count(), 2);
  }, { viewport: { width: 320, height: 700 }, locale: 'zh-CN' }));
