// The charts of the figure: every tab draws, says itself in a sentence, has a table with the same numbers, goes by keys and
// leaves as a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findings, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();

const { scene } = stage;

const decode = '#v=1&m=llama-3.1-8b&w=decode&d=h100-sxm5-80gb~rtx-4090~a100-sxm4-80gb';
const train = '#v=1&m=gpt2-xl&w=train&s=1024&b=64&d=a100-sxm4-80gb~h100-sxm5-80gb&d1.n=8&d2.n=8';

/** View of the link, the name of its frame, the scenario. */
const framed = [
  ['roofline', 'roofline', decode], ['sweep', 'sweep', decode], ['sweep-memory', 'sweep', decode], ['cost', 'cost', decode], ['models', 'models', decode],
  ['scale', 'scale', train], ['plan', 'plans', train], ['compare', 'waterfall', decode], ['compare', 'tornado', decode], ['fit-catalogue', 'ranking', decode],
];

for (const [view, name, link] of framed) {
  test(`the view ${view} draws the figure ${name} with a sentence, a table and points for the keys`, () =>
    scene(`${link}&view=${view}`, async (page) => {
      const frame = page.locator(`[data-frame="${name}"]`).first();
      await frame.locator('svg.chart').waitFor({ timeout: 30000 });
      assert.match(await frame.locator('.summary').innerText(), /\p{L}.*[.]$/su);
      const image = frame.locator('svg[role="img"]');
      assert.ok((await image.getAttribute('aria-label')).length > 20);
      await frame.locator('.plotted').focus();
      await page.keyboard.press('ArrowRight');
      const first = await frame.locator('.said').innerText();
      assert.match(first, /\d/);
      assert.equal(await frame.locator('.chosen').count(), 1);
      if (name !== 'tornado') {
        await page.keyboard.press('End');
        assert.notEqual(await frame.locator('.said').innerText(), first);
      }
      await page.keyboard.press('Escape');
      assert.equal(await frame.locator('.chosen').count(), 0);
      await frame.locator('[data-twin]').click();
      assert.equal(await frame.locator('svg.chart').count(), 0);
      assert.ok(await frame.locator('.twin tbody tr').count() >= 1);
      assert.doesNotMatch(await page.locator('.figure').innerText(), /plot\.|undefined|NaN|\{[a-z_]+\}/);
    }));
}

test('tabs go by arrow keys, and the link keeps the view', () =>
  scene(decode, async (page) => {
    await page.locator('[role="tab"][aria-selected="true"]').focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.figure), 'roofline');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-frame="roofline"]');
    await page.waitForFunction(() => location.hash.includes('view=roofline'));
    assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute('data-figure'), 'roofline');
  }));

test('on a narrow screen a list stands for the tabs', () =>
  scene(decode, async (page) => {
    assert.equal(await page.locator('[role="tab"]:visible').count(), 0);
    await page.locator('.narrow-choice select').selectOption('sweep');
    await page.waitForSelector('[data-frame="sweep"]');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  }, { viewport: { width: 320, height: 700 } }));

test('every tab opens a view of its own', () =>
  scene(decode, async (page) => {
    const names = await page.locator('[role="tab"]').evaluateAll((tabs) => tabs.map((tab) => tab.dataset.figure));
    assert.equal(names.length, 13);
    for (const name of names.filter((one) => one !== 'accuracy')) {
      await page.click(`[data-figure="${name}"]`);
      await page.waitForFunction((view) => (view === 'time' ? !location.hash.includes('view=') : location.hash.includes(`view=${view}`)), name);
    }
    await page.click('[data-figure="accuracy"]');
    await page.waitForSelector('.accuracy');
  }));

test('the chart of times goes by keys and says value and band', () =>
  scene(decode, async (page) => {
    await page.locator('#figure-shown').hover();
    await page.locator('.plotted').focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('.said').innerText(), /H100 SXM5 80GB [\d.]+.ms \([\d.]+.ms – [\d.]+.ms\)/);
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('.said').innerText(), /RTX 4090/);
  }));

test('every bar of a time has its band as a whisker, and the table twin its two ends', () =>
  scene(decode, async (page) => {
    assert.equal(await page.locator('#figure-shown .band').count(), 3);
    await page.click('[data-twin]');
    for (const end of await page.locator('.twin tbody td:nth-child(n + 3)').allInnerTexts()) assert.match(end, /^[\d.]+.(ms|µs|s)\b/);
  }));

async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path()) };
}

for (const [link, language] of [[decode, 'en'], [`${decode}&lang=zh`, 'zh']]) {
  test(`a figure leaves as CSV and JSON in plain numbers, and as Markdown, SVG and PNG: ${language}`, () =>
    scene(link, async (page) => {
      const csv = await saved(page, async () => {
        await page.locator('.export summary').click();
        await page.click('[data-export="csv"]');
      });
      assert.equal(csv.name, 'tilewise-time.csv');
      const [head, ...rows] = csv.text.toString().trim().split('\r\n');
      assert.equal(head, 'device,time_s,low_s,high_s');
      assert.equal(rows.length, 3);
      for (const row of rows) assert.match(row, /^[^,]+,0\.\d+,0\.\d+,0\.\d+$/);
      const json = await saved(page, () => page.click('[data-export="json"]'));
      const read = JSON.parse(json.text.toString());
      assert.equal(read.rows.length, 3);
      assert.equal(String(read.rows[0].time_s), rows[0].split(',')[1]);
      assert.match(read.address, /#v=1/);
      const markdown = await saved(page, () => page.click('[data-export="md"]'));
      assert.match(markdown.text.toString(), /^\*\*.+\*\*[\s\S]*\| :-- \|/);
      const svg = await saved(page, () => page.click('[data-export="svg"]'));
      assert.match(svg.text.toString(), /<svg[\s\S]*H100 SXM5 80GB[\s\S]*fill="rgb/);
      const png = await saved(page, () => page.click('[data-export="png"]'));
      assert.equal(png.name, 'tilewise-time.png');
      assert.equal(png.text.subarray(1, 4).toString(), 'PNG');
      assert.ok(png.text.length > 5000);
    }));
}

test('a figure that came later leaves as a file too', () =>
  scene(`${decode}&view=roofline`, async (page) => {
    const frame = page.locator('[data-frame="roofline"]');
    await frame.waitFor();
    const csv = await saved(page, async () => {
      await frame.locator('.export summary').click();
      await frame.locator('[data-export="csv"]').click();
    });
    assert.match(csv.text.toString(), /^operator,device,intensity_ops_per_byte,rate_ops_per_s,ideal_ops_per_s,share,time_s\r\n/);
    const png = await saved(page, () => frame.locator('[data-export="png"]').click());
    assert.ok(png.text.length > 10000);
  }));

test('Escape closes the list of exports and leads back to where it was opened', () =>
  scene(decode, async (page) => {
    await page.locator('.export summary').press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.export), 'csv');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SUMMARY');
    assert.equal(await page.locator('[data-export]:visible').count(), 0);
  }));

test('a drawing of parts leaves with its key', () =>
  scene(`${decode}&view=memory`, async (page) => {
    const svg = await saved(page, async () => {
      await page.locator('.export summary').click();
      await page.click('[data-export="svg"]');
    });
    assert.match(svg.text.toString(), />1\s+Weights</);
  }));

test('numbers of the roofline open', () =>
  scene(`${decode}&view=roofline`, async (page) => {
    await page.locator('[data-frame="roofline"] [data-twin]').click();
    await page.locator('.twin .num').first().click();
    await page.waitForSelector('.explain .formula');
    assert.match(await page.locator('.explain').innerText(), /ops ÷ bytes/);
  }));

test('a sweep takes its axis, range and scale from its controls and keeps them in the link', () =>
  scene(`${decode}&view=sweep`, async (page) => {
    await page.waitForSelector('[data-frame="sweep"]');
    assert.ok(await page.locator('.line.beyond').count() >= 1);
    assert.match(await page.locator('.beyond-mark').first().textContent(), /Does not fit.*✕/s);
    await page.locator('[data-sweep="axis"]').selectOption('s');
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('x=s:128..131072:log'));
    await page.locator('[data-sweep="scale"]').selectOption('linear');
    await page.waitForFunction(() => /x=s:128\.\.131072(&|$)/.test(decodeURIComponent(location.hash)));
    await page.locator('[data-sweep="to"]').fill('32k');
    await page.locator('[data-sweep="to"]').press('Enter');
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('x=s:128..32000'));
    await page.locator('[data-sweep="measure"]').selectOption('memory');
    await page.waitForFunction(() => location.hash.includes('view=sweep-memory'));
    assert.match(await page.locator('[data-frame="sweep"] svg.chart').textContent(), /GiB/);
  }));

test('a sweep marks where two devices change places', () =>
  scene('#v=1&m=llama-3.1-8b&w=decode&s=128&tm=roofline&d=h100-sxm5-80gb~h200-sxm&d2.peak=300&view=sweep', async (page) => {
    await page.waitForSelector('.upright');
    assert.match(await page.locator('.upright').textContent(), /H100 SXM5 80GB ahead from \d+/);
    assert.match(await page.locator('.summary').innerText(), /takes less time than/);
  }));

test('the models of time stand side by side, and one press takes one for the page', () =>
  scene('#v=1&w=matmul&mm=256x1024x1024&d=tpu-v2~v100-sxm2-16gb&view=models', async (page) => {
    const frame = page.locator('[data-frame="models"]');
    await frame.waitFor();
    assert.equal(await frame.locator('.bar').count(), 8);
    assert.match(await frame.locator('svg.chart').textContent(), /Essay of 2018, as published[\s\S]*76\.2/);
    await frame.locator('[data-model="roofline"]').click();
    await page.waitForFunction(() => location.hash.includes('tm=roofline'));
    assert.equal(await frame.locator('[data-model="roofline"]').getAttribute('aria-pressed'), 'true');
  }));

for (const [colorScheme, locale] of [['light', 'en-US'], ['dark', 'zh-CN']]) {
  test(`axe finds nothing in the charts, ${colorScheme}, ${locale}`, async () => {
    const { page, context } = await open_page(stage.browser, { colorScheme, locale, bypassCSP: true });
    await visit(page, `${stage.site.address}${decode}&view=sweep`);
    for (const name of ['sweep', 'roofline', 'cost', 'models', 'compare']) {
      await page.click(`[data-figure="${name}"]`);
      await page.waitForSelector(`[data-frame="${name === 'compare' ? 'waterfall' : name}"]`);
      await page.locator('.export summary').first().click();
      assert.deepEqual(await findings(page), [], name);
    }
    await context.close();
  });
}

for (const view of ['roofline', 'sweep', 'cost', 'models', 'compare', 'fit-catalogue', 'scale']) {
  test(`the charts are not wider than a screen of 320 pixels: ${view}`, () =>
    scene(`${decode}&view=${view}`, async (page) => {
      await page.locator('[data-frame]').first().waitFor({ timeout: 30000 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      await page.locator('[data-twin]').first().click();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    }, { viewport: { width: 320, height: 700 }, locale: 'zh-CN' }));
}
