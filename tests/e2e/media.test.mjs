// Readers with settings of their own: less motion, forced colours, paper, a touch screen, keys alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings, open_page, open_settings, scene as on_stage, stage_for_all, visit, word } from './support/browser.mjs';

const stage = stage_for_all();
const scene = (link, act, options) => on_stage(stage, link, act, options);
const decode = '#v=1&m=llama-2-7b&w=decode&d=rtx-4090~h100~tpu-v4';

const views = {
  'the comparison': async () => undefined,
  'an explanation': async (page) => {
    await page.locator('tr[data-row="time"] .num:visible').first().click();
    await page.waitForSelector('.explain .formula');
  },
  'all settings and a dialog': async (page) => {
    await open_settings(page);
    await page.locator('.tools button:visible').first().click();
    await page.locator('dialog .fields').first().waitFor();
  },
};

for (const [name, act] of Object.entries(views)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const locale of ['en-US', 'zh-CN']) {
      test(`axe finds nothing in ${name} of a generation, ${colorScheme}, ${locale}`, () =>
        scene(decode, async (page) => {
          await act(page);
          assert.deepEqual(await findings(page), []);
        }, { colorScheme, locale, bypassCSP: true }));
    }
  }
}

test('nothing moves for a reader who asked for less motion', async () => {
  const moving = (page) => page.evaluate(() => [...document.querySelectorAll('*')].filter((node) => {
    const { transitionDuration, animationName } = getComputedStyle(node);
    return animationName !== 'none' || transitionDuration.split(',').some((each) => parseFloat(each) > 0);
  }).length);
  await scene('', async (page) => assert.equal(await moving(page), 0), { reducedMotion: 'reduce' });
  await scene('', async (page) => assert.ok((await moving(page)) > 0), { reducedMotion: 'no-preference' });
});

test('in forced colours bars, bands and set values keep a colour of the system', () =>
  scene('#v=1&b=4&d=tpu-v4~rtx-4090', async (page) => {
    const seen = await page.evaluate(() => {
      const paper = getComputedStyle(document.body).backgroundColor;
      const dot = getComputedStyle(document.querySelector('.dot'), '::before').borderTopColor;
      return { paper, bar: getComputedStyle(document.querySelector('.chart .bar')).fill, dot };
    });
    assert.notEqual(seen.bar, seen.paper);
    assert.notEqual(seen.dot, seen.paper);
  }, { forcedColors: 'active' }));

test('on paper there are no controls, all columns, and the link with its revision', () =>
  scene('#v=1&b=4', async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const control of ['.top nav', '.toolbar', '.tools', '.sliders', '.choices', '.dot']) {
      assert.equal(await page.locator(`${control}:visible`).count(), 0, control);
    }
    assert.equal(await page.locator('table.comparison thead th:visible').count(), 5);
    assert.ok(await page.locator('#answer').isVisible());
    const printed = await page.locator('.printed').innerText();
    assert.match(printed, /http.*#v=1&b=4.*&k=[0-9a-z]{4}/);
    assert.match(printed, /\d\.\d\.\d/);
  }, { viewport: { width: 500, height: 700 } }));

test('on a touch screen every button and field is at least 36 pixels high, most 44', () =>
  scene('#v=1&b=4', async (page) => {
    const heights = await page.locator('main button:visible, main select:visible, .top button:visible').evaluateAll((nodes) =>
      nodes.map((node) => ({ words: node.textContent, height: node.getBoundingClientRect().height })));
    assert.ok(heights.length > 20);
    for (const { words, height } of heights) assert.ok(height >= 36, `${words}: ${height}`);
    assert.ok(heights.filter(({ height }) => height >= 44).length > heights.length * 0.6);
  }, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }));

test('on a narrow screen the answer stays at hand while the table scrolls', () =>
  scene(decode, async (page) => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    const box = await page.locator('#answer').boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 700, JSON.stringify(box));
  }, { viewport: { width: 320, height: 700 } }));

test('keys alone change the scenario, open a number, go down to a source and come back', () =>
  scene('#v=1&d=tpu-v4~rtx-4090', async (page) => {
    const at = () => page.evaluate(() => document.activeElement);
    const reach = async (selector) => {
      for (let press = 0; press < 60; press += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
      }
      assert.fail(`no way to ${selector}`);
    };
    assert.ok(await at() !== null);
    await reach('[data-field="batch"] input');
    await page.keyboard.type('32');
    await reach('.sliders [data-slider="batch"]');
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await word(page, 'batch').inputValue(), '32');
    await reach('tr[data-row="mfu"] .num');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.explain .formula');
    await page.waitForFunction(() => document.activeElement.id === 'explain-title');
    await reach('.explain summary');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.explain .formula').length >= 2);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement.matches('tr[data-row="mfu"] .num'));
    await page.keyboard.press('?');
    await page.locator('dialog kbd').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement.matches('tr[data-row="mfu"] .num'));
  }));

test('every control that has the focus shows it', () =>
  scene(decode, async (page) => {
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press('Tab');
      const { outline, name } = await page.evaluate(() => {
        const node = document.activeElement;
        return { outline: getComputedStyle(node).outlineStyle, name: node.outerHTML.slice(0, 80) };
      });
      assert.notEqual(outline, 'none', name);
    }
  }));

test('at 320 pixels no view is wider than the screen, in both languages', async () => {
  for (const locale of ['en-US', 'zh-CN']) {
    const { page, context } = await open_page(stage.browser, { locale, viewport: { width: 320, height: 700 } });
    for (const link of ['', decode, '#v=1&w=train&m=gpt2-xl&d=a100~h100&d1.n=8', '#v=1&w=serve&m=llama-2-7b&d=a100', '#v=1&w=finetune&m=llama-2-7b&d=rtx-3090', '#v=1&w=matmul&mm=4096x4096x4096', '#v=1&view=gallery']) {
      await page.goto('about:blank');
      await visit(page, stage.site.address + link);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, link);
    }
    await context.close();
  }
});
