import type { CataloguedMetric, MetricCatalogue } from "@flowlix/runtime/metric-catalogue";

const HEAD = `# Metrics

Written by \`npm run observability\` from [the catalogue](../libs/runtime/metric-catalogue.json), which tests hold against live scrapes
of every process. Alerts and what to do about them: [runbooks](runbooks/README.md).

Every process has \`/metrics\` on its admin port. A histogram has \`_bucket\`, \`_sum\` and \`_count\` behind its name. Labels that whoever
scrapes adds:

`;

/** The catalogue as a page for people. */
export function metricsPage({ targetLabels, metrics }: MetricCatalogue): string {
  const target = Object.entries(targetLabels).map(([name, says]) => `- \`${name}\`: ${says}`);
  const groups = Map.groupBy(metrics, groupOf);
  const tables = [...groups].map(([title, members]) => `## ${title}\n\n${table(members)}\n`);
  return `${HEAD}${target.join("\n")}\n\n${tables.join("\n")}`;
}

function groupOf({ services, name }: CataloguedMetric): string {
  if (/^(nodejs|process)_/.test(name)) return "Node and the process";
  if (services === "all") return "Every program";
  const [only = "", ...others] = services;
  if (others.length === 0) return only;
  return "Several programs";
}

const table = (metrics: readonly CataloguedMetric[]): string =>
  ["| Metric | Type | Unit | Labels | Means |", "|-|-|-|-|-|", ...metrics.map(rowOf)].join("\n");

function rowOf({ name, type, unit, labels, services, help }: CataloguedMetric): string {
  const listed = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${valuesOf(values)}`);
  const where = services !== "all" && services.length > 1 ? ` (${services.join(", ")})` : "";
  return `| \`${name}\` | ${type} | ${unit} | ${listed.join("; ")} | ${help}${where} |`;
}

const valuesOf = (values: readonly string[] | string): string =>
  typeof values === "string" ? values : values.map((value) => `\`${value}\``).join(" ");
