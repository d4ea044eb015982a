import {
  EVERY_SERVICE,
  ON_BUS,
  type CataloguedMetric,
  type MetricCatalogue,
} from "@flowlix/runtime/metric-catalogue";

const HEAD = `# Metrics

Written by \`make observability\` from [the catalogue](../libs/runtime/metric-catalogue.json), which tests hold against live scrapes
of every process. Alerts and what to do about them: [runbooks](runbooks/README.md).

Every process has \`/metrics\` on its admin port. A histogram has \`_bucket\`, \`_sum\` and \`_count\` behind its name. Labels that the
scrape configuration adds:

`;

const MODE = `The label \`mode\` says whose a figure is: \`live\`, or \`sandbox\`, where merchants order outages, lost answers and objects that
never end by the amounts of the specification's table. It is that of the API key of a request, of the object that changed, or of the
orders of a provider; \`none\` has what no key names a mode for: a request without a usable key, the hosted page, callbacks, health, and the
clock's own calls. What an amount can order raises no alert; what none can order does, in Sandbox as well.`;

const EVERY = "Every program";
const SEVERAL = "Several programs";
const NODE = "Node and the process";

/** The catalogue as a page for people. */
export function metricsPage({ targetLabels, metrics }: MetricCatalogue): string {
  const target = Object.entries(targetLabels).map(([name, says]) => `- \`${name}\`: ${says}`);
  const groups = Map.groupBy(metrics, groupOf);
  const order = [...groups].toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other),
  );
  const tables = order.map(([title, members]) => `## ${title}\n\n${table(members)}\n`);
  return `${HEAD}${target.join("\n")}\n\n${MODE}\n\n${tables.join("\n")}`;
}

/** What all have comes first, and last what is not ours. */
const placeOf = (title: string): number =>
  title === EVERY ? 0 : title === SEVERAL ? 1 : title === NODE ? 3 : 2;

function groupOf({ services, name }: CataloguedMetric): string {
  if (/^(nodejs|process)_/.test(name)) return NODE;
  if (services === "all") return EVERY;
  const [only = "", ...others] = services;
  if (others.length === 0) return only;
  return SEVERAL;
}

const table = (metrics: readonly CataloguedMetric[]): string =>
  ["| Metric | Means | Type | Unit | Labels |", "|-|-|-|-|-|", ...metrics.map(rowOf)].join("\n");

function rowOf({ name, type, unit, labels, services, onlyWith, help }: CataloguedMetric): string {
  const listed = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${valuesOf(values)}`);
  const where = services !== "all" && services.length > 1 ? ` (${programs(services)})` : "";
  const only = onlyWith === undefined ? "" : ` (only where \`${onlyWith}\` is set)`;
  return `| \`${name}\` | ${help}${where}${only} | ${type} | ${unit} | ${listed.join("; ")} |`;
}

const programs = (services: readonly string[]): string =>
  services === ON_BUS ? "every service on the bus" : services.join(", ");

function valuesOf(values: readonly string[] | string): string {
  if (values === EVERY_SERVICE) return "a service";
  return typeof values === "string" ? values : values.map((value) => `\`${value}\``).join(" ");
}
