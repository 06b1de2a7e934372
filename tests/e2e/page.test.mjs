import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cell, dist, open_page, open_settings, ready, stage_for_all } from './support/browser.mjs';

const stage = stage_for_all();

/** Runs one scene on a page of its own; nothing may be reported on the console. */
const scene = (act, { link = '', ...options } = {}) => stage.scene(link, act, options);

const field = (page, name) => page.locator(`.sentence [data-field="${name}"] :is(input, select)`);

/** The command line's answer to the scenario in the address bar. */
function command_line(link) {
  const tilewise = process.env.TILEWISE_CLI ?? new URL('../../build/native/core/cli/tilewise', import.meta.url).pathname;
  return JSON.parse(execFileSync(tilewise, ['estimate', '--json', link], { encoding: 'utf8' })).result;
}

/** "937 µs" as seconds, to the three digits that are shown. */
function seconds_of(text) {
  const [, number, unit] = /^([\d.,]+)\s*(s|ms|µs|ns)/.exec(text.trim());
  return Number(number.replaceAll(',', '')) * { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 }[unit];
}

test('the default comparison stands in the page before any script runs', async () => {
  const { page, context } = await open_page(stage.browser, { javaScriptEnabled: false });
  await page.goto(stage.site.address);
  assert.equal(await page.locator('table.comparison thead th').count(), 5);
  for (let column = 0; column < 5; column += 1) assert.match(await cell(page, 'time', column), /^[\d.,]+ (s|ms|µs)/);
  assert.match(await page.locator('.answer').innerText(), /is fastest/);
  await context.close();
});

test('the module takes the pre-rendered page over without changing a number', () =>
  scene(async (page) => {
    const before_scripts = readFileSync(`${dist}/index.html`, 'utf8');
    for (let column = 0; column < 5; column += 1) {
      const [number] = (await cell(page, 'time', column)).split(/\s/);
      assert.ok(before_scripts.includes(`>${number}<`), number);
    }
    assert.equal(await page.locator('#app > header').count(), 1);
    assert.equal(new URL(page.url()).hash, '');
  }));

test('a changed field changes the number at once, to the number of the command line', () =>
  scene(async (page) => {
    const old = await cell(page, 'time', 0);
    await field(page, 'batch').fill('32');
    assert.notEqual(await cell(page, 'time', 0), old);
    await page.waitForFunction(() => location.hash.includes('b=32'));
    const { devices } = command_line(new URL(page.url()).hash);
    assert.equal(devices.length, 5);
    for (const { index, time } of devices) {
      const shown = seconds_of(await cell(page, 'time', index));
      assert.ok(Math.abs(shown - time.prefill_s) <= time.prefill_s * 0.006, `${shown} against ${time.prefill_s}`);
    }
  }));

test('the copied link restores the same state after a reload', () =>
  scene(async (page) => {
    await field(page, 'workload').selectOption('train');
    await field(page, 'batch').fill('2k');
    const time = await cell(page, 'time', 1);
    await page.click('#copy-link');
    const link = await page.locator('[data-share="link"]').inputValue();
    assert.match(link, /#v=1&.*w=train.*b=2000.*&k=[0-9a-z]{4}$/);
    await page.keyboard.press('Escape');
    await page.waitForFunction((wanted) => location.href === wanted, link);
    await page.reload();
    await ready(page);
    assert.equal(await field(page, 'workload').inputValue(), 'train');
    assert.equal(await field(page, 'batch').inputValue(), '2,000');
    assert.equal(await cell(page, 'time', 1), time);
    assert.equal(await page.locator('.notices').count(), 0);
  }));

test('back and forward go through the changes one by one', () =>
  scene(async (page) => {
    const devices = () => page.locator('table.comparison thead th').count();
    await page.locator('.tools .remove').first().click();
    assert.equal(await devices(), 4);
    await field(page, 'workload').selectOption('train');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('[data-field="workload"] select').value === 'prefill');
    assert.equal(await devices(), 4);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('table.comparison thead th').length === 5);
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll('table.comparison thead th').length === 4);
    await page.goForward();
    await page.waitForFunction(() => document.querySelector('[data-field="workload"] select').value === 'train');
  }));

test('a link pasted into the same tab is read without a reload', () =>
  scene(async (page) => {
    await page.evaluate(() => (location.hash = '#v=1&m=gpt2&d=v100&b=3'));
    await page.waitForFunction(() => document.querySelector('.sentence .choice').textContent.includes('GPT-2'));
    assert.equal(await field(page, 'batch').inputValue(), '3');
    assert.match(await page.locator('.notices').innerText(), /edited or written by hand/);
  }));

test('a damaged link says so, keeps its text and shows no default in its place', () =>
  scene(async (page) => {
    assert.match(await page.locator('.notices').innerText(), /changed or damaged/);
    assert.equal(await field(page, 'sequence_length').inputValue(), '12x');
    assert.match(await page.locator('[data-field="sequence_length"] .issue').innerText(), /12x/);
    assert.equal(await page.locator('.num').count(), 0);
    const before_edit = page.url();
    assert.match(before_edit, /k=aaaa$/);
    await page.getByRole('button', { name: 'Copy a repaired link' }).click();
    assert.doesNotMatch(await page.locator('[data-share="link"]').inputValue(), /k=aaaa/);
    await page.keyboard.press('Escape');
    await field(page, 'sequence_length').fill('256');
    assert.match(await cell(page, 'time', 0), /\d/);
  }, { link: '#v=1&m=bert-large&s=12x&d=tpu-v4~v100&k=aaaa' }));

test('an unknown device keeps its column and its name, without numbers and without a substitute', () =>
  scene(async (page) => {
    assert.match(await page.locator('thead th').nth(1).innerText(), /unknown device tpu-v99/);
    assert.doesNotMatch(await cell(page, 'time', 1), /\d/);
    assert.match(await cell(page, 'time', 0), /\d/);
    await page.locator('thead th').nth(1).locator('.choice').click();
    await page.keyboard.type('trainium');
    await page.keyboard.press('Enter');
    assert.match(await cell(page, 'time', 1), /\d/);
  }, { link: '#v=1&d=tpu-v4~tpu-v99' }));

test('a link of a newer version is read as far as it goes and says so', () =>
  scene(async (page) => {
    assert.match(await page.locator('.notices').innerText(), /newer version/);
    assert.equal(await field(page, 'batch').inputValue(), '4');
  }, { link: '#v=2&b=4&future=1' }));

test('a link whose hash was stripped is read from the query and moves into the hash', () =>
  scene(async (page) => {
    assert.equal(await field(page, 'batch').inputValue(), '5');
    await page.waitForFunction(() => location.search === '' && location.hash.includes('b=5'));
  }, { link: '?v=1&b=5&d=tpu-v4' }));

test('a number opens its formula, the values in it and its inputs in turn, down to a source', () =>
  scene(async (page) => {
    await page.locator('tr[data-row="memory"] .num').first().click();
    const panel = page.locator('.explain');
    assert.match(await panel.locator('h2').first().innerText(), /TPU v4/);
    await panel.locator('summary').first().click();
    assert.match(await panel.locator('.inputs .formula .values').first().innerText(), /= .*MiB/);
    await page.keyboard.press('Escape');
    assert.equal(await panel.count(), 0);
    await page.locator('tr[data-row="mfu"] .num').first().click();
    await page.waitForFunction(() => document.querySelector('.explain .source')?.textContent.length > 20);
  }));

test('a column takes overrides of its own, moves and goes', () =>
  scene(async (page) => {
    const first = await cell(page, 'time', 0);
    await page.locator('.tools button').first().click();
    await page.locator('dialog [data-field="bandwidth_gb_per_s"] input[type="text"]').fill('600');
    await page.locator('dialog').getByRole('button', { name: 'Move right' }).click();
    await page.keyboard.press('Escape');
    assert.notEqual(await cell(page, 'time', 1), first);
    await page.waitForFunction(() => location.hash.includes('d2.bw=600'));
    assert.match(await page.locator('thead th').nth(1).innerText(), /TPU v4\s+Changed/);
  }, { link: '#v=1&d=tpu-v4~rtx-4090~v100' }));

test('devices are added to eight by search, with the keyboard alone', () =>
  scene(async (page) => {
    for (const typed of ['gaudi', 'mi300x', 'h100 nvl']) {
      await page.locator('.toolbar .picker button').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(() => document.querySelectorAll('thead th').length === 8);
    assert.ok(await page.locator('.toolbar .picker button').isDisabled());
  }));

// Parts of a link or file that are not for setting: its version, its tag, the columns themselves.
const not_settings = ['schema', 'version', 'revision', 'tag', 'devices', 'id'];

test('every key of the vocabulary has a control', () =>
  scene(async (page) => {
    await open_settings(page);
    await page.locator('.tools button').first().click();
    await page.locator('[data-make-own]').click();
    await page.locator('[data-own]').waitFor();
    const controls = (inside) => page.locator(`${inside} [data-field]`).evaluateAll((nodes) => nodes.map((node) => node.dataset.field));
    const schema = JSON.parse(readFileSync(`${dist}/scenario.schema.json`, 'utf8'));
    const device = schema.$defs.device.anyOf.find(({ properties }) => properties).properties;
    const names = (properties) => Object.keys(properties).filter((name) => !not_settings.includes(name)).sort();
    assert.deepEqual((await controls('.settings')).sort(), names(schema.properties));
    assert.deepEqual((await controls('dialog')).sort(), names(device));
  }));

test('chart and table twin show the same values', () =>
  scene(async (page) => {
    const drawn = await page.locator('.chart .value').allTextContents();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const listed = await page.locator('.twin tbody tr td:nth-child(2)').allTextContents();
    assert.deepEqual(listed.map((text) => text.split('. ')[0]), drawn);
    assert.equal(drawn.length, 5);
  }));

test('a reader of Chinese gets Chinese, and the link may ask for English', async () => {
  await scene(async (page) => {
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
    assert.match(await page.locator('.answer').innerText(), /最快/);
    await page.click('#language');
    assert.match(await page.locator('.answer').innerText(), /is fastest/);
    // What was chosen wins over the browser, and the link over both.
    await page.reload();
    await ready(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    await page.evaluate(() => { location.hash = '#v=1&b=2&lang=zh'; });
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
  }, { locale: 'zh-CN' });
  await scene(async (page) => assert.match(await page.locator('.answer').innerText(), /is fastest/), { locale: 'zh-CN', link: '#v=1&lang=en' });
});

test('the theme follows the system, the button and the link', async () => {
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await scene(async (page) => {
    const dark = await paper(page);
    await page.click('#theme');
    assert.notEqual(await paper(page), dark);
    await page.reload();
    await ready(page);
    assert.notEqual(await paper(page), dark);
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
  }, { colorScheme: 'dark' });
  await scene(async (page) => assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark'), { link: '#v=1&theme=dark' });
});
