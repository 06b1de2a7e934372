// What people mix up about accelerators, row by row: each is prevented or pointed out by the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, open_settings, scene as on_stage, stage_for_all, word } from './support/browser.mjs';

const stage = stage_for_all();
const scene = (link, act, options) => on_stage(stage, link, act, options);

/** What is published of the device of a column, opened in its dialog. */
async function published(page, column = 0) {
  await page.locator('thead th').nth(column).locator('.tools button').first().click();
  await page.locator('[data-details="specs"] summary').click();
  await page.locator('[data-spec="memory"]').waitFor();
  return (name) => page.locator(`[data-spec="${name}"]`).innerText();
}

const explained = async (page, row, column = 0) => {
  await page.locator(`tr[data-row="${row}"] td`).nth(column).locator('.num').click();
  await page.waitForSelector('.explain .formula');
  return page.locator('.explain').innerText();
};

test('U01: GB and GiB are never mixed, and the exact memory of a card is in its dialog', () =>
  scene('#v=1&m=llama-2-7b&w=decode&d=h100-sxm5-80gb', async (page) => {
    assert.match(await cell(page, 'memory', 0), /GiB[\s\S]*of [\d.]+ GiB/);
    await page.click('#units');
    assert.doesNotMatch(await cell(page, 'memory', 0), /GiB/);
    const spec = await published(page);
    assert.match(await spec('memory'), /79\.6 GiB = 85\.5 GB = 81,?559 MiB|[\d.]+ GiB = [\d.]+ GB = \d+ MiB/);
  }));

test('U02: peaks are dense, and a sparse figure that is entered is named as one', () =>
  scene('#v=1&d=h100-sxm5-80gb', async (page) => {
    const spec = await published(page);
    assert.match(await spec('bf16'), /Dense peak, bf16\s+989(\.5)? TFLOP\/s/);
    assert.match(await page.locator('dialog').innerText(), /2:4 sparsity[\s\S]*1\.0 to 1\.2/);
    assert.equal(await page.locator('[data-note="precision"]').count(), 0);
    await page.locator('dialog [data-field="peak_tflops"] input[type="text"]').fill('1979');
    assert.match(await page.locator('dialog [data-note="precision"]').innerText(), /2:4[\s\S]*990 TFLOP/);
    assert.match(await cell(page, 'precision', 0), /2:4 sparsity/);
    await page.locator('dialog [data-field="peak_tflops"] input[type="text"]').fill('900');
    assert.equal(await page.locator('[data-note="precision"]').count(), 0);
  }));

test('U03: a share of the peak names its FLOPs, its device and its peak, and more than the peak is refused', () =>
  scene('#v=1&m=llama-2-7b&d=a100-sxm4-80gb~h100-sxm5-80gb&tm=tiled', async (page) => {
    const text = await explained(page, 'mfu');
    assert.match(text, /A100/);
    assert.match(text, /TFLOP/);
    assert.match(text, /dense peak[\s\S]*312 TFLOP\/s/);
    await page.keyboard.press('Escape');
    await page.locator('.tools button').first().click();
    await page.locator('dialog [data-field="efficiency"] input[type="text"]').fill('0.95');
    assert.match(await page.locator('dialog [data-note="mfu"]').innerText(), /published run/);
    // In the comparison itself too, under the share of that column alone.
    assert.match(await cell(page, 'mfu', 0), /published run/);
    assert.equal(await page.locator('table.comparison [data-note="mfu"]').count(), 1);
    await page.locator('dialog [data-field="efficiency"] input[type="text"]').fill('');
    await page.locator('dialog [data-field="measured"] input').fill('1e-6');
    assert.match(await page.locator('dialog [data-field="measured"] .issue').innerText(), /roofline/);
  }));

test('U04: peaks of GeForce cards say how wide their sums are', () =>
  scene('#v=1&d=rtx-4090', async (page) => {
    const spec = await published(page);
    assert.match(await spec('fp16'), /165\.2 TFLOP\/s with sums in 32 bits, 330\.3 TFLOP\/s with sums in 16 bits/);
    // A training is held against the peak with sums in 32 bits.
    await page.keyboard.press('Escape');
    await word(page, 'workload').selectOption('train');
    assert.match(await explained(page, 'mfu'), /165 TFLOP\/s/);
  }));

test('U05: a peak says which unit it is of, so that shader cores are not compared with matrix units', () =>
  scene('#v=1&d=t4~titan-xp', async (page) => {
    const spec = await published(page);
    assert.match(await spec('fp32'), /on the shader cores/);
    assert.match(await spec('fp16'), /65 TFLOP/);
    assert.doesNotMatch(await spec('fp16'), /shader/);
    await page.keyboard.press('Escape');
    const old = await published(page, 1);
    assert.match(await old('fp32'), /on the shader cores/);
  }));

test('U06: a link is given per direction, beside the figure of both that vendors print', () =>
  scene('#v=1&d=h100-sxm5-80gb', async (page) => {
    const spec = await published(page);
    assert.match(await spec('device_link'), /450 GB\/s per direction[\s\S]*both directions together, 900 GB\/s[\s\S]*share of it/);
    await page.getByText('More settings of this device').click();
    assert.match(await page.locator('[data-field="link_gb_per_s"]').innerText(), /one way/);
  }));

test('U07: a link is given in gigabytes and in gigabits', () =>
  scene('#v=1&d=h100-sxm5-80gb', async (page) => {
    const spec = await published(page);
    assert.match(await spec('device_link'), /450 GB\/s .*= 3,600 Gbit\/s/);
  }));

test('U07: a split says what bandwidth its traffic needs beside the rate that links reach', () =>
  scene('#v=1&m=gpt2-xl&w=train&b=64&d=a100-sxm4-80gb&d1.n=8&view=plan', async (page) => {
    const needed = page.locator('.plan .note', { hasText: 'Data parallelism needs' });
    await needed.first().waitFor({ timeout: 60000 });
    assert.match(await needed.first().innerText(), /needs [\d.,]+ Gbit\/s for its traffic/);
    const reached = (await page.locator('.plan [data-path$="reached_bytes_per_s"]').first().innerText()).replace(/\s+/g, ' ');
    assert.match(reached, /GB\/s/);
    assert.ok(Number(reached.match(/[\d.]+/)[0]) < 300, `${reached} of a link of 300 GB/s`);
  }));

test('U08: the list of devices reads the name of a TPU slice and says what it counts', () =>
  scene('#v=1&d=v100', async (page) => {
    for (const [typed, detail, count] of [
      ['v3-8', /counts cores: 4 chips = 8 cores, 8 × 16 GiB/, 4], ['v5e-8', /counts chips: 8 chips, 8 × 16 GiB/, 8], ['v5p-8', /counts cores: 4 chips = 8 cores, 4 × 95 GiB/, 4],
      ['v6e-8', /counts chips: 8 chips, 8 × 32 GiB/, 8], ['tpu7x-8', /counts cores: 4 chips = 8 cores, 8 × 96 GiB/, 4],
    ]) {
      await page.locator('.toolbar .picker button').click();
      await page.keyboard.type(typed);
      assert.match(await page.locator('[role="option"]').first().innerText(), detail);
      await page.keyboard.press('Enter');
      assert.match(await page.locator('thead th').last().innerText(), new RegExp(`×\\s${count}`));
    }
  }));

test('U09: the memory of a TPU core is not pooled with the other, and the fit is of one core', () =>
  scene('#v=1&m=llama-2-13b&w=decode&d=tpu-v3', async (page) => {
    assert.match(await cell(page, 'memory', 0), /of 16 GiB/);
    assert.match(await cell(page, 'fits', 0), /Does not fit/);
    const spec = await published(page);
    assert.match(await spec('memory'), /2 parts of 16 GiB that are not pooled/);
    assert.match(await spec('memory'), /a copy of the model must fit in one part, or be split/);
    await page.keyboard.press('Escape');
    // Which split pools it, one press away.
    await page.locator('tr[data-row="fixes"] td').first().getByRole('button', { name: /Tensor parallel degree|Chips/ }).first().click();
    assert.match(await cell(page, 'fits', 0), /Fits|Tight/);
  }));

test('U10: tokens of a step are told from its sequences', () =>
  scene('#v=1&m=gpt2-xl&w=train&b=32&s=1024&d=a100', async (page) => {
    assert.match(await page.locator('.echo').innerText(), /Batch 32 × 1,024 tokens = 32\.8k tokens per step/);
    await word(page, 'batch').fill('64');
    assert.match(await page.locator('.echo').innerText(), /Batch 64 × 1,024 tokens = 65\.5k tokens per step/);
    await word(page, 'workload').selectOption('decode');
    assert.match(await page.locator('.echo').innerText(), /Batch 64: one token of each sequence per step/);
  }));

test('U11: batch, micro-batch, accumulation and data ranks are one line that follows each of them', () =>
  scene('#v=1&m=gpt2-large&w=train&b=64&s=1024&d=a100&d1.n=4', async (page) => {
    assert.match(await page.locator('.echo').innerText(), /64 in all = micro-batch 8 × 2 accumulated × 4 data ranks/);
    await word(page, 'micro_batch').fill('4');
    assert.match(await page.locator('.echo').innerText(), /64 in all = micro-batch 4 × 4 accumulated × 4 data ranks/);
    await word(page, 'tensor_parallel').fill('2');
    assert.match(await page.locator('.echo').innerText(), /64 in all = micro-batch 4 × 8 accumulated × 2 data ranks/);
  }));

test('U12: weights are stored in effective bits, kind of tensor by kind, never parameters times nominal bits', () =>
  scene('#v=1&m=llama-2-70b&w=decode&wq=q4-k-m&d=a100-sxm4-80gb&view=memory', async (page) => {
    await page.locator('[data-twin]').click();
    await page.locator('.twin [data-path$="items.weights.bytes"]').click();
    await page.waitForSelector('.explain .formula');
    for (const kind of await page.locator('.explain > .explanation > .inputs > li > details > summary').all()) await kind.click();
    const text = await page.locator('.explain').innerText();
    assert.match(text, /4\.798/);
    assert.match(text, /6\.563|6\.562/);
    assert.match(text, /38\.6 GiB/);
  }));

test('U12: the list of formats says the bits of an element, its scales included', () =>
  scene('#v=1&m=llama-2-70b&w=decode&d=a100-sxm4-80gb', async (page) => {
    for (const [format, bits] of [['q4-k-m', '≈ 4.85'], ['q2-k', '≈ 3.16'], ['gptq-64', '4.3125'], ['q8-0', '8.5'], ['int8', '8']]) {
      assert.equal(await word(page, 'weight_format').locator(`option[value="${format}"]`).innerText(), `${format} (${bits} bits)`);
    }
  }));

test('U13: the share of the peak names its convention and changes it with one press', () =>
  scene('#v=1&m=llama-2-7b&s=4096&d=a100', async (page) => {
    const convention = page.locator('[data-convention]');
    assert.match(await convention.innerText(), /full attention square/);
    const full = await cell(page, 'mfu', 0);
    await convention.click();
    assert.match(await convention.innerText(), /causal half/);
    assert.notEqual(await cell(page, 'mfu', 0), full);
    await page.waitForFunction(() => location.hash.includes('mfu=causal'));
    await convention.click();
    assert.match(await convention.innerText(), /6 × parameters/);
  }));

test('U14: a mixture of experts is listed with all and with active parameters, and stored whole', () =>
  scene('#v=1&m=mixtral-8x7b&w=decode&d=h100', async (page) => {
    await page.locator('[data-field="model"] button').click();
    await page.keyboard.type('mixtral');
    assert.match(await page.locator('[role="option"]').first().innerText(), /46\.7B · 12\.9B active/);
    await page.keyboard.press('Escape');
    assert.match(await cell(page, 'memory', 0), /8\d\.\d GiB/);
    // Read for a token is what one sequence needs of it, 26 GB at 3,350 GB/s; a large batch comes to read all.
    const seconds = async () => Number((await cell(page, 'time', 0)).match(/[\d.]+/)[0]);
    const one = await seconds();
    assert.ok(one > 7.7 && one < 20, `${one} ms`);
    await word(page, 'batch').fill('64');
    assert.ok((await seconds()) > 27);
  }));

test('U15: the cache counts key and value heads, not all heads', () =>
  scene('#v=1&m=llama-2-70b&w=decode&s=3000&d=mi300x&view=memory', async (page) => {
    await page.locator('[data-twin]').click();
    await page.locator('.twin [data-path$="items.kv_cache.bytes"]').click();
    await page.waitForSelector('.explain .formula');
    const text = await page.locator('.explain').innerText();
    assert.match(text, /key\/value heads\s+8/);
    assert.match(text, /938 MiB|0\.916 GiB/);
  }));

test('U16: what an engine keeps for its cache is told from what the workload needs, in the table and in the bar', () =>
  scene('#v=1&m=llama-2-7b&w=serve&c=4&stack=vllm&d=a100-sxm4-80gb~rtx-4090&view=memory', async (page) => {
    const text = await cell(page, 'memory', 0);
    const [, need] = /^([\d.]+)/.exec(text);
    const [, pool] = /keeps ([\d.]+) GiB/.exec(text);
    assert.ok(Number(pool) > Number(need));
    // The bar: needed parts, then the rest of the pool, then what is free up to the line of the capacity.
    assert.equal(await page.locator('.chart rect.spare').count(), 2);
    assert.match(await page.locator('.key .spare').innerText(), /kept by the engine, not needed/);
    const ends = await page.locator('.chart > g').filter({ has: page.locator('rect.spare') }).first().evaluate((bar) => {
      const right = (node) => node.getBoundingClientRect().right;
      return { parts: Math.max(...[...bar.querySelectorAll('.part rect')].map(right)), spare: right(bar.querySelector('.spare')), limit: right(bar.querySelector('.limit')) };
    });
    assert.ok(ends.parts < ends.spare && ends.spare < ends.limit, JSON.stringify(ends));
    await page.locator('[data-twin]').click();
    await page.locator('.twin [data-path="devices.0.memory.pool_bytes"]').click();
    await page.locator('.explain .formula').first().waitFor();
  }));

test('U17: a total always has activations, device context and slack beside the model\'s states', () =>
  scene('#v=1&m=gpt2-xl&w=train&d=v100-sxm2-32gb&view=memory', async (page) => {
    await page.locator('[data-twin]').click();
    const text = await page.locator('.twin').innerText();
    for (const part of [/Activations/i, /context/i, /slack/i, /Optimizer/i, /Gradients/i]) assert.match(text, part);
  }));

test('U18: weights, cache, gradients and optimizer have formats of their own', () =>
  scene('#v=1&m=llama-2-7b&w=finetune&ft=qlora&d=rtx-3090', async (page) => {
    await open_settings(page);
    for (const name of ['weight_format', 'key_format', 'value_format', 'gradient_precision', 'optimizer', 'master_weights']) {
      assert.equal(await page.locator(`.settings [data-field="${name}"]`).count(), 1, name);
    }
    const qlora = await cell(page, 'memory', 0);
    await word(page, 'sequence_length').fill('16k');
    assert.notEqual(await cell(page, 'memory', 0), qlora);
  }));

test('U19: the page says what more chips add: memory, bandwidth or throughput', () =>
  scene('#v=1&m=llama-2-13b&w=decode&d=rtx-3090&d1.n=2', async (page) => {
    const echo = () => page.locator('.echo').innerText();
    assert.match(await echo(), /2 ranks hold a copy each: more throughput, no faster answer/);
    await word(page, 'tensor_parallel').fill('2');
    assert.match(await echo(), /2 tensor ranks share every layer: more memory, more bandwidth/);
    await word(page, 'tensor_parallel').fill('1');
    await page.locator('.tools button').first().click();
    await page.getByText('More settings of this device').click();
    await page.locator('dialog [data-field="layer_split"] select').selectOption('true');
    await page.keyboard.press('Escape');
    assert.match(await echo(), /Layers spread over 2 chips: more memory, no more speed/);
  }));

test('U20: cards of one name are told apart by form, memory and power', () =>
  scene('#v=1&d=tpu-v4', async (page) => {
    await page.locator('.toolbar .picker button').click();
    await page.keyboard.type('a100');
    const options = await page.locator('[role="option"]').allInnerTexts();
    assert.ok(options.length >= 4);
    assert.equal(new Set(options).size, options.length);
    for (const option of options) assert.match(option, /(SXM|PCIe)[\s\S]*\d+ GiB · \d+ W/);
  }));

test('U21: tokens per second stand for each user and for all, with how many share them', () =>
  scene('#v=1&m=llama-2-7b&w=decode&b=24&d=a100', async (page) => {
    assert.match(await page.locator('tr[data-row="tokens_per_s"] th').innerText(), /whole batch of 24/);
    const all = Number((await cell(page, 'tokens_per_s', 0)).replaceAll(',', '').match(/[\d.]+/)[0]);
    const each = Number((await cell(page, 'tokens_per_s_per_user', 0)).match(/[\d.]+/)[0]);
    assert.ok(Math.abs(all / each - 24) < 0.5);
  }));

test('U22: power is what the workload draws, in W, and energy is in J; the limit is named as one', () =>
  scene('#v=1&m=llama-2-7b&w=decode&d=rtx-5090', async (page) => {
    const [, drawn] = /^([\d.]+) ?W/.exec((await cell(page, 'power_w', 0)).replace(/\s+/g, ' '));
    assert.ok(Number(drawn) < 575);
    assert.match(await cell(page, 'per_token_j', 0), /J/);
    const spec = await published(page);
    assert.match(await spec('power'), /575 W is the limit, not the draw/);
  }));

test('U23: the results carry the mode in their title', () =>
  scene('#v=1&m=llama-2-7b&w=finetune&ft=lora&d=a100', async (page) => {
    assert.equal(await page.locator('table.comparison .mode').innerText(), 'fine-tuning, lora');
    await page.waitForFunction(() => document.title.includes('fine-tuning, lora'));
    await word(page, 'workload').selectOption('decode');
    assert.equal(await page.locator('table.comparison .mode').innerText(), 'decode');
    await page.waitForFunction(() => document.title.includes('decode'));
  }));
