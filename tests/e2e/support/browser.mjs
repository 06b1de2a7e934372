// A real browser on the built site, and what every test of it needs: a page that fails the test on a broken
// content security policy or a script error.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { create_site } from '../../../web/serve.mjs';

const require = createRequire(new URL('../../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const axe_source = require.resolve('axe-core/axe.min.js');

const executablePath = [process.env.TILEWISE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((path) => path && existsSync(path));

const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** A server for a folder on a free port. @param {string} folder */
export async function serve(folder) {
  const server = create_site(folder).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export async function open_browser() {
  assert.ok(executablePath, 'no Chromium: set TILEWISE_CHROMIUM or run .ci/setup.sh --browsers');
  return chromium.launch({ executablePath, args, headless: true });
}

/** The built site and a browser, for all tests of a file: started before the first, stopped after the last. */
export function stage_for_all() {
  const stage = {
    /** Opens an address of the site, acts on the page, and nothing may have gone wrong meanwhile. */
    async scene(address, act, options = {}) {
      const { page, context, faults } = await open_page(stage.browser, options);
      await visit(page, stage.site.address + address);
      await act(page);
      assert.deepEqual(faults, []);
      await context.close();
    },
  };
  before(async () => {
    stage.site = await serve(dist);
    stage.browser = await open_browser();
  });
  after(async () => {
    await stage.browser?.close();
    stage.site?.close();
  });
  return stage;
}

/** TILEWISE_SLOW=6: a processor six times slower, and whatever is fetched late: tests that read the page too early fail. */
const slow = Number(process.env.TILEWISE_SLOW ?? 1);

async function slow_down(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
  await page.route(/\/assets\//, async (route) => {
    await new Promise((done) => setTimeout(done, 100 * slow));
    await route.continue().catch(() => undefined);
  });
}

/** A page that collects what must not happen. */
export async function open_page(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  if (slow > 1) await slow_down(context, page);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, context, faults };
}

/** Opens a scenario and waits until the module has answered. */
export async function visit(page, address) {
  await page.goto(address);
  await ready(page);
}

export const ready = (page) => page.waitForSelector('html[data-ready="yes"]', { timeout: 20000 });

/**
 * Runs one scene on a page of its own; nothing may be reported on the console.
 * @param {object} stage @param {string} link @param {(page: object) => Promise<void>} act
 */
export async function scene(stage, link, act, options = {}) {
  const { page, context, faults } = await open_page(stage.browser, options);
  await visit(page, stage.site.address + link);
  await act(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/** A control of the sentence. */
export const word = (page, name) => page.locator(`.sentence [data-field="${name}"] :is(input:not([type="range"]), select)`);

/** Opens all settings, which are a piece of their own, and waits until they are there. */
export async function open_settings(page) {
  await page.click('#settings-toggle');
  await page.waitForSelector('section#settings');
}

/** The text of one cell of the comparison table, column from 0. */
export const cell = (page, row, column) =>
  page.locator(`table.comparison tr[data-row="${row}"] td`).nth(column).innerText();

/** What axe finds, in words. The context needs bypassCSP: axe itself is an injected script. */
export async function findings(page) {
  await page.addScriptTag({ path: axe_source });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
