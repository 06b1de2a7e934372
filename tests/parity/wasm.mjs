// The WebAssembly half of the parity check: reads request lines, writes one answer a line, through the very
// modules that the page loads. A question goes to the first of the named modules that has its function.
//
//   node wasm.mjs FOLDER_OF_THE_MODULES MODULE... <requests >answers

import { readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);

// The modules are made for browsers: Node gives them the bytes instead of an address.
async function start(name) {
  const { default: createModule } = await import(pathToFileURL(`${folder}/${name}.mjs`));
  return createModule({ wasmBinary: readFileSync(`${folder}/${name}.wasm`), locateFile: (file) => file });
}

const modules = await Promise.all(process.argv.slice(3).map(start));

function answer(line) {
  const tab = line.indexOf("\t");
  const name = line.slice(0, tab);
  const core = modules.find((module) => module[name]);
  const takes_nothing = name === "version" || name === "catalogue";
  return takes_nothing ? core[name]() : core[name](line.slice(tab + 1));
}

function writeAll(text) {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

const lines = readFileSync(0, "utf8").split("\n");
if (lines.at(-1) === "") lines.pop();
for (const line of lines) writeAll(`${answer(line)}\n`);
