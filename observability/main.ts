import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputs, ROOT } from "./outputs.ts";

/** `make observability`: writes rules, their tests, dashboards and the pages of metrics and runbooks. */
for (const [path, text] of await outputs()) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
