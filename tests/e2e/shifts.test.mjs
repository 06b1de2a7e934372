// What comes late keeps a place for itself: nothing moves under the pointer of a reader, but for what the reader just did.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_page, stage_for_all, visit, word } from './support/browser.mjs';
import { decode, idle, serving } from './support/views.mjs';

const stage = stage_for_all();

/** Shares of the screen that moved by themselves, with what moved. */
function watch() {
  globalThis.moved = [];
  const name = ({ node }) => (node instanceof Element ? node : node?.parentElement)?.className ?? '';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) globalThis.moved.push({ value: entry.value, nodes: entry.sources.map(name) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What breaks first is said of the scenario at hand, and nothing is on its way. */
async function settled(page) {
  await page.waitForFunction(() => !document.querySelector('.breaks .kept') || document.querySelector('[data-breaks]').textContent);
  await page.locator('[data-breaks]', { hasText: /\S/ }).waitFor({ timeout: 30000 });
  await idle(page);
  await page.waitForTimeout(300);
}

async function still(page, what) {
  const moved = await page.evaluate(() => globalThis.moved);
  const sum = moved.reduce((total, { value }) => total + value, 0);
  assert.ok(sum < 0.001, `${what} moved by ${sum}: ${JSON.stringify(moved)}`);
}

for (const [width, locale] of [[1280, 'en-US'], [768, 'zh-CN'], [320, 'en-US']]) {
  test(`nothing moves by itself on the first page, on a link, after an edit and from view to view, ${width} px, ${locale}`, async () => {
    for (const link of ['', decode, `${serving}&view=sweep`]) {
      const { page, context, faults } = await open_page(stage.browser, { viewport: { width, height: 900 }, locale });
      await page.addInitScript(watch);
      await visit(page, stage.site.address + link);
      await settled(page);
      await still(page, `"${link}"`);
      const field = word(page, link === '' ? 'sequence_length' : 'batch').first();
      if (await field.count()) {
        const before = await page.locator('[data-breaks]').textContent();
        await field.focus();
        await page.keyboard.press('Control+A');
        await page.keyboard.type('256');
        await page.keyboard.press('Enter');
        await page.waitForFunction((text) => ![text, ''].includes(document.querySelector('[data-breaks]').textContent), before, { timeout: 30000 });
        await settled(page);
        await still(page, `an edit of "${link}"`);
      }
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}

test('a change of what is only shown leaves the sentence of what breaks first where it is', async () => {
  const { page, context, faults } = await open_page(stage.browser);
  await visit(page, stage.site.address + decode);
  await settled(page);
  const said = await page.locator('[data-breaks]').textContent();
  for (const press of ['#units', '[data-figure="memory"]']) {
    await page.locator(press).click();
    assert.equal(await page.locator('[data-breaks]').textContent(), said);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
