import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings, open_page, open_settings, scene, stage_for_all, visit, word } from './support/browser.mjs';

const stage = stage_for_all();

const views = {
  'the comparison': async () => undefined,
  'an explanation': async (page) => {
    await page.locator('tr[data-row="time"] .num').first().click();
    await page.locator('.inputs summary').first().click();
  },
  'all settings': open_settings,
  'a picker': (page) => page.locator('.toolbar .picker button').click(),
  "a column's dialog": (page) => page.locator('.tools button').first().click(),
  'the table twin': (page) => page.click('[data-twin]'),
  'memory by part': (page) => page.click('[data-figure="memory"]'),
};

for (const [name, act] of Object.entries(views)) {
  for (const [colorScheme, locale] of [['light', 'en-US'], ['dark', 'zh-CN']]) {
    test(`axe finds nothing in ${name}, ${colorScheme}, ${locale}`, async () => {
      const { page, context } = await open_page(stage.browser, { colorScheme, locale, bypassCSP: true });
      await visit(page, stage.site.address);
      await act(page);
      assert.deepEqual(await findings(page), []);
      await context.close();
    });
  }
}

test('axe finds nothing in the notices of a damaged link', async () => {
  const { page, context } = await open_page(stage.browser, { bypassCSP: true });
  await visit(page, `${stage.site.address}#v=1&s=12x&d=tpu-v4~nothing&k=aaaa`);
  assert.deepEqual(await findings(page), []);
  await context.close();
});

for (const link of ['', '#v=1&m=llama-2-70b&w=decode&b=16&d=h100-sxm5-80gb~tpu-v4~rtx-4090~a100-sxm4-80gb~mi300x~l4~mtia-v2~b200-sxm', '#v=1&s=12x&d=nothing&k=aaaa']) {
  test(`nothing is wider than a screen of 320 pixels: ${link || 'start'}`, async () => {
    const { page, context } = await open_page(stage.browser, { viewport: { width: 320, height: 700 } });
    await visit(page, stage.site.address + link);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await width(), 320);
    await open_settings(page);
    assert.equal(await width(), 320);
    if (await page.locator('.num:visible').count()) {
      await page.locator('.num:visible').first().click();
      assert.equal(await width(), 320);
    }
    await context.close();
  });
}

test('on a narrow screen two columns show, and the picker brings the others', async () => {
  const { page, context } = await open_page(stage.browser, { viewport: { width: 360, height: 700 } });
  await visit(page, stage.site.address);
  assert.equal(await page.locator('thead th:visible').count(), 2);
  await page.locator('.pair select').first().selectOption('4');
  assert.match(await page.locator('thead th:visible').last().innerText(), /RTX 4090/);
  await context.close();
});

test('the answer is spoken half a second after the last key, not at every one', () =>
  scene(stage, '', async (page) => {
    await page.evaluate(() => {
      window.said = [];
      const spoken = document.getElementById('spoken');
      new MutationObserver(() => window.said.push(spoken.textContent)).observe(spoken, { childList: true, characterData: true, subtree: true });
    });
    assert.equal(await page.locator('#spoken').getAttribute('aria-live'), 'polite');
    // Three changes in one task: no clock decides whether they are fast enough.
    await word(page, 'batch').evaluate((input) => {
      for (const text of ['3', '32', '320']) {
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    });
    const answer = await page.locator('#answer').innerText();
    await page.waitForFunction((words) => document.getElementById('spoken').textContent === words, answer);
    assert.deepEqual((await page.evaluate(() => window.said)).filter(Boolean), [answer]);
  }));

test('the skip link leads to the answer', async () => {
  const { page, context } = await open_page(stage.browser);
  await visit(page, stage.site.address);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  assert.equal(new URL(page.url()).hash, '');
  await context.close();
});

test('ids stay unique and every label names its own control, whatever comes into the sentence', () =>
  scene(stage, '', async (page) => {
    const problems = () => page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      const lost = [...document.querySelectorAll('label[for]')].filter((label) => label.control?.closest('[data-field]') !== label.closest('[data-field]'));
      return [...twice, ...lost.map((label) => label.textContent)];
    });
    assert.deepEqual(await problems(), []);
    for (const workload of ['decode', 'train', 'serve', 'matmul', 'finetune', 'prefill']) {
      await word(page, 'workload').selectOption(workload);
      assert.deepEqual(await problems(), [], workload);
    }
    await open_settings(page);
    await page.locator('.tools button').first().click();
    await page.locator('dialog .fields').first().waitFor();
    assert.deepEqual(await problems(), []);
  }));
