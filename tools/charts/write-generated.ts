import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles } from "./generated.ts";
import { ROOT } from "./tools.ts";

/** `make charts-generated`: writes what is generated in charts/ and k8s/; with `--check` only says what is stale. */
const files = await generatedFiles();
if (process.argv.includes("--check")) {
  const stale = files.filter(({ path, text }) => readFileSync(path, "utf8") !== text);
  for (const { path } of stale)
    process.stderr.write(
      `${path.slice(ROOT.length + 1)} is out of date: run make charts-generated and commit it\n`,
    );
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { path, text } of files) writeFileSync(path, text);
}
