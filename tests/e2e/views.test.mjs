// Every view of the page on small screens, in both languages, after a reload and on the way back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_page, open_settings, ready, scene as on_stage, stage_for_all, visit } from './support/browser.mjs';
import { decode, idle, serving, show, views } from './support/views.mjs';

const stage = stage_for_all();
const scene = (link, act, options) => on_stage(stage, link, act, options);

/** Four words in a row that begin small are a sentence nobody translated; names and programs are shorter. */
const english = /(?:^|[^\p{L}\d-])(?:[a-z]{2,} ){3}[a-z]{2,}/u;

for (const locale of ['en-US', 'zh-CN']) {
  test(`at 320 pixels no view is wider than the screen, and every word is of the language: ${locale}`, async () => {
    const { page, context, faults } = await open_page(stage.browser, { locale, viewport: { width: 320, height: 700 } });
    await visit(page, stage.site.address);
    for (const [name, link, there] of views) {
      await show(page, link, there);
      const { wide, words, broken } = await page.evaluate(() => {
        const copy = document.querySelector('main').cloneNode(true);
        // Titles of sources and claims of others are quoted as they are.
        for (const node of copy.querySelectorAll('a[href^="http"], blockquote, q, option, [lang="en"]')) node.remove();
        // A number keeps to one line of its own, inside its cell.
        const broken = [...document.querySelectorAll('.twin :is(td, .num)')].filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 || (node.matches('.num:not(.answer-of *)') && node.offsetHeight > 40));
        return { broken: broken.map((node) => node.textContent), wide: document.scrollingElement.scrollWidth, words: copy.textContent };
      });
      assert.equal(wide, 320, name);
      assert.deepEqual(broken, [], name);
      assert.doesNotMatch(words, /undefined|NaN|\[object|\{[a-z_]+\}|\b(?:plot|fit|limits|compare|figure|row|field|word|item)\.[a-z]+[._a-z]*\b/, name);
      if (locale === 'zh-CN') assert.equal(english.exec(words)?.[0], undefined, name);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('at twice the size of everything, and in the columns of a small window, no view is wider than the screen', async () => {
  const { page, context, faults } = await open_page(stage.browser, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
  await visit(page, stage.site.address);
  for (const [name, link, there] of views) {
    await show(page, link, there);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 640, name);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('a reload leaves every view as it was', async () => {
  const { page, context, faults } = await open_page(stage.browser);
  await visit(page, stage.site.address);
  const title = () => page.locator('main :is(h1, h2, #chart-title):not(.hidden)').first().innerText();
  for (const [name, link, there] of views) {
    await show(page, link, there);
    const before = [await title(), page.url()];
    await page.reload();
    await ready(page);
    await page.locator(there).first().waitFor({ state: 'attached', timeout: 30000 });
    assert.deepEqual([await title(), page.url()], before, name);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('back and forward lead through the views that were opened, with the scenario each had', () =>
  scene(serving, async (page) => {
    const shown = () => page.locator('[role="tab"][aria-selected="true"]').getAttribute('data-figure');
    const open = async (name) => {
      await page.locator(`[data-figure="${name}"]`).click();
      await page.waitForFunction((wanted) => location.hash.includes(`view=${wanted}`), name);
    };
    for (const name of ['roofline', 'sweep', 'limits']) await open(name);
    for (const name of ['sweep', 'roofline', 'time']) {
      await page.goBack();
      await page.waitForFunction((wanted) => document.querySelector('[role="tab"][aria-selected="true"]').dataset.figure === wanted, name);
    }
    for (const name of ['roofline', 'sweep', 'limits']) {
      await page.goForward();
      await page.waitForFunction((wanted) => document.querySelector('[role="tab"][aria-selected="true"]').dataset.figure === wanted, name);
    }
    assert.equal(await shown(), 'limits');
    await page.locator('[data-limits]').first().waitFor();
    assert.equal(await page.locator('thead th').filter({ hasText: 'Adjust' }).count(), 3);
  }));

const junk = ['-1', '1e400', '0x10', '<b>1</b>', '12 34 x', '٣', '🙂', '1,5', 'NaN', "'; --", '9'.repeat(400), '1'.repeat(80)];

test('junk in any field stays there with what is wrong, breaks nothing, and undo takes all of it back', () =>
  scene('#v=1&m=llama-3.1-8b&w=serve&d=h100-sxm5-80gb~rtx-4090', async (page) => {
    const before = await page.locator('table.comparison').innerText();
    await open_settings(page);
    await page.locator('.settings details').evaluateAll((all) => all.forEach((details) => { details.open = true; }));
    const fields = page.locator('.sentence input[type="text"], .settings input[type="text"]');
    const count = await fields.count();
    assert.ok(count > 40);
    for (let at = 0; at < count; at += 1) await fields.nth(at).fill(junk[at % junk.length]);
    assert.match(await page.locator('#answer').innerText(), /\p{L}/u);
    await page.click('#language');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
    assert.equal(await fields.nth(count - 1).inputValue(), junk[(count - 1) % junk.length]);
    await page.click('#language');
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    for (let step = 0; step < count + 4 && !(await page.locator('#undo').isDisabled()); step += 1) await page.click('#undo');
    assert.equal(await page.locator('table.comparison').innerText(), before);
  }));

for (const link of [
  '#', '#%', '#%E0%A4%A', '#v=1&m=%00%01', '#v=999999', '#v=1&d=~~~~', '#v=1&d=h100&d9.n=4&d0.n=1', '#v=1&view=nothing-at-all', '#v=1&view=fit-nonsense', '#v=1&view=explain-9.memory.nothing',
  '#v=1&x=b:9..1', '#v=1&x=nonsense&view=sweep', '#v=1&s=1e99&b=-5', `#v=1&t=${'%F0%9F%98%80'.repeat(80)}`, `#v=1&${'q=1&'.repeat(300)}`, '#javascript:alert(1)', '#<script>alert(1)</script>',
  '#v=1&d=h100&d1.name=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', '?m=gpt2&w=train#v=1', '#v=1&lang=xx&theme=neon&u=feet', '#v=1&w=plan&view=plan', '#v=1&m=custom&view=limits', '#v=1&m=custom&L=1&h=1&view=compare',
]) {
  test(`a junk link opens a page that works: ${link.slice(0, 60)}`, () =>
    scene(link, async (page) => {
      assert.match(await page.locator('main').innerText(), /\p{L}{3}/u);
      await idle(page);
      assert.doesNotMatch(await page.locator('main').innerText(), /undefined|NaN|\[object/);
      // The page still answers: a reset leads to the default comparison.
      await page.click('#reset');
      await page.waitForFunction(() => document.querySelectorAll('table.comparison thead th').length === 5);
      assert.match(await page.locator('#answer').innerText(), /is fastest/);
    }, { locale: 'en-US' }));
}

test('a sweep shades the band of every line, tells it, leaves it in the table, and may hide it', () =>
  scene(`${decode}&view=sweep`, async (page) => {
    await page.locator('[data-frame="sweep"] .line').first().waitFor({ state: 'attached' });
    // Eight shades over each other are asked for; three are there by themselves.
    assert.equal(await page.locator('.band-area').count(), 0);
    await page.locator('[data-bands]').check();
    const lines = await page.locator('[data-frame="sweep"] .band-area').count();
    assert.ok(lines >= 7);
    await page.locator('.plotted').focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await page.locator('.said').innerText(), /\([\d.,]+ \S+ – [\d.,]+ \S+\)/);
    await page.locator('[data-bands]').uncheck();
    assert.equal(await page.locator('.band-area').count(), 0);
    await page.locator('[data-twin]').click();
    assert.match(await page.locator('.twin thead').innerText(), /Low\s+High/);
  }));

for (const [view, there, name, heads] of [
  ['limits', '[data-limits]', 'limits', /^device,limit,value,threshold,unit,left,state,why,axis,at\r\n/], ['compare', '[data-pair]', 'devices', /^fact,d1_/],
  ['fit-batch', '.fit td', 'fit', /^device,batch,state,total_bytes,capacity_bytes,total_s\r\n/],
]) {
  test(`the table of ${view} leaves as CSV in plain numbers`, () =>
    scene(`${serving}&view=${view}`, async (page) => {
      await page.locator(there).first().waitFor();
      const menu = page.locator(`[data-export-of="${name}"]`);
      await menu.locator('summary').click();
      const [file] = await Promise.all([page.waitForEvent('download'), menu.locator('[data-export="csv"]').click()]);
      const chunks = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      assert.match(text, heads);
      assert.match(text, /,\d+(\.\d+)?[,\r]/);
      assert.doesNotMatch(text, /undefined|NaN|GiB/);
    }));
}

test('a text that the browser does not let the page copy is there to be copied by hand', () =>
  scene(serving, async (page) => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }));
    await page.click('#copy-link');
    await page.locator('dialog').getByRole('button', { name: 'Copy link' }).click();
    await page.locator('dialog [role="status"]').first().filter({ hasText: /\w/ }).waitFor();
    await page.locator('[data-share="link"]').focus();
    assert.equal(await page.evaluate(() => { const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd); }), await page.locator('[data-share="link"]').inputValue());
  }));
