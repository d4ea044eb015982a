import { readMetricCatalogue } from "@flowlix/runtime/metric-catalogue";
import { format, resolveConfig } from "prettier";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DASHBOARDS } from "./dashboards/index.ts";
import { grafanaJson } from "./dashboards/grafana.ts";
import { metricsPage } from "./metrics-page.ts";
import { isAlert } from "./rule.ts";
import { RULE_GROUPS } from "./rules/index.ts";
import { readBy, rulesYaml, ruleTestsYaml } from "./rules-yaml.ts";
import { withCommands } from "./runbook-commands.ts";
import { runbooksPage } from "./runbooks-page.ts";

export const ROOT = join(import.meta.dirname, "..");
export const CHART = "charts/payments-observability";

/** Every file that is written from here, by its place in the tree. */
export async function outputs(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const group of RULE_GROUPS) {
    made.set(`${CHART}/rules/${group.name}.yaml`, rulesYaml(group));
    if (group.rules.some(isAlert))
      made.set(`${CHART}/rules/tests/${group.name}.yaml`, ruleTestsYaml(group, readBy(group, RULE_GROUPS)));
  }
  for (const dashboard of DASHBOARDS)
    made.set(`${CHART}/dashboards/${dashboard.uid}.json`, grafanaJson(dashboard));
  made.set("docs/metrics.md", metricsPage(readMetricCatalogue()));
  for (const path of globSync("docs/runbooks/*.md", { cwd: ROOT }))
    made.set(path, withCommands(readFileSync(join(ROOT, path), "utf8")));
  made.set("docs/runbooks/README.md", runbooksPage(RULE_GROUPS));
  return new Map(
    await Promise.all([...made].map(async ([path, text]) => [path, await tidy(path, text)] as const)),
  );
}

/** As the formatter has it, so that writing again changes nothing. */
async function tidy(path: string, text: string): Promise<string> {
  const file = join(ROOT, path);
  return await format(text, { ...(await resolveConfig(file)), filepath: file });
}
