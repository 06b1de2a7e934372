// The WebAssembly half of the parity check: reads request lines, writes one answer a line, through the very
// module that the page loads.
//
//   node wasm.mjs FOLDER_OF_THE_MODULE <requests >answers

import { readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { default: createModule } = await import(pathToFileURL(`${folder}/tilewise.mjs`));

// The module is made for browsers: Node gives it the bytes instead of an address.
const core = await createModule({
  wasmBinary: readFileSync(`${folder}/tilewise.wasm`),
  locateFile: (name) => name,
});

function answer(line) {
  const tab = line.indexOf("\t");
  const name = line.slice(0, tab);
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
