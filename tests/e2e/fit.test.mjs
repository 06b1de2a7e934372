import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { cell, findings, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();
const scenario = 'v=1&m=llama-2-7b&w=decode&d=rtx-4090~a100-sxm4-80gb~l4';

const scene = (view, act, options = {}) => stage.scene(`#${scenario}${view}`, act, options);

const number_of = (text) => Number(/[\d,]+/.exec(text)[0].replaceAll(',', ''));

/** The command line's answer to the same question. */
function command_line(question) {
  const tilewise = process.env.TILEWISE_CLI ?? new URL('../../build/native/core/cli/tilewise', import.meta.url).pathname;
  return JSON.parse(execFileSync(tilewise, ['fit', '--json', '--question', question, scenario], { encoding: 'utf8' })).result;
}

test('what fits opens under the table, and its answers are those of the command line', () =>
  scene('', async (page) => {
    await page.click('[data-figure="fit"]');
    await page.waitForSelector('table.fit');
    await page.waitForFunction(() => location.hash.includes('view=fit'));
    const { devices } = command_line('context');
    const shown = await page.locator('.fit .answer-of').allInnerTexts();
    assert.equal(shown.length, 3);
    devices.forEach(({ value }, index) => assert.ok(Math.abs(number_of(shown[index]) - value) <= value * 0.01 || value >= 10000, `${shown[index]} of ${value}`));
  }));

test('an answer opens as a scenario that fits', () =>
  scene('&view=fit-batch', async (page) => {
    await page.waitForSelector('table.fit');
    await page.locator('.fit a').first().click();
    await page.waitForFunction(() => !location.hash.includes('view='));
    assert.equal(await page.locator('thead th').count(), 1);
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
    const more = (await page.locator('.sentence [data-field="batch"] input').inputValue()).replaceAll(',', '');
    await page.locator('.sentence [data-field="batch"] input').fill(String(Number(more) + 1));
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
  }));

test('a change that would make it fit shows its need, which opens, and is one press away', async () => {
  const { page, context, faults } = await open_page(stage.browser, {});
  await visit(page, `${stage.site.address}#v=1&m=llama-2-70b&w=decode&d=rtx-4090`);
  await page.locator('.fixes li .num').first().click();
  await page.locator('.explanation .inputs').first().waitFor();
  assert.match(await page.locator('.explanation').first().innerText(), /Weights/);
  const change = page.locator('.fixes [data-fix]').first();
  const pairs = await change.getAttribute('data-fix');
  await change.click();
  assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
  await page.waitForFunction((key) => location.hash.includes(key), pairs.split('=')[0]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a ranking that nothing passes says so', async () => {
  const { page, context, faults } = await open_page(stage.browser, {});
  await visit(page, `${stage.site.address}#v=1&m=llama-3.1-405b&w=decode&view=fit-catalogue-fits`);
  await page.getByText('No device passes these filters.').waitFor();
  assert.equal(await page.locator('.fit tbody tr').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the whole catalogue is ranked, those that fit first, and a device joins the comparison', () =>
  scene('&view=fit-catalogue', async (page) => {
    await page.waitForSelector('table.fit');
    const verdicts = await page.locator('.fit .fits').evaluateAll((nodes) => nodes.map((node) => node.className));
    assert.ok(verdicts.length > 60);
    const first_out = verdicts.indexOf('fits no');
    assert.ok(first_out > 0 && verdicts.slice(first_out).every((verdict) => verdict === 'fits no'));
    await page.locator('.fit button.plain:not([disabled])').first().click();
    assert.equal(await page.locator('table.comparison thead th').count(), 4);
  }));

test('the ranking keeps to what fits, keeps the limits and can be had; the link keeps the filters', () =>
  scene('&lim.w=400&view=fit-catalogue', async (page) => {
    await page.waitForSelector('table.fit');
    const rows = () => page.locator('table.fit tbody tr').count();
    const all = await rows();
    await page.locator('[data-filter="fits"]').check();
    await page.waitForFunction(() => location.hash.includes('view=fit-catalogue-fits'));
    const fitting = await rows();
    assert.ok(fitting > 5 && fitting < all);
    await page.locator('[data-filter="kept"]').check();
    await page.locator('[data-filter="current"]').check();
    await page.waitForFunction(() => location.hash.includes('view=fit-catalogue-fits-kept-current'));
    assert.ok((await rows()) < fitting);
    assert.match(await page.locator('.filters').innerText(), /left out/);
    const options = ['--question', 'catalogue', '--only', 'fits,kept,current', '--json', `${scenario}&lim.w=400`];
    const tilewise = process.env.TILEWISE_CLI ?? new URL('../../build/native/core/cli/tilewise', import.meta.url).pathname;
    const { ranking } = JSON.parse(execFileSync(tilewise, ['fit', ...options], { encoding: 'utf8' })).result;
    assert.equal(await rows(), ranking.length);
    await page.locator('[data-filter="fits"]').uncheck();
    await page.waitForFunction(() => location.hash.includes('view=fit-catalogue-kept-current'));
  }));

test('the question changes in place and the link keeps it', () =>
  scene('&view=fit-model', async (page) => {
    await page.waitForSelector('table.fit');
    await page.locator('.question select').selectOption('devices');
    await page.waitForFunction(() => location.hash.includes('view=fit-devices'));
    assert.match(await page.locator('.fit').innerText(), /chips?\b/);
  }));

test('axe finds nothing in what fits, and it is not wider than a small screen', async () => {
  const { page, context } = await open_page(stage.browser, { viewport: { width: 320, height: 700 }, bypassCSP: true, locale: 'zh-CN' });
  await visit(page, `${stage.site.address}#${scenario}&view=fit-catalogue`);
  await page.waitForSelector('table.fit');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await findings(page), []);
  await context.close();
});
