import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMetricCatalogue } from "@flowlix/runtime/metric-catalogue";
import { NOT_SCRAPED } from "../../observability/dashboards/dashboard.ts";
import { DASHBOARDS } from "../../observability/dashboards/index.ts";
import { staleUnder } from "./freshness.ts";
import { knownTo, problemsWith } from "./known.ts";
import { createReport, promtool } from "./lines.ts";
import { CHART, ROOT } from "../../observability/outputs.ts";
import { isAlert } from "../../observability/rule.ts";
import { RULE_GROUPS } from "../../observability/rules/index.ts";

interface PanelJson {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string; readonly noValue?: string } };
  readonly links?: readonly { readonly url: string }[];
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

interface DashboardJson {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly refresh: string;
  readonly time: { readonly from: string };
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly PanelJson[];
}

/** `make dashboards-check`: checks the files as they are, not what wrote them. */
const report = createReport();
const known = knownTo(readMetricCatalogue(), RULE_GROUPS);
const alerts = new Set(RULE_GROUPS.flatMap(({ rules }) => rules.filter(isAlert).map(({ alert }) => alert)));
/** Grafana runs no Angular any more, and shows nothing for these. */
const PANELS = new Set(["timeseries", "stat", "table", "heatmap", "row"]);

/**
 * Whether an expression has no series before what it counts has happened, as in an installation at rest: nobody begins
 * these at zero, and a comparison leaves out what is.
 */
const BEGINS_LATE =
  /_state_transitions_total|_amount_minor_units_total|_http_request_duration_seconds|acquirer_answer_seconds|error_ratio30d|task_progress|trace_spans|ALERTS|k6_|code=~"4|outcome="failed",mode| > 0\)?$/;

const beginsLate = (expr: string): boolean => BEGINS_LATE.test(expr);

report.check("dashboards are what their sources generate", await staleUnder(`${CHART}/dashboards`));
const files = DASHBOARDS.map(({ uid }) => readDashboard(uid));
const uids = files.map(({ uid }) => uid);
report.check(
  "every dashboard has a fixed id of its own",
  new Set(uids).size === uids.length ? [] : [uids.join(" ")],
);
for (const file of files) {
  report.check(`${file.uid}: variables, units, descriptions, data source, runbooks`, shapeProblems(file));
  report.check(
    `${file.uid}: every metric and label of a panel is known`,
    queriesOf(file).flatMap(({ title, expr }) =>
      problemsWith(filled(expr), known).map((problem) => `${title}: ${problem}`),
    ),
  );
}
const parsed = parsesAll();
if (parsed === null) report.skip("Prometheus reads every query of every panel", "promtool");
else report.check("Prometheus reads every query of every panel", parsed);
report.end();

function readDashboard(uid: string): DashboardJson {
  const file: DashboardJson = JSON.parse(
    readFileSync(join(ROOT, CHART, "dashboards", `${uid}.json`), "utf8"),
  );
  return file;
}

function shapeProblems(file: DashboardJson): string[] {
  const variables = file.templating.list.map(({ name }) => name);
  const of = (panel: PanelJson): string[] =>
    panel.type === "row" ? [] : panelProblems(panel).map((problem) => `${panel.title}: ${problem}`);
  return [
    ...["datasource", "namespace", "runbooks"].flatMap((name) =>
      variables.includes(name) ? [] : [`no variable ${name}`],
    ),
    ...(file.schemaVersion >= 36 ? [] : ["its schema is too old"]),
    ...(file.refresh === "30s" && file.time.from === "now-1h" ? [] : ["opens with another range or refresh"]),
    ...file.panels.flatMap(of),
  ];
}

function panelProblems({ type, description, datasource, fieldConfig, links, targets }: PanelJson): string[] {
  const uidsOfData = [datasource?.uid, ...(targets ?? []).map((target) => target.datasource.uid)];
  return [
    ...(PANELS.has(type) ? [] : [`${type} is no panel that we use`]),
    ...((description ?? "").length < 10 ? ["has no description"] : []),
    ...(fieldConfig?.defaults.unit === undefined ? ["has no unit"] : []),
    ...emptyProblems(fieldConfig?.defaults.noValue, targets ?? []),
    ...(uidsOfData.every((uid) => uid === "${datasource}") ? [] : ["names a data source"]),
    ...((targets ?? []).length === 0 ? ["asks nothing"] : []),
    ...(links ?? []).flatMap(({ url }) => {
      const alert = /^\$\{runbooks\}\/(\w+)\.md$/.exec(url)?.[1] ?? "";
      return alerts.has(alert) ? [] : [`links to ${url}`];
    }),
  ];
}

/** Nothing that happened and nothing that is scraped must not look the same, nor the one be taken for the other. */
function emptyProblems(said: string | undefined, targets: readonly { readonly expr: string }[]): string[] {
  if (said === undefined) return ["says nothing where it has no series"];
  return said === NOT_SCRAPED && targets.every(({ expr }) => beginsLate(filled(expr)))
    ? ["says that nothing is scraped where it may be that nothing has happened"]
    : [];
}

function queriesOf({ panels }: DashboardJson): { readonly title: string; readonly expr: string }[] {
  return panels.flatMap(({ title, targets }) => (targets ?? []).map(({ expr }) => ({ title, expr })));
}

/** As Grafana sends it. */
function filled(expr: string): string {
  return expr
    .replaceAll("$__rate_interval", "5m")
    .replaceAll(/\$(namespace|service|stores|route|testid)\b/g, ".*");
}

/** Each as a rule, which is what promtool can check without a server. */
function parsesAll(): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), "flowlix-panels-"));
  try {
    const groups = files.map((file) => ({
      name: file.uid,
      rules: queriesOf(file).map(({ expr }, index) => ({ record: `panel:${index}`, expr: filled(expr) })),
    }));
    writeFileSync(join(folder, "panels.yaml"), JSON.stringify({ groups }));
    const problems = promtool(["check", "rules", "--lint=none", "panels.yaml"], folder);
    if (problems === null || problems.length > 0) return problems;
    writeFileSync(
      join(folder, "broken.yaml"),
      JSON.stringify({ groups: [{ name: "x", rules: [{ record: "x", expr: "sum(" }] }] }),
    );
    return (promtool(["check", "rules", "broken.yaml"], folder) ?? []).length > 0
      ? []
      : ["a broken query was not noticed"];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
