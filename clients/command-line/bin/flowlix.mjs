#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";

// The repository has the sources, which its Node runs as they are; what is published has what was made of them.
const source = new URL("../src/main.ts", import.meta.url);
const program = existsSync(source) ? source : new URL("../dist/main.js", import.meta.url);
const { main } = await import(program).catch(sayWhereNodeIsTooOld);
await main();

/** What an old Node lacks fails the import, with a stack that names what is missing and not why. */
function sayWhereNodeIsTooOld(error) {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const [oldest, major, minor] = /(\d+)\.(\d+)/.exec(engines.node);
  const [ownMajor, ownMinor] = process.versions.node.split(".");
  if (ownMajor > Number(major) || (ownMajor === major && ownMinor >= Number(minor))) throw error;
  process.stderr.write(`flowlix: Node.js ${process.versions.node} is too old; it needs ${oldest} or newer\n`);
  process.exit(2);
}
