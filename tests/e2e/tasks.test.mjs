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
    await page.locator('.sentence').getByLabel('Tokens of the whole run').fill('100B');
    await page.getByRole('tab', { name: 'Scale-out' }).click();
    await page.getByLabel('Days the whole run may take').fill('5');
    await page.locator('[data-deadline] p', { hasText: /\d+ chips end in time/ }).waitFor({ timeout: 60000 });
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
    await page.locator('#answer', { hasText: answer }).waitFor();
    assert.equal(await page.locator('.notices').count(), 0);
  }, { permissions: ['clipboard-read', 'clipboard-write'] });
});

test('question: is one RTX 3090 enough for Qwen2.5 32B in 4 bits at 16k', () =>
  scene(async (page) => {
    await pick(page, button(page, /^Model:/), 'qwen2.5 32b');
    await page.getByLabel('Workload', { exact: true }).selectOption({ label: 'decode' });
    await page.locator('.sentence').getByLabel('Weight format').selectOption('q4-k-m');
    await compare(page, '3090', '2x 3090');
    assert.match(await page.locator('thead th').first().innerText(), /RTX 3090(?! Ti)/);
    assert.match(await page.locator('thead th').last().innerText(), /RTX 3090\s*×\s2/);
    await page.locator('.sentence').getByLabel('Sequence length, tokens', { exact: true }).fill('16k');
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
    await page.locator('[data-breaks]', { hasText: /First to break as the batch grows: memory on RTX 3090/ }).waitFor();
  }));

test('question: what QLoRA of Llama 8B on one RTX 4090 costs, and how long it takes', () =>
  scene(async (page) => {
    await pick(page, button(page, /^Model:/), 'llama-3.1 8b');
    await page.getByLabel('Workload', { exact: true }).selectOption({ label: 'fine-tuning' });
    await page.locator('.sentence').getByLabel('Fine-tuning method').selectOption('qlora');
    await compare(page, '4090', '4090');
    await page.locator('thead th').last().getByRole('button', { name: /^Remove/ }).click();
    assert.match(await page.locator('#answer').innerText(), /It would with Micro-batch 1: /);
    await page.locator('[data-fix]').first().click();
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
    assert.equal(await page.locator('tr[data-row="run_s"]').count(), 0);
    await page.locator('.sentence').getByLabel('Tokens of the whole run').fill('10M');
    assert.match(await cell(page, 'run_s', 0), /\d (h|min|s)/);
    assert.match(await cell(page, 'run_usd', 0), /USD/);
  }));

test('question: a TPU slice or two H100 for fifty users of a 70B model', () =>
  scene(async (page) => {
    await pick(page, button(page, /^Model:/), 'llama-3.1 70b');
    await page.getByLabel('Workload', { exact: true }).selectOption({ label: 'serving' });
    await compare(page, 'v5e-8', '2x h100 sxm5');
    assert.match(await page.locator('thead').innerText(), /TPU v5e\s*×\s8[\s\S]*H100 SXM5 80GB\s*×\s2/);
    await page.locator('.sentence').getByLabel('Sequences at once').fill('50');
    await page.locator('.sentence').getByLabel('Weight format').selectOption('int8');
    assert.match(await page.locator('.echo').innerText(), /hold a copy each/);
    await page.locator('tr[data-row="fixes"] td').first().getByRole('button', { name: /Tensor parallel degree/ }).click();
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
    assert.match(await cell(page, 'at-once', 0), /^\d+$/);
  }));

test('question: why is my measurement half of the estimate', () =>
  scene(async (page) => {
    await page.getByRole('link', { name: 'How far off is it?' }).click();
    await page.getByText('You measured something else?').waitFor();
    await page.getByRole('button', { name: 'Back to the comparison' }).click();
    await page.locator('thead th').nth(2).getByRole('button', { name: /^Adjust/ }).click();
    await page.locator('dialog [data-field="measured"] input').fill('0.011');
    await page.keyboard.press('Escape');
    assert.match(await cell(page, 'time', 2), /^11 ms/);
    await page.getByText(/Assumptions and notes/).click();
    assert.match(await page.locator('.assumptions').innerText(), /of what the published rates allow: your own measurement/);
  }));

test('question: does MTIA do more for its energy than a TPU v4', () =>
  scene(async (page) => {
    assert.match(await cell(page, 'per_sequence_j', 1), /mJ[\s\S]*best/);
    await page.getByRole('tab', { name: 'Cost and energy' }).click();
    await page.locator('[data-frame="cost"] .chart').first().waitFor();
    assert.match(await page.locator('[data-frame="cost"]').innerText(), /Energy of a sequence: least on MTIA v1/);
  }));
