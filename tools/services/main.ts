import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, getFileInfo, resolveConfig } from "prettier";
import { clusterFiles } from "./cluster.ts";
import { codeFiles } from "./code.ts";
import { containerFiles } from "./containers.ts";
import { ROOT } from "./table.ts";

/** `make services`: writes what names every service; with `--check` only says what is stale. */
const check = process.argv.includes("--check");

for (const [file, write] of Object.entries({ ...codeFiles, ...containerFiles, ...clusterFiles })) {
  const path = join(ROOT, file);
  const text = await tidy(path, write());
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (check) {
    process.stderr.write(`${file} is out of date: run make services and commit it\n`);
    process.exitCode = 1;
  } else writeFileSync(path, text);
}

/** As the formatter has it, where the file is one that it knows. */
async function tidy(path: string, text: string): Promise<string> {
  const { inferredParser } = await getFileInfo(path);
  if (inferredParser === null) return text;
  return format(text, { ...(await resolveConfig(path)), parser: inferredParser });
}
