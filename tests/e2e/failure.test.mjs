import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, open_page, stage_for_all } from './support/browser.mjs';

const stage = stage_for_all();

async function without_module(prepare, link = '') {
  const { page, context } = await open_page(stage.browser);
  await prepare(page);
  await page.goto(stage.site.address + link);
  await page.waitForSelector('html[data-ready="no"]');
  assert.match(await page.locator('#no-module').innerText(), /could not start/);
  assert.ok(await page.locator('#no-module').isVisible());
  assert.match(await cell(page, 'time', 0), /\d/);
  await context.close();
}

test('without WebAssembly the pre-rendered numbers stay and a message says what they are', () =>
  without_module((page) => page.addInitScript(() => delete globalThis.WebAssembly)));

test('a module that does not arrive is the same case, also for a link', () =>
  without_module((page) => page.route('**/*.wasm', (route) => route.abort()), '#v=1&b=4'));

test('an explanation that cannot be loaded says so, keeps what was typed, and may be tried again', async () => {
  const { page, context } = await open_page(stage.browser);
  await page.route('**/more-*.wasm', (route) => route.abort());
  await page.goto(`${stage.site.address}#v=1&b=64&d=tpu-v4`);
  await page.waitForSelector('html[data-ready="yes"]');
  const number = page.locator('tr[data-row="time"] .num').first();
  await number.click();
  await page.waitForSelector('.explain :text("could not be loaded")');
  assert.match(page.url(), /b=64/);
  assert.match(await cell(page, 'time', 0), /\d/);
  await page.unroute('**/more-*.wasm');
  await number.click();
  await number.click();
  await page.waitForSelector('.explain .formula');
  await context.close();
});

test('a window, a drawer and an explanation that do not arrive say so, and what was typed stays', async () => {
  const { page, context } = await open_page(stage.browser);
  await page.route('**/views-*.js', (route) => route.abort());
  await page.goto(`${stage.site.address}#v=1&b=64&d=tpu-v4`);
  await page.waitForSelector('html[data-ready="yes"]');
  for (const open of ['#presets', '#settings-toggle', '.tools button', 'tr[data-row="time"] .num']) {
    await page.locator(open).first().click();
    await page.locator('[role="status"]:visible', { hasText: 'could not be fetched' }).first().waitFor();
    if (open === '#settings-toggle') {
      const told = await page.locator(open).getAttribute('aria-controls');
      assert.match(await page.locator(`#${told}`).innerText(), /could not be fetched/);
      await page.click(open);
    }
  }
  assert.match(page.url(), /b=64/);
  assert.match(await cell(page, 'time', 0), /\d/);
  await context.close();
});

test('a page that came by a link never shows the default numbers first', async () => {
  const { page, context } = await open_page(stage.browser);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.site.address}#v=1&b=64&d=tpu-v4`, { waitUntil: 'commit' });
  await page.waitForSelector('#app', { state: 'attached' });
  assert.ok(!(await page.locator('.answer').isVisible()));
  release();
  await page.waitForSelector('html[data-ready="yes"]');
  assert.ok(await page.locator('.answer').isVisible());
  assert.equal(await page.locator('thead th').count(), 1);
  await context.close();
});
