// Serves the built site: right types (WebAssembly compiles while it streams), gzip, nothing outside dist.
//
//   node web/serve.mjs [--port 8080] [--folder web/dist]

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createGzip } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
};

/** The file a request path names, or null. @param {string} folder @param {string} url */
function file_of(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const base = resolve(folder);
  const file = resolve(join(base, path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(base + sep) || !existsSync(file) || !statSync(file).isFile()) return null;
  return file;
}

/** @param {string} folder */
export function create_site(folder) {
  return createServer((request, response) => {
    const file = file_of(folder, request.url ?? '/');
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    const zip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': file.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(zip ? { 'content-encoding': 'gzip' } : {}),
    });
    if (request.method === 'HEAD') response.end();
    else if (zip) createReadStream(file).pipe(createGzip()).pipe(response);
    else createReadStream(file).pipe(response);
  });
}

/** @param {string} name @param {string} otherwise */
function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? (process.argv[at + 1] ?? otherwise) : otherwise;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(option('port', '8080'));
  const folder = option('folder', join(here, 'dist'));
  create_site(folder).listen(port, () => console.log(`Tilewise is at http://localhost:${port}/`));
}
