// Numbers of limits, comparisons, what fits and plans open with their formula and inputs, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();

const decode = 'm=llama-3.1-8b&w=decode&d=a100-sxm4-80gb~rtx-4090';
const train = 'm=llama-2-13b&w=train&s=2048&b=64&p=bf16&stack=megatron&d=a100-sxm4-80gb&d1.n=8&tp=8&z=1&mb=1';

/** View, scenario, which number, what its formula says, and how many inputs it has at least. */
const numbers = [
  ['limits', decode, '[data-limits="rtx-4090"] [data-path="devices.1.limits.0.margin"]', /threshold/, 2],
  ['limits', decode, '[data-limits="rtx-4090"] [data-path^="devices.1.first."]', /first value at which/, 4],
  ['compare', decode, '[data-path="pairs.0.ratio"]', /other ÷ base/, 2],
  ['compare', decode, '[data-path="pairs.0.must_be.0.value"]', /other_time/, 3],
  ['fit-batch', decode, '.fit [data-path="devices.1.value"]', /nothing is missing/, 3],
  ['fit-batch', decode, '.fit [data-path="devices.1.total_bytes"]', /sum of the items/, 2],
  ['fit-catalogue', decode, '.fit [data-path="ranking.3.per_hour_usd"]', /\w/, 1],
  ['plan', train, '.plan-step [data-path^="plan."]', /\w/, 2],
  ['plan', train, '.plan [data-path="plan.devices.0.communication.parts.0.sent_bytes"]', /sum of the parts/, 1],
  ['scale', train, '.plan [data-path$=".plan.tokens_per_s"]', /÷/, 2],
];

function first_number(words) {
  const value = Number.parseFloat(/[\d.]+/.exec(words.replaceAll(',', ''))[0]);
  return words.includes('%') ? value / 100 : value;
}

/** The view once its answer is whole: a search that runs redraws the table. */
async function settled(page, selector) {
  await page.locator(selector).first().waitFor({ timeout: 60000 });
  await page.waitForFunction(() => !document.querySelector('.figure [role="status"]'), null, { timeout: 60000 });
}

for (const [view, link, selector, formula, least] of numbers) {
  test(`a number of ${view} opens: ${selector}`, async () => {
    for (const language of ['en', 'zh']) {
      const { page, context, faults } = await open_page(stage.browser, {});
      await visit(page, `${stage.site.address}#v=1&${link}&view=${view}&lang=${language}`);
      await settled(page, selector);
      const number = page.locator(selector).first();
      const shown = (await number.innerText()).replaceAll('\n', ' ').trim();
      await number.click();
      await page.waitForSelector('.explain .formula');
      assert.equal(await number.getAttribute('aria-expanded'), 'true');
      const panel = page.locator('.explain');
      assert.match(await panel.locator('.formula code').first().innerText(), formula);
      assert.ok((await panel.locator(':scope > .explanation > .inputs > li').count()) >= least);
      // The panel says the same number: a share where the view says per cent, perhaps with other thousands.
      const [in_view, in_panel] = [first_number(shown), first_number(await panel.locator('.big').innerText())];
      const thousands = 1000 ** Math.round(Math.log10(in_panel / in_view) / 3);
      assert.ok(Math.abs(in_panel / thousands - in_view) <= in_view * 0.03, `${in_panel} of ${in_view}`);
      const title = await panel.locator('h2').innerText();
      if (language === 'zh') assert.match(title, /[\u4e00-\u9fff]/);
      else assert.doesNotMatch(title, /[\u4e00-\u9fff]|formula\./);
      await page.keyboard.press('Escape');
      assert.equal(await panel.count(), 0);
      assert.ok(await number.evaluate((node) => node === document.activeElement), 'focus comes back');
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}
