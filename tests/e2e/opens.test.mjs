// Numbers of limits, comparisons, what fits and plans open with their formula and inputs, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();

const decode = 'm=llama-3.1-8b&w=decode&d=a100-sxm4-80gb~rtx-4090';
const train = 'm=llama-2-13b&w=train&s=2048&b=64&p=bf16&stack=megatron&d=a100-sxm4-80gb&d1.n=8&tp=8&z=1&mb=1';

/** View, scenario, which number, what its formula says, how many inputs it has at least, and whether a link names it. */
const numbers = [
  ['limits', decode, '[data-limits="rtx-4090"] [data-path="devices.1.limits.0.margin"]', /threshold/, 2, true],
  ['limits', decode, '[data-limits="rtx-4090"] [data-path^="devices.1.first."]', /first value at which/, 4, true],
  ['compare', decode, '[data-path="pairs.0.ratio"]', /other ÷ base/, 2, true],
  ['compare', decode, '[data-path="pairs.0.must_be.0.value"]', /other_time/, 3, true],
  ['fit-batch', decode, '.fit [data-path="devices.1.value"]', /nothing is missing/, 3, true],
  ['fit-batch', decode, '.fit [data-path="devices.1.total_bytes"]', /sum of the items/, 2, true],
  ['fit-catalogue', decode, '.fit [data-path^="ranking."][data-path$=".per_hour_usd"]', /\w/, 1, true],
  ['plan', train, '.plan-step [data-path^="plan."]', /\w/, 2, true],
  ['plan', train, '.plan [data-path="plan.devices.0.communication.parts.0.sent_bytes"]', /sum of the parts/, 1, true],
  ['scale', train, '.plan [data-path$=".plan.tokens_per_s"]', /÷/, 2, true],
  ['scale', train, '.plan [data-path$=".efficiency"]', /÷/, 4, true],
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

/** The link of an explanation opens the same number again, in its view. */
async function opens_alike(page, view) {
  const [href, said] = [await page.locator('.explain [data-linked]').getAttribute('href'), await page.locator('.explain .big').innerText()];
  const { page: again, context, faults } = await open_page(stage.browser, {});
  await visit(again, `${stage.site.address}${href}`);
  await again.locator('.explain .formula').first().waitFor({ timeout: 60000 });
  assert.equal(await again.locator('.explain .big').innerText(), said);
  assert.equal(await again.locator('[role=tab][aria-selected=true]').getAttribute('data-figure'), view.split('-')[0]);
  assert.deepEqual(faults, []);
  await context.close();
}

for (const [view, link, selector, formula, least, linked] of numbers) {
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
      // What a formula says in words is in the reader's; symbols are the same in both, and named beside the values.
      assert.match(await panel.locator('.formula code').first().innerText(), language === 'en' ? formula : new RegExp(`${formula.source}|[\\u4e00-\\u9fff]`));
      assert.ok((await panel.locator(':scope > .explanation > .inputs > li').count()) >= least);
      // The panel says the same number: a share where the view says per cent, perhaps with other thousands.
      const [in_view, in_panel] = [first_number(shown), first_number(await panel.locator('.big').innerText())];
      const thousands = 1000 ** Math.round(Math.log10(in_panel / in_view) / 3);
      assert.ok(Math.abs(in_panel / thousands - in_view) <= in_view * 0.03, `${in_panel} of ${in_view}`);
      const title = await panel.locator('h2').innerText();
      if (language === 'zh') assert.match(title, /[\u4e00-\u9fff]/);
      else assert.doesNotMatch(title, /[\u4e00-\u9fff]|formula\./);
      assert.equal(await panel.locator('[data-linked]').count(), linked ? 1 : 0);
      if (linked && language === 'en') await opens_alike(page, view);
      await page.keyboard.press('Escape');
      assert.equal(await panel.count(), 0);
      assert.ok(await number.evaluate((node) => node === document.activeElement), 'focus comes back');
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}

/** View, scenario, and a number of the table that stands for its chart. */
const twins = [
  ['sweep', decode, '[data-path="devices.1.time_s.2"]'], ['sweep', decode, '[data-path="devices.1.high_s.2"]'], ['sweep-memory', decode, '[data-path="devices.0.memory_bytes.3"]'],
  ['fit-catalogue', decode, '[data-path="ranking.3.power_w"]'], ['models', decode, '[data-path^="roofline.devices.1."]'],
  ['cost', decode, '[data-path="devices.1.cost.per_hour_usd"]'], ['roofline', decode, '[data-path^="devices.0.roofline."]'],
  ['compare', decode, '[data-path="pairs.0.waterfall.1.to_s"]'],
  ['scale', train, '[data-path^="chart.of.8."]'], ['plan', train, '[data-path^="chart."]'],
];

test('numbers of the tables that stand for charts open with their formula', async () => {
  for (const [view, link, selector] of twins) {
    await stage.scene(`#v=1&${link}&view=${view}`, async (page) => {
      const figure = page.locator('.framed').first();
      await figure.locator('[data-twin]').click({ timeout: 60000 });
      await settled(page, `.framed .twin ${selector}`);
      const number = figure.locator(`.twin ${selector}`).first();
      const shown = first_number((await number.innerText()).replaceAll('\n', ' '));
      await number.click();
      await page.waitForSelector('.explain .formula');
      const said = first_number(await page.locator('.explain .big').innerText());
      const thousands = 1000 ** Math.round(Math.log10(said / shown) / 3);
      assert.ok(Math.abs(said / thousands - shown) <= shown * 0.03, `${view}: ${said} of ${shown}`);
    });
  }
});
