// Fails when a part of the built page is above its budget.

import { readFileSync } from "node:fs";
import { limits, sizes_of } from "../web/build/sizes.mjs";

const page = readFileSync(new URL("../web/dist/index.html", import.meta.url), "utf8");
const sizes = sizes_of(page);
let over = 0;
for (const [name, limit] of Object.entries(limits)) {
  const size = sizes[name];
  const good = size > 0 && size <= limit;
  if (!good) over += 1;
  console.log(`${good ? "ok  " : "OVER"} ${name}: ${size?.toFixed(1)} KB gz of ${limit}`);
}
process.exit(over > 0 ? 1 : 0);
