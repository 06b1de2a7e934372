// A device of one's own: a name and numbers over a device of the catalogue, in the link and in every view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, scene as on_stage, stage_for_all } from './support/browser.mjs';
import { own } from './support/views.mjs';

const stage = stage_for_all();
const scene = (link, act, options) => on_stage(stage, link, act, options);

test('a device of one\'s own starts from the last column, has a name, takes numbers of its own and says what differs', () =>
  scene('#v=1&d=h100', async (page) => {
    await page.locator('.toolbar .picker button').click();
    await page.keyboard.type('own');
    await page.keyboard.press('Enter');
    const field = (name) => page.locator(`dialog [data-field="${name}"] input[type="text"]`);
    await field('name').fill('Next card');
    assert.match(await page.locator('[data-peaks]').innerText(), /bf16 989[\s\S]*fp8 1,979/);
    // Empty fields show what holds.
    assert.equal(await field('bandwidth_gb_per_s').getAttribute('placeholder'), '3,350');
    assert.equal(await field('link_gb_per_s').getAttribute('placeholder'), '450');
    await page.locator('dialog [data-field="memory_gib"] input[type="text"]').fill('200');
    await page.locator('dialog [data-field="peak_tflops"] input[type="text"]').fill('2000');
    const differs = await page.locator('dialog table').filter({ hasText: 'What differs from H100' }).innerText();
    assert.match(differs, /989\.5 TFLOP\/s\s+2,000 TFLOP\/s\s+2\.02×/);
    assert.match(differs, /79\.65 GiB\s+200 GiB\s+2\.51×/);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /d2\.name=Next%20card/.test(location.hash) && /d2\.peak=2000/.test(location.hash) && /d2\.mem=200/.test(location.hash));
    assert.match(await cell(page, 'memory', 1), /of 200 GiB/);
    assert.notEqual(await cell(page, 'time', 1), await cell(page, 'time', 0));
    assert.match(await page.locator('thead th').nth(1).innerText(), /Next card[\s\S]*from H100/);
    assert.match(await page.locator('#answer').innerText(), /Next card/);
    assert.match(await page.locator('.chart').first().innerHTML(), /Next card/);
    // Another start keeps the name and the numbers; the name may be typed anew.
    await page.locator('thead th').nth(1).getByRole('button', { name: /^Changed/ }).click();
    await page.locator('[data-own] .picker button').click();
    await page.keyboard.type('mi300x');
    await page.keyboard.press('Enter');
    await field('name').fill('');
    await page.keyboard.type('MI next');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /d=h100-sxm5-80gb~mi300x/.test(location.hash) && /d2\.name=MI%20next/.test(location.hash) && /d2\.mem=200/.test(location.hash));
    await page.reload();
    await page.waitForSelector('html[data-ready="yes"]');
    assert.match(await page.locator('thead th').nth(1).innerText(), /MI next/);
  }));

test('eight devices with long names of their own keep their heads, and all of them leave again by undo', () =>
  scene(own, async (page) => {
    for (let column = 3; column <= 8; column += 1) {
      await page.locator('.toolbar .picker button').click();
      await page.keyboard.type('own');
      await page.keyboard.press('Enter');
      await page.locator('dialog [data-field="name"] input').fill(`Card number ${column} with forty letters in it`.slice(0, 40));
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    assert.equal(await page.locator('table.comparison thead th').count(), 8);
    const cut = await page.locator('table.comparison thead th').evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth + 1).length);
    assert.equal(cut, 0);
    while (!(await page.locator('#undo').isDisabled())) await page.click('#undo');
    assert.equal(await page.locator('table.comparison thead th').count(), 2);
  }));
