import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readMetricCatalogue } from "@flowlix/runtime/metric-catalogue";
import { ALERTMANAGER, problemsOf, readExample } from "./alertmanager.ts";
import { staleUnder } from "./freshness.ts";
import { knownTo, problemsWith } from "./known.ts";
import { amtool, createReport, promtool } from "./lines.ts";
import { CHART, ROOT } from "../../observability/outputs.ts";
import { selectorsOf, type Selector } from "./promql.ts";
import { problemsOfRunbook, runbooks } from "./runbooks.ts";
import { isAlert, type AlertRule } from "../../observability/rule.ts";
import { RULE_GROUPS } from "../../observability/rules/index.ts";

/** `make rules-check`: what can be said of the rules without evaluating them. */
const OF_KUBERNETES = /^(kube|kubelet|container)_/;
const ANYBODYS =
  /^(up|build_info|(kube|kubelet|scrape|container|pg|cnpg|barman|nats|db|nodejs|process|moleculer|dependency|trace)_.*)$/;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const SHORTEST_RANGE_S = 120;

const report = createReport();
const known = knownTo(readMetricCatalogue(), RULE_GROUPS);
const rules = RULE_GROUPS.flatMap((group) => group.rules);
const alerts = rules.filter(isAlert);

report.check("rules and their tests are what their sources generate", await staleUnder(`${CHART}/rules`));
report.check("the pages of metrics and runbooks are what their sources generate", [
  ...(await staleUnder("docs/metrics.md")),
  ...(await staleUnder("docs/runbooks")),
]);
report.check(
  "every metric and label of a rule is known",
  rules.flatMap((rule) => {
    const name = isAlert(rule) ? rule.alert : rule.record;
    return problemsWith(rule.expr, known).map((problem) => `${name}: ${problem}`);
  }),
);
report.check("a metric, a label and a value that are not there are noticed", unnoticed());
report.check(
  "no rule takes what others run for ours",
  rules.flatMap((rule) =>
    unmarked(rule.expr).map((metric) => `${isAlert(rule) ? rule.alert : rule.record}: ${metric}`),
  ),
);
report.check(
  "no range is shorter than four scrapes of half a minute, the longest interval that we ship",
  rules.flatMap((rule) =>
    shortRanges(rule.expr).map((range) => `${isAlert(rule) ? rule.alert : rule.record}: ${range}`),
  ),
);
report.check("every alert has one rule, a summary, a description, and a runbook that says what to do", [
  ...repeated(alerts.map(({ alert }) => alert)).map((name) => `${name} is there twice`),
  ...alerts.flatMap(incomplete),
]);
report.check("every runbook is of an alert", leftRunbooks());
const pages = [...runbooks()];
report.check(
  "every command of a runbook is one, as its parser and each form take it, and every question parses",
  (
    await Promise.all(
      pages.map(async ([path, page]) =>
        (await problemsOfRunbook(page, known)).map((problem) => `${path}: ${problem}`),
      ),
    )
  ).flat(),
);
report.check(
  "a command, an option, a prefix and a question that are not there are noticed",
  await unnoticedInRunbook(),
);
report.check("every metric that a page names is in the catalogue", unknownInPages());
report.check("every alert that a page for operators names is raised", unknownAlerts());

report.check("the example for Alertmanager names alerts and labels that there are", [
  ...problemsOf(readExample(), alerts),
  ...unnoticedInExample(),
]);
const configured = amtool(["check-config", ALERTMANAGER], ROOT);
if (configured === null) report.skip("Alertmanager reads its example", "amtool");
else report.check("Alertmanager reads its example", configured);

const parsed = promtool(
  ["check", "rules", "--lint=all", "--lint-fatal", ...RULE_GROUPS.map(({ name }) => `${name}.yaml`)],
  join(ROOT, CHART, "rules"),
);
if (parsed === null) report.skip("Prometheus reads every rule, and none is there twice", "promtool");
else report.check("Prometheus reads every rule, and none is there twice", parsed);
report.end();

/** Pages that must not pass. */
async function unnoticedInRunbook(): Promise<string[]> {
  const wrong = [
    "```sh\nnpm run -s flowlix -- anomaly lst\n```",
    "```sh\nnpm run -s flowlix -- anomaly list --everything\n```",
    "```sh\ndocker compose exec gateway flowlix anomaly list\n```",
    "`ledger chek`",
    "`parked relaese evt_…`",
    "`kubectl logs --previous`",
    "`kubectl delete pod --grace-period=0 --force`",
    "`kubectl rollout status`",
    "`kubectl cnpg backup payments-db`",
    "`kubectl get cluster payments-db`",
    "`kubectl -n postgresql logs payments-dbase-1`",
    "`helm rollback`",
    "`sum(rate(gateway_http_requests_total[5m])`",
    '`gateway_http_requests_total{status="500"}`',
  ];
  const found = await Promise.all(wrong.map((page) => problemsOfRunbook(page, known)));
  return wrong.filter((_, index) => found[index]?.length === 0).map((page) => `${page} is not noticed`);
}

/** Expressions that must not pass; a check that cannot fail says nothing. */
function unnoticed(): string[] {
  const wrong = [
    "sum(rate(gateway_http_request_total[5m]))",
    "rate(gateway_http_request_duration_seconds[5m])",
    'sum by (code) (rate(gateway_http_requests_total{status="500"}[5m]))',
    "sum by (merchant) (rate(gateway_http_requests_total[5m]))",
    'rate(outbox_published_total{outcome="sent"}[5m])',
    'rate(notifier_webhook_first_try_delay_seconds_bucket{le="60"}[5m])',
    "vector(1)",
    "sum(rate(gateway_http_requests_total[5m])",
  ];
  const foreign = ['up{service="payments"} == 0', "rate(kube_pod_container_status_restarts_total[5m])"];
  return [
    ...wrong.filter((expr) => problemsWith(expr, known).length === 0),
    ...foreign.filter((expr) => unmarked(expr).length === 0),
  ];
}

/** Changes of the example that must not pass. */
function unnoticedInExample(): string[] {
  const changes = [
    ["alertname = ServiceDown", "alertname = ServiceDwn"],
    ["LookTasksLate|ClockedTaskLate", "LookTaskLate|ClockedTaskLate"],
    ["equal: [namespace, provider]", "equal: [namespace, pod]"],
    ["equal: [namespace, mode]", "equal: [namespace]"],
    ["alertname = EventsRefused", 'alertname =~ "EventsRefused|OutboxNotDraining"'],
  ] as const;
  return changes
    .filter(([from, to]) => problemsOf(readExample().replace(from, to), alerts).length === 0)
    .map(([, to]) => `"${to}" is not noticed`);
}

function shortRanges(expr: string): string[] {
  return [...expr.matchAll(/\[(\d+)([smhd])\]/g)]
    .filter(([, count, unit = ""]) => Number(count) * (SECONDS[unit] ?? 0) < SHORTEST_RANGE_S)
    .map(([range]) => range);
}

/**
 * Series under names that anybody's may have, and which an expression does not keep to our own targets or namespaces.
 */
function unmarked(expr: string): string[] {
  const selectors = selectorsOf(expr);
  const isMarked = ({ matchers }: Selector) => matchers.some(({ label }) => label === "payments_platform");
  const isKept = /and on \(namespace\) group by \(namespace\) \(up\{payments_platform/.test(expr);
  return selectors
    .filter((selector) => !isMarked(selector) && ANYBODYS.test(selector.metric))
    .filter(({ metric }) => !(isKept && OF_KUBERNETES.test(metric)))
    .map(({ metric }) => metric);
}

function incomplete({ alert, summary, description }: AlertRule): string[] {
  const file = join(ROOT, "docs/runbooks", `${alert}.md`);
  const page = existsSync(file) ? readFileSync(file, "utf8") : "";
  const sections = ["## What it means", "## What to look at", "## What to do"];
  return [
    ...(summary.length < 10 || description.length < 20 ? [`${alert} says too little`] : []),
    ...(page === "" ? [`${alert} has no runbook`] : []),
    ...(page !== "" && !page.startsWith(`# ${alert}\n`) ? [`the runbook of ${alert} has another title`] : []),
    ...(page === ""
      ? []
      : sections.filter((head) => !page.includes(head)).map((head) => `${alert}: no "${head}"`)),
  ];
}

function leftRunbooks(): string[] {
  const names = new Set(alerts.map(({ alert }) => alert));
  return globSync("docs/runbooks/*.md", { cwd: ROOT })
    .map((path) => basename(path, ".md"))
    .filter((name) => name !== "README" && !names.has(name))
    .map((name) => `docs/runbooks/${name}.md is of no alert`);
}

/** Words of a page that look like a metric of ours: those that begin as one does and have three parts or more. */
function unknownInPages(): string[] {
  const { metrics } = readMetricCatalogue();
  const beginnings = new Set(metrics.map(({ name }) => name.split("_", 1)[0]));
  const names = new Set(
    metrics.flatMap(({ name, type }) =>
      type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  return ["docs/operators.md", ...globSync("docs/runbooks/*.md", { cwd: ROOT })].flatMap((path) => {
    const words = readFileSync(join(ROOT, path), "utf8").matchAll(/`([a-z]+(?:_[a-z0-9]+){2,})[`{[]/g);
    return [...words]
      .map(([, word = ""]) => word)
      .filter((word) => beginnings.has(word.split("_", 1)[0]) && !names.has(word) && !known.records.has(word))
      .map((word) => `${path} names ${word}`);
  });
}

/**
 * Names in pages of one that begins as an alert of ours does, such as one that was renamed. Decisions and news tell of
 * what was.
 */
function unknownAlerts(): string[] {
  const names = new Set(alerts.map(({ alert }) => alert));
  const begins = (name: string) => /^[A-Z][a-z]+/.exec(name)?.[0] ?? "";
  const beginnings = new Set([...names].map(begins));
  return globSync(["docs/*.md", "docs/runbooks/*.md", "charts/**/*.md", "k8s/**/*.md"], { cwd: ROOT })
    .toSorted()
    .flatMap((path) => {
      const said = readFileSync(join(ROOT, path), "utf8").matchAll(/[`[](?<name>(?:[A-Z][a-z]+){2,})[`\]]/g);
      return [...new Set([...said].map(({ groups }) => groups?.["name"] ?? ""))]
        .filter((name) => beginnings.has(begins(name)) && !names.has(name))
        .map((name) => `${path} names ${name}`);
    });
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
