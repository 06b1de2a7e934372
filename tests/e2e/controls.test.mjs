// What a reader does with the controls: undo and redo, presets, keys, numbers as they are typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, findings, open_settings, scene, stage_for_all, word } from './support/browser.mjs';

const stage = stage_for_all();
const first = (page) => cell(page, 'time', 0);

test('sixty changes are undone one by one with Ctrl+Z, and done again with Ctrl+Shift+Z', () =>
  scene(stage, '#v=1&b=1&d=tpu-v4~rtx-4090', async (page) => {
    const seen = [await first(page)];
    for (let batch = 2; batch <= 61; batch += 1) {
      await word(page, 'batch').fill(String(batch));
      await word(page, 'batch').press('Enter');
      seen.push(await first(page));
    }
    for (let step = 59; step >= 0; step -= 1) {
      await page.keyboard.press('Control+z');
      assert.equal(await word(page, 'batch').inputValue(), String(step + 1));
      assert.equal(await first(page), seen[step]);
    }
    assert.ok(await page.locator('#undo').isDisabled());
    for (let step = 1; step <= 60; step += 1) await page.keyboard.press('Control+Shift+z');
    assert.equal(await first(page), seen[60]);
    assert.ok(await page.locator('#redo').isDisabled());
    await page.waitForFunction(() => location.hash.includes('b=61'));
  }));

test('typing in one field is one step, and a removed device and a reset come back', () =>
  scene(stage, '#v=1&m=gpt2&d=tpu-v4~rtx-4090~h100', async (page) => {
    await word(page, 'batch').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2048');
    await page.locator('.tools .remove').first().click();
    await page.click('#reset');
    assert.equal(await page.locator('thead th').count(), 5);
    await page.click('#undo');
    assert.equal(await page.locator('thead th').count(), 2);
    assert.match(await page.locator('.sentence').innerText(), /GPT-2/);
    await page.click('#undo');
    assert.equal(await page.locator('thead th').count(), 3);
    assert.equal(await word(page, 'batch').inputValue(), '2,048');
    await page.click('#undo');
    assert.equal(await word(page, 'batch').inputValue(), '1');
    await page.click('#redo');
    assert.equal(await word(page, 'batch').inputValue(), '2,048');
  }));

test('a link opened over an edited scenario does not cost it: undo brings it back', () =>
  scene(stage, '#v=1&d=tpu-v4', async (page) => {
    await word(page, 'batch').fill('77');
    await page.evaluate(() => (location.hash = '#v=1&m=gpt2&d=v100'));
    await page.waitForFunction(() => document.querySelector('.sentence .choice').textContent.includes('GPT-2'));
    await page.click('#undo');
    assert.equal(await word(page, 'batch').inputValue(), '77');
  }));

test('undo is the page\'s also inside a field, and a text area keeps its own', () =>
  scene(stage, '#v=1&d=tpu-v4', async (page) => {
    await word(page, 'batch').fill('9');
    await page.keyboard.press('Meta+z');
    assert.equal(await word(page, 'batch').inputValue(), '1');
    await word(page, 'batch').fill('8');
    await page.click('#bring');
    await page.locator('#model-text').fill('{}');
    await page.keyboard.press('Control+z');
    assert.equal(await word(page, 'batch').inputValue(), '8');
  }));

test('every preset says its answer in one line and opens as a scenario that undo takes back', () =>
  scene(stage, '#v=1&m=gpt2&d=v100', async (page) => {
    await page.click('#presets');
    const items = page.locator('[data-preset]');
    await items.first().waitFor();
    assert.ok((await items.count()) >= 8);
    for (const text of await items.locator('p').allInnerTexts()) assert.match(text, /fastest|takes/);
    const wanted = await page.locator('[data-preset="cluster"] p').innerText();
    await page.locator('[data-preset="cluster"] a').click();
    await page.waitForFunction(() => document.querySelector('.sentence .choice').textContent.includes('GPT-3'));
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.locator('#answer').innerText(), wanted);
    assert.equal(await page.locator('.notices').count(), 0);
    await page.click('#undo');
    assert.match(await page.locator('.sentence').innerText(), /GPT-2/);
  }));

test('the question mark opens the help, except where text is typed', () =>
  scene(stage, '', async (page) => {
    await word(page, 'batch').fill('');
    await page.keyboard.press('?');
    assert.equal(await page.locator('dialog').count(), 0);
    await page.locator('#reset').focus();
    await page.keyboard.press('?');
    await page.locator('dialog kbd').first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog').count(), 0);
    await page.click('#help');
    assert.match(await page.locator('dialog').innerText(), /1\.5T/);
  }));

for (const [panel, locale] of [['presets', 'zh-CN'], ['help', 'zh-CN'], ['presets', 'en-US'], ['help', 'en-US']]) {
  test(`axe finds nothing in the window of ${panel}, ${locale}, on a screen of 320 pixels`, () =>
    scene(stage, '', async (page) => {
      await page.click(`#${panel}`);
      await page.locator('dialog h2').waitFor();
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    }, { locale, bypassCSP: true, viewport: { width: 320, height: 700 }, colorScheme: locale === 'zh-CN' ? 'dark' : 'light' }));
}

test('a slider and its number are one value, and arrows, pages and ends move it', () =>
  scene(stage, '#v=1&d=tpu-v4~rtx-4090', async (page) => {
    const slider = page.locator('.sliders [data-slider="batch"]');
    const batch = () => word(page, 'batch').inputValue();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await batch(), '2');
    const two = await first(page);
    await page.keyboard.press('ArrowRight');
    assert.equal(await batch(), '3');
    assert.notEqual(await first(page), two);
    assert.equal(await slider.getAttribute('aria-valuetext'), '3');
    await page.keyboard.press('PageUp');
    assert.ok(Number(await batch()) >= 6);
    await page.keyboard.press('End');
    assert.equal(await batch(), '65,536');
    await page.keyboard.press('Home');
    assert.equal(await batch(), '1');
    await word(page, 'batch').fill('2k');
    assert.equal(await slider.getAttribute('aria-valuetext'), '2,000');
    await page.waitForFunction(() => location.hash.includes('b=2000'));
  }));

test('numbers are read as people write them, in any width and in both languages', () =>
  scene(stage, '#v=1&w=train&m=gpt2&d=h100', async (page) => {
    await open_settings(page);
    for (const [typed, key] of [['7B', 'tok=7000000000'], ['1.5T', 'tok=1500000000000'], ['2,048', 'tok=2048'], ['２万', 'tok=20000'], ['3亿', 'tok=300000000'], ['70亿', 'tok=7000000000'], ['1.5万亿', 'tok=1500000000000'], ['8千', 'tok=8000']]) {
      await page.locator('.settings [data-field="run_tokens"] input').fill(typed);
      await page.waitForFunction((wanted) => new RegExp(`${wanted}(&|$)`).test(location.hash), key);
    }
  }));

test('a dot beside a value that was set takes it back to the default, and the focus stays', () =>
  scene(stage, '#v=1&b=64&d=tpu-v4~rtx-4090&d1.bw=600', async (page) => {
    const changed = await first(page);
    assert.equal(await page.locator('.sentence [data-field="sequence_length"] .dot').count(), 0);
    await page.locator('.sentence [data-field="batch"] .dot').focus();
    await page.keyboard.press('Enter');
    assert.equal(await word(page, 'batch').inputValue(), '1');
    assert.equal(await page.locator('.sentence .dot').count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.closest('[data-field]').dataset.field), 'batch');
    assert.notEqual(await first(page), changed);
    await page.locator('.tools button').first().click();
    await page.locator('dialog [data-field="bandwidth_gb_per_s"] .dot').click();
    assert.equal(await page.locator('dialog [data-field="bandwidth_gb_per_s"] input[type="text"]').inputValue(), '');
    await page.waitForFunction(() => !location.hash.includes('d1.bw'));
  }));

test('what cannot be read stays in its field with what is wrong, whatever else changes', () =>
  scene(stage, '#v=1&d=tpu-v4~rtx-4090', async (page) => {
    await word(page, 'batch').fill('many');
    await page.keyboard.press('Tab');
    assert.equal(await word(page, 'batch').inputValue(), 'many');
    assert.match(await page.locator('[data-field="batch"] .issue').innerText(), /many[\s\S]*from 1 to 100,000,000/);
    await word(page, 'sequence_length').fill('256');
    await page.locator('.tools .remove').first().click();
    await page.click('#language');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
    await page.waitForFunction(() => location.hash.includes('b=many'));
    await page.reload();
    await page.waitForSelector('html[data-ready="yes"]');
    assert.equal(await word(page, 'batch').inputValue(), 'many');
    assert.equal(await word(page, 'sequence_length').inputValue(), '256');
  }));

test('lists are searched by vendor, year and name, with the keyboard', () =>
  scene(stage, '#v=1&d=tpu-v4', async (page) => {
    await page.locator('.toolbar .picker button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('nvidia 2022');
    const found = await page.locator('[role="option"] small').allInnerTexts();
    assert.ok(found.length >= 2);
    for (const text of found) assert.match(text, /NVIDIA · 2022/);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const second = await page.locator('[aria-selected="true"] span').innerText();
    await page.keyboard.press('Enter');
    assert.match(await page.locator('thead th').nth(1).innerText(), new RegExp(second));
    await page.locator('[data-field="model"] button').click();
    await page.keyboard.type('no such model');
    assert.match(await page.locator('.pop [role="status"]').innerText(), /Nothing matches/);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.closest('[data-field]').dataset.field), 'model');
  }));

test('a scenario file that was saved opens again, dropped on the page, and undo takes it back', () =>
  scene(stage, '#v=1&m=gpt2-xl&w=train&b=48&d=h100~v100', async (page) => {
    await page.click('#copy-link');
    const saved = await Promise.all([page.waitForEvent('download'), page.locator('dialog [download]').click()]);
    assert.equal(saved[0].suggestedFilename(), 'scenario.json');
    const file = await page.locator('[data-share="file"]').inputValue();
    await page.keyboard.press('Escape');
    await page.click('#reset');
    await page.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'scenario.json', { type: 'application/json' }));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, file);
    await page.locator('[data-use="scenario"]').click();
    assert.equal(await word(page, 'batch').inputValue(), '48');
    assert.equal(await page.locator('thead th').count(), 2);
    await page.click('#undo');
    assert.equal(await page.locator('thead th').count(), 5);
  }));

test('a citation names the answer, the version, the link and the day', () =>
  scene(stage, '#v=1&m=gpt2&b=4&d=h100', async (page) => {
    await page.click('#copy-link');
    const link = await page.locator('[data-share="link"]').inputValue();
    const cite = await page.locator('[data-share="cite"]').inputValue();
    assert.ok(cite.includes(link));
    assert.match(cite, /^Tilewise \d+\.\d+\.\d+, “GPT-2.*batch 4.*seen \d{4}-\d\d-\d\d\.$/);
  }));

test('a wrong number is reported with its scenario, its formula and its value', () =>
  scene(stage, '#v=1&m=gpt2&b=4&d=h100', async (page) => {
    await page.locator('tr[data-row="time"] .num').click();
    await page.waitForSelector('.explain .formula');
    await page.click('[data-report]');
    const report = await page.locator('[data-share="report"]').inputValue();
    assert.match(report, /number: devices\.0\.time\.prefill_s/);
    assert.match(report, /scenario: http.*#v=1&m=gpt2&b=4.*&k=[0-9a-z]{4}/);
    assert.match(report, /formula: [a-z.-]+\n/);
    assert.match(report, /value: [\d.e-]+ s/);
  }));

test('the sentence has the words its workload needs, and all settings have the rest', () =>
  scene(stage, '#v=1&m=llama-2-7b&w=decode&d=h100', async (page) => {
    const words = () => page.locator('.sentence [data-field]').evaluateAll((nodes) => nodes.map((node) => node.dataset.field));
    assert.ok((await words()).includes('output_tokens'));
    assert.ok(!(await words()).includes('optimizer'));
    await word(page, 'workload').selectOption('train');
    assert.ok((await words()).includes('optimizer'));
    assert.ok((await words()).includes('micro_batch'));
    assert.ok(!(await words()).includes('output_tokens'));
    assert.ok(!(await words()).includes('tensor_parallel'));
    await page.locator('.tools button').first().click();
    await page.locator('dialog [data-field="count"] input[type="text"]').fill('8');
    await page.keyboard.press('Escape');
    assert.ok((await words()).includes('tensor_parallel'));
    assert.ok((await words()).includes('zero_stage'));
    await open_settings(page);
    assert.equal(await page.locator('.settings [data-field="output_tokens"]').count(), 1);
  }));

test('an explanation has a link of its own, which opens with it', () =>
  scene(stage, '#v=1&m=gpt2&b=4&d=h100~v100', async (page) => {
    await page.locator('tr[data-row="memory"] td').nth(1).locator('.num').click();
    await page.waitForSelector('.explain .formula');
    const text = await page.locator('.explain h2').innerText();
    const link = await page.locator('[data-linked]').getAttribute('href');
    assert.match(link, /view=explain-1\.memory\.total-bytes&k=[0-9a-z]{4}$/);
    await page.goto('about:blank');
    await page.goto(stage.site.address + link);
    await page.waitForSelector('.explain .formula');
    assert.equal(await page.locator('.explain h2').innerText(), text);
    assert.equal(await page.locator('.notices').count(), 0);
    // What it rests on has a link too, once it is open.
    const input = page.locator('.explain details').first();
    await input.locator('summary').first().click();
    const inner = input.locator('[data-linked]').last();
    await inner.waitFor();
    const amount = await input.locator('summary .amount').first().innerText();
    await inner.click();
    await page.waitForFunction((words) => document.querySelector('.explain .big')?.textContent === words, amount);
  }));

test('a number of another time model, and one with a long path, open by their links', () =>
  scene(stage, '#v=1&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb&view=explain-m.roofline.0.time.decode-s-per-token', async (page) => {
    await page.waitForSelector('.explain .formula');
    assert.equal(await page.locator('[role=tab][aria-selected=true]').getAttribute('data-figure'), 'models');
    await page.evaluate(() => { location.hash = '#v=1&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb&view=explain-l.0.precision.formats.1.rate-ops-per-s'; });
    await page.locator('[role=tab][aria-selected=true][data-figure=limits]').waitFor();
    await page.locator('.explain .big', { hasText: /OP\/s/ }).waitFor();
    assert.equal(await page.locator('.notices').count(), 1);
  }));
