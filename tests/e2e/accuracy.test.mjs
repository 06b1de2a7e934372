import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, findings, open_page, ready, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();
const link = '#v=1&view=accuracy';

/** One scene on the view, once its data has come; nothing may be reported on the console. */
const scene = (act, { from = link, ...options } = {}) => stage.scene(from, async (page) => {
  if (from === link) await page.waitForSelector('table.score');
  await act(page);
}, options);

const line = (page, name) => page.locator(`.score tr[data-line="${name}"] button`).click();
const point = (page) => page.locator('.point').innerText();

test('the score opens from the navigation, is a link, and its data is not part of the first load', async () => {
  const asked = [];
  await scene(async (page) => {
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('link', { name: 'How far off is it?' }).click();
    await page.waitForSelector('table.score');
    assert.ok(asked.some((url) => /accuracy-[0-9a-f]+\.json$/.test(url)));
    await page.waitForFunction(() => location.hash.includes('view=accuracy'));
    assert.ok((await page.locator('.score tbody tr').count()) > 15);
    await page.goBack();
    await page.waitForSelector('table.comparison');
  }, { from: '#v=1&d=tpu-v4&b=2' });
  const { page, context } = await open_page(stage.browser);
  const first = [];
  page.on('request', (request) => first.push(request.url()));
  await visit(page, stage.site.address);
  assert.ok(!first.some((url) => /accuracy/i.test(url)), first.join(' '));
  await context.close();
});

test('what a band rests on leads to the score', () =>
  scene(async (page) => {
    await page.locator('.figure .note a').first().click();
    await page.waitForSelector('table.score');
  }, { from: '' }));

test('a press on a link of the figure is a click also when the keys of the figure arrive while it lasts', async () => {
  const { page, context, faults } = await open_page(stage.browser);
  let let_come;
  const asked = new Promise((resolve) => { let_come = resolve; });
  await page.route(/views-[^/]*\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await visit(page, stage.site.address);
  const link = page.locator('.figure .note a').first();
  await link.hover();
  await page.mouse.down();
  let_come();
  await page.waitForSelector('.plotted');
  await page.mouse.up();
  await page.waitForSelector('table.score');
  assert.deepEqual(faults, []);
  await context.close();
});

test('the arrow keys go through the points, and a live region reads each', () =>
  scene(async (page) => {
    await line(page, 'decode');
    await page.locator('.plot').focus();
    const seen = [await point(page)];
    for (const key of ['ArrowRight', 'PageUp', 'End', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await point(page));
    }
    assert.equal(seen[4], seen[0]);
    assert.equal(new Set(seen).size, 4);
    assert.equal(await page.locator('#accuracy-point').getAttribute('aria-live'), 'polite');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'A');
  }));

test('the pointer finds the point under it', () =>
  scene(async (page) => {
    await line(page, 'decode');
    await page.locator('.plot').focus();
    await page.keyboard.press('End');
    const last = await point(page);
    const box = await page.locator('.plot circle.chosen').boundingBox();
    await page.keyboard.press('Home');
    assert.notEqual(await point(page), last);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const now = await page.locator('.plot circle.chosen').boundingBox();
    assert.ok(Math.abs(now.x - box.x) < 6 && Math.abs(now.y - box.y) < 6);
  }));

test('filters by device and software narrow the points, the count and the table', () =>
  scene(async (page) => {
    await line(page, 'gemm-shader');
    const count = async () => Number((await page.locator('section [role="status"]').innerText()).split(' ')[0].replace(',', ''));
    const all = await count();
    await page.locator('[data-filter="device"] select').selectOption('t4');
    const some = await count();
    assert.ok(some > 10 && some < all);
    assert.match(await point(page), /^T4/);
    await page.locator('section summary').click();
    for (const name of await page.locator('.rows tbody th').allInnerTexts()) assert.equal(name, 'T4');
    await page.locator('[data-filter="software"] select').selectOption({ index: 1 });
    assert.ok((await count()) <= some);
  }));

test('the scenario of a point opens in the page and gives the estimate that the point shows', () =>
  scene(async (page) => {
    await line(page, 'encoder');
    await page.locator('.plot').focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('PageUp');
    const shown = await page.locator('.point dd').nth(1).innerText();
    await page.locator('[data-scenario]').click();
    await page.waitForSelector('table.comparison');
    assert.equal((await cell(page, 'time', 0)).split('.\n')[0].split('\n')[0].replace(/\s+/g, ' ').replace(/\. Show.*/, ''), shown.replace(/\s+/g, ' '));
    assert.equal(await page.locator('.notices').count(), 0);
  }));

test('every line shows points, verdicts or why there are none', () =>
  scene(async (page) => {
    for (const name of await page.locator('.score tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.line))) {
      if (!name) continue;
      await line(page, name);
      const shown = await page.locator('section[aria-labelledby="accuracy-line"]').innerText();
      assert.doesNotMatch(shown, /undefined|NaN|score\.[a-z]|\{[a-z_]+\}/, name);
      const drawn = await page.locator('.plot, .rows tbody tr, section > .muted').count();
      assert.ok(drawn > 0, name);
    }
  }));

test('the link keeps the line that is open', () =>
  scene(async (page) => {
    await line(page, 'decode');
    await page.waitForFunction(() => location.hash.includes('view=accuracy-decode'));
    await page.reload();
    await page.waitForSelector('table.score');
    assert.equal(await page.locator('.score .chosen').getAttribute('data-line'), 'decode');
  }));

test('data that does not arrive is said, and the comparison still works', async () => {
  const { page, context } = await open_page(stage.browser);
  await page.route('**/accuracy-*.json', (route) => route.abort());
  await visit(page, stage.site.address + link);
  await page.getByText('could not be fetched').waitFor();
  await page.click('#compare');
  assert.ok(await page.locator('table.comparison').isVisible());
  await context.close();
});

test('without scripts the score is a page of its own', async () => {
  const { page, context } = await open_page(stage.browser, { javaScriptEnabled: false });
  await page.goto(stage.site.address);
  await page.getByRole('link', { name: 'How far off is it?' }).click();
  assert.ok((await page.locator('.score tbody tr').count()) > 15);
  await context.close();
});

for (const [colorScheme, locale] of [['light', 'en-US'], ['dark', 'zh-CN']]) {
  test(`axe finds nothing in the score, ${colorScheme}, ${locale}`, async () => {
    const { page, context } = await open_page(stage.browser, { colorScheme, locale, bypassCSP: true });
    await visit(page, stage.site.address + link);
    await page.waitForSelector('table.score');
    await page.locator('.accuracy summary').first().click();
    await page.locator('.reasons summary').first().click();
    assert.deepEqual(await findings(page), []);
    await context.close();
  });
}

test('the score is not wider than a screen of 320 pixels', () =>
  scene(async (page) => {
    await page.locator('section summary').click();
    await page.locator('.reasons summary').first().click();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    await page.reload();
    await ready(page);
  }, { viewport: { width: 320, height: 700 } }));
