#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";

// What an old Node lacks fails the import with a stack that does not say why, or fails later. So Node is asked first.
const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const ranges = engines.node.split("||").map(rangeOf);
const own = process.versions.node;
if (!ranges.some((range) => isIn(range, own))) {
  process.stderr.write(`flowlix: Node.js ${own} is too old; it needs ${ranges.map(wordsOf).join(", ")}\n`);
  process.exit(2);
}

// The repository has the sources, which its Node runs as they are; what is published has what was made of them.
const source = new URL("../src/main.ts", import.meta.url);
const program = existsSync(source) ? source : new URL("../dist/main.js", import.meta.url);
const { main } = await import(program);
await main();

/** `^A.B.C` or `>=A.B.C`; this package asks for no other ranges. */
function rangeOf(text) {
  const oldest = numbersOf(text);
  return { oldest, isOfOneLine: text.trim().startsWith("^") };
}

function isIn({ oldest, isOfOneLine }, version) {
  const numbers = numbersOf(version);
  if (isOfOneLine && numbers[0] !== oldest[0]) return false;
  const differing = oldest.findIndex((number, place) => number !== numbers[place]);
  return differing === -1 || numbers[differing] > oldest[differing];
}

function wordsOf({ oldest: [major, minor], isOfOneLine }) {
  return `${major}.${minor} or ${isOfOneLine ? `a newer ${major}` : "newer"}`;
}

function numbersOf(text) {
  const [major, minor = 0, patch = 0] = text.match(/\d+/g).map(Number);
  return [major, minor, patch];
}
