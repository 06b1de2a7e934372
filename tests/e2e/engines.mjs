// The built page and the embed in Firefox and WebKit, whichever is installed: the module starts, the embed unpacks its
// own, both show the same number, and a sandboxed frame tells its height. No driver: a page of the test's own server
// holds them in frames and reports.
//
//   node tests/e2e/engines.mjs            every engine that is installed
//   node tests/e2e/engines.mjs firefox    this one; it must be installed

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create_site } from '../../web/serve.mjs';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const patience_ms = 120000;
const scenario = '#v=1&m=gpt2&w=decode&b=4&d=h100~rtx-4090';

const first_of = (...paths) => paths.find((path) => path && existsSync(path));
const engines = {
  firefox: {
    program: first_of(process.env.TILEWISE_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'),
    args: (address, profile) => ['--headless', '--no-remote', '--profile', profile, address],
  },
  webkit: {
    program: first_of(process.env.TILEWISE_WEBKIT, '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser'),
    args: (address) => [address],
    screen: first_of('/usr/bin/Xvfb'),
  },
};

/** What runs in the browser: frames, and a report once all have answered. */
const probe = `<!doctype html><meta charset="utf-8"><title>probe</title>
<iframe id="page" src="index.html${scenario}"></iframe><iframe id="embed" src="embed.html${scenario}"></iframe>
<iframe sandbox="allow-scripts" src="embed.html${scenario}"></iframe>
<script>
let height = 0;
addEventListener('message', ({ data }) => { if (data.type === 'tilewise-height') height = data.height; });
const number = (id) => {
  const root = document.getElementById(id).contentDocument?.documentElement;
  return root?.dataset.ready === 'no' ? 'failed' : root?.dataset.ready === 'yes' && root.querySelector('tr[data-row="time"] td [data-path]').textContent.match(/[\\d.,]+\\s*[a-zµ]+/)[0];
};
const timer = setInterval(() => {
  const found = { page: number('page'), embed: number('embed'), height };
  if (found.page && found.embed && height) { clearInterval(timer); fetch('report', { method: 'POST', body: JSON.stringify(found) }); }
}, 200);
</script>`;

/** A server for the site, the probe and its report. @param {(report: object) => void} tell */
async function serve(tell) {
  const site = create_site(dist);
  const server = createServer(async (request, response) => {
    if (request.url === '/probe') return response.setHeader('content-type', 'text/html').end(probe);
    if (request.url !== '/report') return site.emit('request', request, response);
    let body = '';
    for await (const part of request) body += part;
    response.end();
    return tell(JSON.parse(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}/probe`, close: () => { server.closeAllConnections(); server.close(); } };
}

/** A program with everything it starts, to be ended together. */
function start(program, args, env = {}) {
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...env } });
  return () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  };
}

async function try_engine({ program, args, screen }) {
  const folder = mkdtempSync(join(tmpdir(), 'tilewise-engine-'));
  const ends = [];
  let timer;
  let server;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve({ page: 'nothing', embed: 'nothing', height: 0 }), patience_ms);
      serve(resolve).then((made) => {
        server = made;
        const display = `:${90 + (process.pid % 900)}`;
        if (screen) ends.push(start(screen, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']));
        const env = screen ? { DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', GDK_BACKEND: 'x11', LC_ALL: 'C.UTF-8' } : { MOZ_HEADLESS: '1' };
        setTimeout(() => ends.push(start(program, args(made.address, folder), env)), screen ? 1500 : 0);
      });
    });
  } finally {
    clearTimeout(timer);
    for (const end of ends.reverse()) end();
    server?.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const asked = process.argv.slice(2);
let failed = 0;
for (const name of asked.length ? asked : Object.keys(engines)) {
  const engine = engines[name];
  if (!engine?.program || ('screen' in engine && !engine.screen)) {
    console.log(`${name}: not installed`);
    if (asked.length) failed += 1;
    continue;
  }
  const { page, embed, height } = await try_engine(engine);
  const good = page === embed && /^[\d.]+\s*(µs|ms|s)/.test(page) && height > 100;
  if (!good) failed += 1;
  console.log(`${name}: ${good ? 'ok' : 'FAILED'}, page ${page}, embed ${embed}, height of a sandboxed frame ${height}`);
}
process.exit(failed ? 1 : 0);
