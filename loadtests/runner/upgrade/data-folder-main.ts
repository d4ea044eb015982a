import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import { trackChildren } from "../../bench/children.ts";
import { upgradeFolder } from "./data-folder.ts";
import type { Form } from "./launched.ts";

/** `make upgrade-check`, the forms without containers: `node data-folder-main.ts COMMIT FORM…`. */
const [from = "", ...forms] = process.argv.slice(2);
const children = trackChildren();
const progress = (text: string): void => void process.stderr.write(`${text}\n`);
const lines: string[] = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void children.stopAll().then(() => process.exit(130)));

for (const form of ["standalone", "distributed"] as const)
  if (forms.length === 0 || forms.includes(form)) await tried(form);
await children.stopAll();
const { passed, failed, skipped } = counts;
process.stdout.write(`\n${lines.join("\n")}\n\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || passed + skipped === 0 ? 1 : 0;

async function tried(form: Form): Promise<void> {
  if (form === "distributed" && findNatsServer() === null) {
    counts.skipped += 1;
    lines.push("  skipped  a data folder, distributed: nats-server was not found");
    return;
  }
  const problems = await problemsOf(form);
  counts[problems.length === 0 ? "passed" : "failed"] += 1;
  lines.push(`  ${problems.length === 0 ? "ok      " : "FAILED  "} a data folder, ${form}`);
  lines.push(...problems.map((problem) => `           ${problem}`));
}

async function problemsOf(form: Form): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-upgrade-"));
  // Postgres of a run as root runs as `nobody`.
  chmodSync(scratch, 0o755);
  try {
    return await upgradeFolder({ children, scratch, from, form, goesBack: knowsDeclarations(), progress });
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Releases read declarations since they have the file that does. */
function knowsDeclarations(): boolean {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const path = "libs/persistence/src/compatibility.ts";
  return execFileSync("git", ["ls-tree", from, path], { cwd: root, encoding: "utf8" }).trim() !== "";
}
