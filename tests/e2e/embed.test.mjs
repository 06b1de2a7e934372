import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dist, open_browser, open_page, serve } from './support/browser.mjs';

const post = fileURLToPath(new URL('../web/fixtures/blog-post.html', import.meta.url));
let folder;
let site;
let browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tilewise-'));
  cpSync(post, join(folder, 'blog-post.html'));
  cpSync(join(dist, 'embed.html'), join(folder, 'embed.html'));
  site = await serve(folder);
  browser = await open_browser();
});
after(async () => {
  await browser?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the embed answers inside a sandboxed frame of a blog post, from one file', async () => {
  const { page, context, faults } = await open_page(browser);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.address}blog-post.html`);
  const frame = page.frameLocator('iframe');
  await frame.locator('html[data-ready="yes"]').waitFor();
  assert.match(await frame.locator('.answer').innerText(), /is fastest/);
  assert.equal(await frame.locator('thead th').count(), 3);
  assert.deepEqual([...new Set(asked)], ['/blog-post.html', '/embed.html']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the embed keeps its own address and tells its height', async () => {
  const { page, context, faults } = await open_page(browser);
  await page.goto(`${site.address}blog-post.html`);
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  await frame.waitForSelector('html[data-ready="yes"]');
  const address = frame.url();
  const height = () => element.evaluate((node) => node.getBoundingClientRect().height);
  await page.waitForFunction(() => document.querySelector('iframe').style.height !== '');
  const before = await height();
  await page.setViewportSize({ width: 700, height: 900 });
  await frame.getByRole('button', { name: 'Show as table' }).click();
  await page.waitForFunction((old) => document.querySelector('iframe').getBoundingClientRect().height !== old, before);
  assert.equal(frame.url(), address);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the embed works from a file, without any server', async () => {
  const { page, context, faults } = await open_page(browser);
  await page.goto(`file://${join(folder, 'embed.html')}#v=1&d=tpu-v4~v100&b=8`);
  await page.waitForSelector('html[data-ready="yes"]');
  assert.equal(await page.locator('thead th').count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the embed speaks Chinese too, in words and not in codes', async () => {
  const { page, context, faults } = await open_page(browser, { locale: 'zh-CN' });
  await page.goto(`${site.address}embed.html#v=1&w=decode&m=llama-2-7b&d=tpu-v4~v100-sxm2-16gb&p=bf16`);
  await page.waitForSelector('html[data-ready="yes"][lang="zh-CN"]');
  const text = await page.locator('body').innerText();
  assert.match(text, /最快/);
  assert.doesNotMatch(text, /\b(field|word|group|row|item|input|formula|issue|precision)\.[a-z]/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the frame in the post is sandboxed and has a plain link beside it', () => {
  const text = readFileSync(post, 'utf8');
  assert.match(text, /sandbox="allow-scripts/);
  assert.doesNotMatch(text, /allow-same-origin/);
  assert.match(text, /<figcaption>[\s\S]*<a href/);
});

test('an embed sets the models of time side by side: published, corrected, ideal and achievable', async () => {
  const { page, context, faults } = await open_page(browser);
  await page.goto(`${site.address}embed.html#v=1&w=matmul&mm=256x1024x1024&d=tpu-v2~v100-sxm2-16gb&d1.bw=600&p=fp16&view=models`);
  await page.waitForSelector('.chart .bar');
  assert.equal(await page.locator('.chart .bar').count(), 8);
  const text = await page.locator('.chart').textContent();
  assert.match(text, /V100 SXM2 16GB · essay 2018[^·]*76\.2/);
  assert.match(text, /TPU v2 · essay 2018[^·]*52\.1/);
  assert.match(text, /· tiled[\s\S]*· roofline[\s\S]*· essay, corrected/);
  assert.deepEqual(faults, []);
  await context.close();
});
