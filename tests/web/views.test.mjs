// The page's components on the real module's answers.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open_views } from '../../web/build/views.mjs';

const views = await open_views();
const engine = await views.start();
const golden = fileURLToPath(new URL('../golden', import.meta.url));

/** Scenarios of the golden answers: every one must be showable. */
const requests = (existsSync(golden) ? readdirSync(golden) : [])
  .filter((name) => name.endsWith('.request.json'))
  .map((name) => ({ name, ...JSON.parse(readFileSync(join(golden, name), 'utf8')) }))
  .filter((request) => request.function === 'estimate');

const links = [
  '', '#v=1&w=train&m=gpt2-xl', '#v=1&m=llama-2-7b&w=decode&b=4&o=16', '#v=1&w=matmul&mm=256x1024x1024&tm=essay-2018&d=tpu-v2~v100',
  '#v=1&w=matmul', '#v=1&w=serve', '#v=1&w=finetune', '#v=1&w=recommend', '#v=1&w=train&m=gpt2-xl&view=memory', '#v=1&view=parts', '#v=1&w=matmul&mm=256x1024x1024&view=models', '#v=1&view=accuracy', '#v=1&m=nobody&d=nothing', '#v=1&b=0&s=-4&p=fp99', '#v=1&m=custom&L=2&h=64&a=2&ff=128&voc=100',
];

function page(link, language = 'en', embedded = false) {
  return views.page_html(engine, { link, language, embedded });
}

/** What a reader sees. @param {string} html */
const words = (html) => html.replace(/<[^>]*>/g, ' ').replaceAll('&amp;', '&').replace(/\s+/g, ' ');

for (const language of ['en', 'zh']) {
  test(`every scenario renders in ${language}, with nothing undefined and no bare code`, () => {
    for (const link of links) {
      for (const embedded of [false, true]) {
        const shown = words(page(link, language, embedded));
        assert.doesNotMatch(shown, /undefined|NaN|\[object|\{[a-z_]+\}/, link);
        assert.doesNotMatch(shown, /\b(issue|answer|row|field|word|fits|bound|time|sentence)\.[a-z]/, link);
      }
    }
  });
}

test('every golden scenario renders', () => {
  for (const { name, request } of requests) {
    const link = typeof request === 'string' ? request : (engine.call('link', request).result?.link ?? '');
    assert.doesNotMatch(words(page(link)), /undefined|NaN|\[object/, name);
  }
});

test('no message of the core is missing in any language, whatever the scenario', () => {
  for (const link of links) {
    const envelopes = [engine.call('link', link || 'v=1'), engine.call('estimate', link || '{}')];
    for (const { issues, result } of envelopes) {
      for (const language of ['en', 'zh']) {
        const { messages } = views.tables[language];
        for (const { code } of issues) assert.ok(Object.hasOwn(messages.issues, code), `${language}: ${code}`);
        for (const { code } of result?.assumptions ?? []) assert.ok(Object.hasOwn(messages.assumptions, code), `${language}: ${code}`);
      }
    }
  }
});

test('the numbers in the page are the numbers of the answer', () => {
  const html = page('#v=1&m=gpt2-xl&w=decode&b=2&d=h100~l4');
  const { devices } = engine.call('estimate', '#v=1&m=gpt2-xl&w=decode&b=2&d=h100~l4').result;
  for (const { memory } of devices) {
    const shown = (memory.total_bytes / 2 ** 30).toFixed(2).replace(/0+$/, '').slice(0, 4);
    assert.ok(html.includes(`>${shown}`), shown);
  }
});

test('the essay’s “slower” stands beside the time it means', () => {
  const shown = words(page('#v=1&w=matmul&mm=256x1024x1024&tm=essay-2018&d=tpu-v2~v100-sxm2-16gb&d1.bw=600&p=fp16'));
  assert.match(shown, /More time than the fastest – 46\.2 %/);
  assert.match(shown, /“Slower” as the essay counts – 31\.6 %/);
});

test('a column without an answer says so, and nothing about its device', () => {
  const shown = words(page('#v=1&d=h100-sxm5-80gb~rtx-4090&d1.p=fp17'));
  assert.match(shown, /no answer/);
  assert.doesNotMatch(shown, /capacity not published|not supported/);
});

test('text of a link is text in the page, whatever it holds', () => {
  const html = page(`#v=1&t=${encodeURIComponent('<img src=x onerror=alert(1)>')}&d=tpu-v4`, 'en', true);
  assert.ok(!html.includes('<img'));
  assert.ok(html.includes('&lt;img'));
});

test('unpublished is said in words and never shown as zero', () => {
  const device = engine.call('catalogue').result.devices.find(({ bandwidth_bytes_per_s }) => bandwidth_bytes_per_s === null);
  if (device) assert.match(words(page(`#v=1&d=${device.id}`)), /not known|not published/);
  const fp8 = words(page('#v=1&d=v100&p=fp8'));
  assert.doesNotMatch(fp8, /\b0 (ms|s|tokens)/);
});

test('nothing carries an inline style or handler, which the content security policy would block', () => {
  for (const link of links) assert.doesNotMatch(page(link), /<[^>]* (style|on[a-z]+)=/);
});
