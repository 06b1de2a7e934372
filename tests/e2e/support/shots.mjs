// Screenshots of the built page for a person to look at: every view and window, on three widths, in both themes and both
// languages. SHOTS=folder node tests/e2e/support/shots.mjs [WORD of a name, width, theme or language …]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist, open_browser, open_page, ready, serve } from './browser.mjs';
import { decode, idle, own, serving, train, views } from './views.mjs';

const folder = process.env.SHOTS ?? 'shots';
mkdirSync(folder, { recursive: true });

const essay = '#v=1&w=matmul&mm=256x1024x1024&tm=essay-2018&d=tpu-v2~v100-sxm2-16gb~rtx-2080-ti&d1.bw=600&p=fp16';
const click = (selector) => async (page) => {
  await page.locator(`${selector}:visible`).first().click();
  await page.locator('dialog').first().waitFor();
};

/** Name, link, and what is done before the picture; a figure is waited for where one comes. @type {[string, string, ((page: any) => Promise<any>)?][]} */
const scenes = [
  ['start', ''], ['decode', decode], ['serving', serving], ['train', train], ['essay', essay], ['own', own],
  ['damaged', '#v=1&m=bert-large&s=12x&b=999999999999&d=tpu-v4~nothing&k=aaaa'],
  ...views.slice(1).map(([name, link, there]) => [name, link, (page) => page.locator(there).first().waitFor({ state: 'attached', timeout: 40000 })]),
  ['explain', train, async (page) => {
    await page.locator('tr[data-row="time"] .num:visible').first().click();
    await page.locator('.inputs details summary').first().click();
  }],
  ['settings', train, (page) => page.click('#settings-toggle')],
  ['picker', '', async (page) => {
    await page.locator('.toolbar .picker button').click();
    await page.keyboard.type('tpu7x-');
  }],
  ['table', `${serving}&view=sweep`, async (page) => {
    await page.locator('.framed [data-twin]').waitFor();
    await page.locator('[data-twin]').click();
  }],
  ['column', decode, async (page) => {
    await click('.tools button')(page);
    for (const name of ['specs', 'dossier']) await page.locator(`[data-details="${name}"] summary`).click();
  }],
  ['own-column', own, async (page) => {
    await page.locator('thead th:visible').nth(1).locator('.tools button').first().click();
    await page.locator('[data-own]').waitFor();
  }],
  ['share', decode, click('#copy-link')], ['presets', '', click('#presets')], ['help', '', click('#help')], ['bring', '', click('#bring')],
];

const site = await serve(dist);
const browser = await open_browser();
const words = process.argv.slice(2);
const wanted = (...names) => words.every((word) => names.some((name) => String(name) === word || String(name).startsWith(`${word}-`)));

/** The figure of a view has come. */
const settled = async (page) => {
  await idle(page);
  await page.waitForTimeout(150);
};

for (const width of [320, 768, 1440]) {
  for (const theme of ['light', 'dark']) {
    for (const lang of ['en', 'zh']) {
      const chosen = scenes.filter(([name]) => wanted(name, width, theme, lang));
      for (const [name, link, act] of chosen) {
        const { page, context, faults } = await open_page(browser, { viewport: { width, height: 900 }, colorScheme: theme, locale: lang === 'zh' ? 'zh-CN' : 'en-US' });
        try {
          await page.goto(site.address + link);
          await ready(page);
          await settled(page);
          await act?.(page);
          await settled(page);
        } catch (error) {
          faults.push(String(error).split('\n')[0]);
        }
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        if (wide > 0 || faults.length) console.log(`${name} ${width} ${theme} ${lang}: ${wide > 0 ? `${wide} px too wide` : ''} ${faults.join(' ')}`);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}-${lang}.png`), fullPage: true });
        await context.close();
      }
    }
  }
}
await browser.close();
site.close();
