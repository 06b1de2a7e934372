// The built site: its content security policy, its files, its server.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hash_of } from '../../web/build/html.mjs';
import { create_site } from '../../web/serve.mjs';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const dist = join(web, 'dist');
const read = (name) => readFileSync(join(dist, name), 'utf8');
const policy_of = (html) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1];
const inline = (html, tag) => [...html.matchAll(new RegExp(`<${tag}((?![^>]*src=)[^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))];

for (const name of ['index.html', 'embed.html', 'accuracy.html', 'tilewise.html']) {
  test(`${name} allows exactly its own scripts and styles`, () => {
    const html = read(name);
    const policy = policy_of(html);
    assert.match(policy, /^default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*|https?:/);
    if (name !== 'accuracy.html') assert.match(policy, /'wasm-unsafe-eval'/);
    for (const [, attributes, script] of inline(html, 'script')) {
      if (!attributes.includes('text/plain')) assert.ok(policy.includes(hash_of(script)));
    }
    for (const [, , style] of inline(html, 'style')) assert.ok(policy.includes(hash_of(style)));
    if (html.includes('<script')) assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<script'));
  });
}

test('the embed and the page as one file ask for no other file', () => {
  assert.doesNotMatch(read('tilewise.html').replace(/<script[\s\S]*?<\/script>/g, ''), /<(script|link|img)[^>]*(src|href)="(?!data:)/);
  assert.doesNotMatch(read('embed.html'), /<(script|link|img)[^>]*(src|href)="(?!data:)/);
});

test('the embed holds no numbers of another scenario than its address names', () => {
  assert.doesNotMatch(read('embed.html').replace(/<script[\s\S]*?<\/script>/g, ''), /class="(answer|num|comparison)"/);
});

test('assets are named by their content and all exist', () => {
  const html = read('index.html');
  const named = [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(named.length >= 4);
  for (const path of named) {
    assert.match(path, /-[0-9A-Za-z]{8,}\.(js|css|wasm|json)$/);
    assert.ok(readdirSync(join(dist, 'assets')).includes(path.slice(7)), path);
  }
});

test('no code of the site makes code or reports home', () => {
  for (const name of readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))) {
    assert.doesNotMatch(read(`assets/${name}`), /\beval\(|new Function|sendBeacon/, name);
  }
});

test('the lock file carries no download addresses', () => {
  const lock = JSON.parse(readFileSync(join(web, 'package-lock.json'), 'utf8'));
  for (const [name, entry] of Object.entries(lock.packages)) assert.equal(entry.resolved, undefined, name);
});

async function ask(server, path, headers = {}) {
  const asked = request({ port: server.address().port, host: '127.0.0.1', path, headers });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response;
}

test('the server sends the right types, compressed, and nothing outside its folder', async () => {
  const server = create_site(dist).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wasm = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.wasm'));
  const module = await ask(server, `/assets/${wasm}`, { 'accept-encoding': 'gzip' });
  assert.equal(module.headers['content-type'], 'application/wasm');
  assert.equal(module.headers['content-encoding'], 'gzip');
  assert.equal((await ask(server, '/')).headers['content-type'], 'text/html; charset=utf-8');
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/%2e%2e%2fpackage.json', '/nothing', '/%', '/assets/']) {
    assert.equal((await ask(server, path)).statusCode, 404, path);
  }
  server.close();
});
