// Screenshots of the built page for a person to look at:
//   SHOTS=folder node tests/e2e/support/shots.mjs

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist, open_browser, open_page, serve, visit } from './browser.mjs';

const folder = process.env.SHOTS ?? 'shots';
mkdirSync(folder, { recursive: true });
const links = {
  start: '',
  decode: '#v=1&m=llama-2-70b&w=decode&s=2048&o=256&b=16&d=h100-sxm5-80gb~tpu-v4~rtx-4090~a100-sxm4-80gb~mi300x~l4~mtia-v2~b200',
  train: '#v=1&m=gpt2-xl&w=train&d=a100-sxm4-80gb~v100-sxm2-32gb~rtx-4090',
  essay: '#v=1&w=matmul&mm=256x1024x1024&tm=essay-2018&d=tpu-v2~v100-sxm2-16gb~rtx-2080-ti&d1.bw=600&p=fp16',
  damaged: '#v=1&m=bert-large&s=12x&b=999999999999&d=tpu-v4~nothing&k=aaaa',
};
const widths = [320, 768, 1440];

const site = await serve(dist);
const browser = await open_browser();

async function shoot(name, { width, theme, lang, link }, act = async () => undefined) {
  const { page, context } = await open_page(browser, {
    viewport: { width, height: 900 }, colorScheme: theme, locale: lang === 'zh' ? 'zh-CN' : 'en-US',
  });
  await visit(page, site.address + link);
  await act(page);
  await page.screenshot({ path: join(folder, `${name}-${width}-${theme}-${lang}.png`), fullPage: true });
  await context.close();
}

for (const width of widths) {
  await shoot('start', { width, theme: 'light', lang: 'en', link: links.start });
  await shoot('start', { width, theme: 'dark', lang: 'zh', link: links.start });
  await shoot('decode', { width, theme: 'light', lang: 'en', link: links.decode });
}
for (const width of [320, 1440]) {
  await shoot('explain', { width, theme: 'light', lang: 'en', link: '' }, async (page) => {
    await page.locator('tr[data-row="time"] .num:visible').first().click();
    await page.locator('.inputs details summary').first().click();
  });
  await shoot('settings', { width, theme: 'light', lang: 'zh', link: links.train }, (page) => page.click('#settings-toggle'));
  await shoot('picker', { width, theme: 'light', lang: 'en', link: '' }, async (page) => {
    await page.locator('.toolbar .picker button').click();
    await page.keyboard.type('nvidia 2022');
  });
  await shoot('column', { width, theme: 'dark', lang: 'en', link: '' }, (page) => page.locator('.tools button:visible').first().click());
  await shoot('share', { width, theme: 'light', lang: 'en', link: links.decode }, (page) => page.click('#copy-link'));
  await shoot('essay', { width, theme: 'light', lang: 'zh', link: links.essay });
  await shoot('damaged', { width, theme: 'light', lang: 'en', link: links.damaged });
  await shoot('train', { width, theme: 'dark', lang: 'zh', link: links.train });
}
await browser.close();
site.close();
