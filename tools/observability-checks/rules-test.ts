import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReport, promtool } from "./lines.ts";
import { CHART, ROOT } from "../../observability/outputs.ts";
import { isAlert } from "../../observability/rule.ts";
import { RULE_GROUPS } from "../../observability/rules/index.ts";

/** `make rules-test`: every alert fires in one case and keeps quiet in another, as Prometheus evaluates it. */
const report = createReport();
const folder = join(ROOT, CHART, "rules/tests");
for (const { name, rules } of RULE_GROUPS) {
  const alerts = rules.filter(isAlert);
  if (alerts.length === 0) continue;
  const title = `${name}: ${alerts.length} alerts, each firing and quiet`;
  const problems = promtool(["test", "rules", `${name}.yaml`], folder);
  if (problems === null) report.skip(title, "promtool");
  else report.check(title, problems);
}
const noticed = noticesSilence();
if (noticed === null) report.skip("a rule that never fires is noticed", "promtool");
else report.check("a rule that never fires is noticed", noticed);
report.end();

/** A check that cannot fail says nothing: the same tests over rules whose alerts never fire must fail. */
function noticesSilence(): string[] | null {
  const copy = mkdtempSync(join(tmpdir(), "flowlix-rules-"));
  try {
    const rules = readFileSync(join(ROOT, CHART, "rules/services.yaml"), "utf8");
    writeFileSync(join(copy, "services.yaml"), rules.replaceAll(/ > [0-9.]+$/gm, " > 1e300"));
    const tests = readFileSync(join(folder, "services.yaml"), "utf8");
    writeFileSync(
      join(copy, "tests.yaml"),
      tests
        .replaceAll(/ {2}- "?\.\.\/[a-z-]+\.yaml"?\n/g, "")
        .replace("rule_files:\n", "rule_files:\n  - services.yaml\n"),
    );
    const problems = promtool(["test", "rules", "tests.yaml"], copy);
    if (problems === null) return null;
    return problems.length > 0 ? [] : ["tests pass although nothing fires"];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
