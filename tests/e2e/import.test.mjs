import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findings, open_page, stage_for_all, visit } from './support/browser.mjs';

const stage = stage_for_all();

/** One of the catalogue's, and one that is nobody's. */
const known = { model_type: 'llama', hidden_size: 4096, intermediate_size: 11008, num_hidden_layers: 32, num_attention_heads: 32, vocab_size: 32000, max_position_embeddings: 4096 };
const own = { ...known, num_hidden_layers: 7, num_key_value_heads: 8 };

const scene = (act, options = {}) => stage.scene('#v=1&w=decode&d=rtx-4090&m=gpt2&b=3', async (page) => {
  await page.click('#bring');
  await act(page);
}, options);

test('a pasted config.json becomes the model of the scenario, and travels in the link', () =>
  scene(async (page) => {
    await page.fill('#model-text', JSON.stringify(own));
    await page.getByRole('button', { name: 'Read' }).click();
    await page.locator('[data-use="file"]').click();
    assert.equal(await page.locator('dialog').count(), 0);
    await page.waitForFunction(() => /m=custom/.test(location.hash) && /L=7/.test(location.hash) && /kv=8/.test(location.hash));
    assert.match(page.url(), /b=3/);
    assert.match(await page.locator('.sentence').innerText(), /Custom shape/);
    await page.goBack();
    await page.waitForFunction(() => /m=gpt2/.test(location.hash));
  }));

test('a model that the catalogue has is offered under its name', () =>
  scene(async (page) => {
    await page.setInputFiles('#model-file', { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(known)) });
    await page.locator('[data-use="catalogue"]').click();
    await page.waitForFunction(() => /m=llama-2-7b/.test(location.hash));
  }));

/** A whole GGUF file: header and three megabytes of tensors. */
const gguf = Buffer.concat([Buffer.from('GGUF'), readFileSync(new URL('../fuzz/corpus/gguf/small.bin', import.meta.url)), Buffer.alloc(3e6)]);

test('a GGUF file gives the shape and the weight format', () =>
  scene(async (page) => {
    await page.setInputFiles('#model-file', { name: 'model.gguf', mimeType: 'application/octet-stream', buffer: gguf });
    await page.locator('[data-use="file"]').click();
    await page.waitForFunction(() => /m=custom/.test(location.hash));
    assert.match(page.url(), /b=3.*wq=q4-k-m.*L=2&h=64/);
  }));

test('another model from the list leaves the shape of a custom one behind', () =>
  scene(async (page) => {
    await page.fill('#model-text', JSON.stringify(own));
    await page.getByRole('button', { name: 'Read' }).click();
    await page.locator('[data-use="file"]').click();
    await page.waitForFunction(() => /L=7/.test(location.hash));
    await page.locator('[data-field="model"] button').click();
    await page.keyboard.type('qwen3-8b');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /m=qwen3-8b/.test(location.hash));
    assert.doesNotMatch(page.url(), /L=7/);
  }));

test('a file dropped on the page is read', async () => {
  const { page, context, faults } = await open_page(stage.browser);
  await visit(page, stage.site.address);
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'config.json', { type: 'application/json' }));
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, JSON.stringify(own));
  await page.waitForSelector('[data-use="file"]');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [name, text] of [['nothing of the kind', 'hello'], ['an unknown architecture', '{"model_type":"abacus"}'], ['a GGUF file of the future', 'GGUF\u0009\u0000\u0000\u0000xxxxxxxxxxxxxxxx'], ['a GGUF file cut short', 'GGUF\u0003\u0000\u0000\u0000xxxx']]) {
  test(`${name} is said in words, and nothing changes`, () =>
    scene(async (page) => {
      await page.setInputFiles('#model-file', { name: 'file.gguf', mimeType: 'application/octet-stream', buffer: Buffer.from(text, 'latin1') });
      await page.locator('dialog [role="status"] p:has(strong)').first().waitFor();
      assert.doesNotMatch(await page.locator('dialog').innerText(), /\b(import|issue|severity)\.[a-z]/);
      assert.equal(await page.locator('[data-use]').count(), 0);
      assert.match(page.url(), /m=gpt2/);
    }));
}

test('the words on the choice of a file are of the page, not of the browser', () =>
  stage.scene('#v=1&lang=zh', async (page) => {
    await page.click('#bring');
    const label = page.locator('label.file');
    await label.waitFor();
    assert.equal(await label.innerText(), '选择文件');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), label.click()]);
    assert.equal(await chooser.isMultiple(), false);
  }));

test('axe finds nothing in the dialog for a model', () =>
  scene(async (page) => {
    await page.fill('#model-text', JSON.stringify(own));
    await page.getByRole('button', { name: '读取' }).click();
    await page.waitForSelector('[data-use="file"]');
    assert.deepEqual(await findings(page), []);
  }, { bypassCSP: true, locale: 'zh-CN' }));
