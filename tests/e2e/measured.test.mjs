import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();
const link = '#v=1&m=llama-2-7b&w=decode&s=512&d=a100-sxm4-80gb~rtx-4090';

test('"I measured" fixes the time of its column, travels in the link and says what it comes to', async () => {
  const { page, context, faults } = await open_page(stage.browser, {});
  await visit(page, stage.site.address + link);
  const other = await cell(page, 'time', 1);
  await page.locator('.tools button').first().click();
  const control = page.locator('dialog [data-field="measured"]');
  await control.locator('select').selectOption('tpot');
  await control.locator('input').fill('0.0125');
  await page.locator('dialog [data-note="measured"]').waitFor();
  assert.match(await page.locator('dialog [data-note="measured"]').innerText(), /\d+(\.\d+)? %/);
  await page.keyboard.press('Escape');
  await page.locator('tr[data-row="time"]', { hasText: '12.5' }).first().waitFor();
  assert.match(await cell(page, 'time', 0), /^12\.5 ms/);
  assert.equal(await cell(page, 'time', 1), other);
  await page.waitForFunction(() => location.hash.includes('d1.got=tpot:0.0125'));
  await page.reload();
  await page.locator('tr[data-row="time"]', { hasText: '12.5' }).first().waitFor();
  assert.match(await cell(page, 'time', 0), /^12\.5 ms/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a measurement faster than the device is named beside its field and not used', async () => {
  const { page, context } = await open_page(stage.browser, {});
  await visit(page, `${stage.site.address}${link}&d1.got=tpot:0.0001`);
  assert.doesNotMatch(await cell(page, 'time', 0), /^100 µs/);
  await page.locator('.tools button').first().click();
  assert.match(await page.locator('dialog [data-field="measured"] .issue').innerText(), /roofline/);
  await context.close();
});
