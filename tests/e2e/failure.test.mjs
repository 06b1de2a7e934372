import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, dist, open_browser, open_page, serve } from './support/browser.mjs';

let site;
let browser;
before(async () => {
  site = await serve(dist);
  browser = await open_browser();
});
after(async () => {
  await browser?.close();
  site?.close();
});

async function without_module(prepare, link = '') {
  const { page, context } = await open_page(browser);
  await prepare(page);
  await page.goto(site.address + link);
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

test('a page that came by a link never shows the default numbers first', async () => {
  const { page, context } = await open_page(browser);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.address}#v=1&b=64&d=tpu-v4`, { waitUntil: 'commit' });
  await page.waitForSelector('#app', { state: 'attached' });
  assert.ok(!(await page.locator('.answer').isVisible()));
  release();
  await page.waitForSelector('html[data-ready="yes"]');
  assert.ok(await page.locator('.answer').isVisible());
  assert.equal(await page.locator('thead th').count(), 1);
  await context.close();
});
