import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { count } from '../../web/src/format.js';
import { findings, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();
const scenario = 'v=1&m=llama-2-13b&w=train&s=2048&b=1024&p=bf16&stack=megatron&d=a100-sxm4-80gb&d1.n=512&tp=8&z=1&mb=1';

const searched = (page) => page.waitForFunction(() => document.querySelectorAll('.plan table').length >= 3 && !document.querySelector('.figure [role="status"]'), null, { timeout: 60000 });

test('the splits of 512 chips are searched while the page answers, and are those of the command line', async () => {
  const { page, context, faults } = await open_page(stage.browser, {});
  // Between the pieces of the search the page is free: what is observed of each comes in a task of its own. Counting
  // the tasks needs no clock, as counting drawn frames would on a busy machine.
  await page.addInitScript(() => {
    window.shares = new Set();
    new MutationObserver(() => {
      const status = document.querySelector('.figure [role="status"]');
      if (status) window.shares.add(status.textContent);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await visit(page, `${stage.site.address}#${scenario}&view=plan`);
  await searched(page);
  assert.ok((await page.evaluate(() => window.shares.size)) >= 10);
  const tilewise = process.env.TILEWISE_CLI ?? new URL('../../build/native/core/cli/tilewise', import.meta.url).pathname;
  const { devices: [device] } = JSON.parse(execFileSync(tilewise, ['plan', '--json', scenario], { encoding: 'utf8' })).result;
  const text = await page.locator('.plan > p').first().innerText();
  assert.equal(text, `${count(device.search.considered)} splits, ${count(device.search.fitting)} fit.`);
  assert.ok((await page.locator('.plan-step').count()) >= Math.min(12, device.search.front.length));
  assert.deepEqual(faults, []);
  await context.close();
});

test('a plan opens as a scenario, and the search of another page of the link ends', async () => {
  const { page, context, faults } = await open_page(stage.browser, {});
  await visit(page, `${stage.site.address}#${scenario}&view=plan`);
  await page.waitForSelector('.plan-step');
  await page.locator('.plan a').first().click();
  await page.waitForFunction(() => !location.hash.includes('view='));
  assert.match(await page.evaluate(() => location.hash), /d1\.n=512/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('how many chips a deadline needs: days in place, kept by the link, and one press to the scenario', () =>
  stage.scene('#v=1&m=llama-3.1-8b&w=train&b=1024&d=h100-sxm5-80gb', async (page) => {
    await page.getByRole('tab', { name: 'Scale-out' }).click();
    await page.locator('.figure .note', { hasText: 'how many tokens the whole run has' }).waitFor({ timeout: 60000 });
    await page.locator('.sentence').getByLabel('Tokens of the whole run').fill('100B');
    const days = page.getByLabel('Days the whole run may take');
    const met = page.locator('[data-deadline] p');
    await met.filter({ hasText: /\d+ chips end in time after/ }).waitFor({ timeout: 60000 });
    const chips = async () => Number((await met.innerText()).match(/([\d,]+) chips/)[1].replace(',', ''));
    assert.ok((await chips()) > 0);
    await days.fill('4');
    await page.waitForFunction(() => location.hash.includes('view=scale-4'));
    await page.waitForFunction(() => !document.querySelector('.figure [role="status"]'), null, { timeout: 60000 });
    const needed = await chips();
    const run = (await met.locator('.num').innerText()).replace(/\s+/g, ' ');
    assert.ok(/ h$/.test(run) || Number.parseFloat(run) <= 4, run);
    // The row of the table before it does not end in time.
    const row = page.locator('.plan tbody tr', { has: page.locator('th', { hasText: new RegExp(`^${count(needed / 2)}\\b`) }) }).first();
    assert.ok(Number.parseFloat(await row.locator('td').nth(1).innerText()) > 4);
    await page.reload();
    await met.filter({ hasText: `${count(needed)} chips` }).waitFor({ timeout: 60000 });
    assert.equal(await days.inputValue(), '4');
    await met.getByRole('link').click();
    await page.waitForFunction((n) => location.hash.includes(`d1.n=${n}`), needed);
    assert.ok((await page.locator('tr[data-row="run_s"] td').innerText()).replace(/\s+/g, ' ').startsWith(run));
  }));

test('the short names of a split are told under its tables', () =>
  stage.scene('#v=1&m=gpt2-xl&w=train&b=64&d=a100-sxm4-80gb&d1.n=2&view=scale&lang=zh', async (page) => {
    await page.locator('.figure .note', { hasText: 'tp 张量并行' }).waitFor({ timeout: 60000 });
  }));

test('axe finds nothing in the view of plans, in Chinese on a small screen', async () => {
  const { page, context } = await open_page(stage.browser, { viewport: { width: 320, height: 700 }, bypassCSP: true, locale: 'zh-CN' });
  await visit(page, `${stage.site.address}#${scenario.replace('512', '16')}&view=plan`);
  await searched(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await findings(page), []);
  await context.close();
});
