import { readFileSync } from "node:fs";
import { sourcesDigest } from "./sources.ts";

const built = readFileSync(
  new URL("../../libs/developer-pages/src/sources.sha256", import.meta.url),
  "utf8",
).trim();
if (built !== sourcesDigest()) {
  console.error("libs/developer-pages/src/site is out of date: run make docs and commit it");
  process.exitCode = 1;
}
