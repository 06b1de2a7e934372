// Five tasks of somebody who has read nothing, done with what is visible: buttons and fields by the words on them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, scene as on_stage, stage_for_all } from './support/browser.mjs';

const stage = stage_for_all();
const scene = (act, options) => on_stage(stage, '', act, options);
const button = (page, name) => page.getByRole('button', { name });

/** Chooses from a list by typing, as its field asks. */
async function pick(page, control, typed) {
  await control.click();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

/** Only the two devices that are named stay. */
async function compare(page, one, other) {
  while (await page.locator('thead th').count() > 2) await page.locator('thead th').last().getByRole('button', { name: /^Remove/ }).click();
  await pick(page, page.locator('thead th').nth(0).getByRole('button', { name: /^Device:/ }), one);
  await pick(page, page.locator('thead th').nth(1).getByRole('button', { name: /^Device:/ }), other);
}

test('task: compare two cards for a 70B model', () =>
  scene(async (page) => {
    await pick(page, button(page, /^Model:/), 'llama-3.1 70b');
    await page.getByLabel('Workload', { exact: true }).selectOption({ label: 'decode' });
    await page.locator('.sentence').getByLabel('Weight format').selectOption('q4-k-m');
    await compare(page, 'rtx 5090', 'h100 sxm5');
    assert.match(await page.locator('#answer').innerText(), /Does(n't| not) fit[\s\S]*RTX 5090|RTX 5090[\s\S]*(not fit|does not)/i);
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
    assert.match(await cell(page, 'fits', 1), /Fits/);
    assert.match(await cell(page, 'time', 1), /ms/);
  }));

test('task: find why the V100 is slow', () =>
  scene(async (page) => {
    await compare(page, 'v100 sxm2 32gb', 'rtx 4090');
    await page.getByRole('tab', { name: 'Why they differ' }).click();
    await page.locator('[data-pair]').first().waitFor();
    assert.match(await page.locator('.figure').innerText(), /V100/);
    assert.match(await cell(page, 'bound', 0), /\w/);
    await page.locator('tr[data-row="time"] td').first().getByRole('button').click();
    await page.locator('.explain .formula').first().waitFor();
    assert.match(await page.locator('.explain').innerText(), /V100/);
  }));

test('task: how many H100 for a deadline', () =>
  scene(async (page) => {
    await pick(page, button(page, /^Model:/), 'llama-3.1 8b');
    await page.getByLabel('Workload', { exact: true }).selectOption({ label: 'training step' });
    await compare(page, 'h100 sxm5', 'h100 sxm5');
    await page.locator('thead th').last().getByRole('button', { name: /^Remove/ }).click();
    await page.locator('.sentence').getByLabel('Batch, sequences', { exact: true }).fill('1024');
    await button(page, 'All settings').click();
    await page.locator('.settings').getByLabel('Tokens of the whole run').fill('100B');
    await page.locator('thead th').first().getByRole('button', { name: /^Adjust/ }).click();
    await page.locator('dialog').getByRole('textbox', { name: 'Chips', exact: true }).fill('256');
    await page.keyboard.press('Escape');
    const run = await cell(page, 'run_s', 0);
    assert.match(run, /\d (d|h)/);
    await page.getByRole('tab', { name: 'How to split it' }).click();
    await page.locator('.plan table').nth(1).waitFor({ timeout: 60000 });
    assert.match(await page.locator('.plan').innerText(), /256/);
    await page.locator('thead th').first().getByRole('button', { name: /^Changed/ }).click();
    await page.locator('dialog').getByRole('textbox', { name: 'Chips', exact: true }).fill('512');
    await page.keyboard.press('Escape');
    assert.notEqual(await cell(page, 'run_s', 0), run);
  }));

test('task: check a claim of the gallery', () =>
  scene(async (page) => {
    await button(page, 'Presets').click();
    await page.getByRole('link', { name: 'Claims of others, checked' }).click();
    const claim = page.locator('[data-claim]').first();
    await claim.waitFor();
    assert.match(await claim.locator('[data-computed]').first().innerText(), /\d/);
    await claim.getByRole('link', { name: 'Open' }).first().click();
    await page.locator('table.comparison').waitFor();
    await page.locator('tr[data-row="time"] td').first().getByRole('button').click();
    await page.locator('.explain .formula').first().waitFor();
  }));

test('task: share the answer', async () => {
  await scene(async (page) => {
    await page.locator('.sentence').getByLabel('Batch, sequences', { exact: true }).fill('64');
    const answer = await page.locator('#answer').innerText();
    await button(page, 'Copy link').click();
    await page.locator('dialog').getByRole('button', { name: 'Copy link' }).click();
    await page.locator('dialog [role="status"]').first().filter({ hasText: /\w/ }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(link);
    await page.waitForSelector('html[data-ready="yes"]');
    assert.equal(await page.locator('#answer').innerText(), answer);
    assert.equal(await page.locator('.notices').count(), 0);
  }, { permissions: ['clipboard-read', 'clipboard-write'] });
});
