// Where things are, and how built files are named.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(web);
export const dist = join(web, 'dist');
export const build_folder = process.env.TILEWISE_BUILD ?? join(root, 'build/wasm');
export const module_folder = join(build_folder, 'module');

if (!existsSync(join(module_folder, 'tilewise-more.wasm'))) {
  throw new Error(`no module in ${module_folder}: build the target tilewise_module first, or run web/serve.sh`);
}

/** The catalogue's sources for explanations, made by the core's generator. */
export function find_sources(folder = join(build_folder, 'core')) {
  for (const entry of readdirSync(folder, { recursive: true })) {
    if (String(entry).endsWith('sources_bundle.json')) return join(folder, String(entry));
  }
  throw new Error(`no sources_bundle.json below ${folder}`);
}

/** Writes an asset under a name that changes with its content. */
export async function named(name, ending, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const path = `assets/${name}-${hash}.${ending}`;
  await writeFile(join(dist, path), content);
  return path;
}
