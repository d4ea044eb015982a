import type { CataloguedMetric, MetricCatalogue } from "@flowlix/runtime/metric-catalogue";
import { groupedBy, isBroken, selectorsOf, type Selector } from "./promql.ts";
import { isAlert, type RuleGroup } from "../../observability/rule.ts";
import { THIRD_PARTY } from "./third-party.ts";

/** What expressions may read: our metrics, records of our rules, and series of others that are listed. */
export interface Known {
  readonly catalogue: MetricCatalogue;
  readonly records: ReadonlySet<string>;
}

export const knownTo = (catalogue: MetricCatalogue, groups: readonly RuleGroup[]): Known => ({
  catalogue,
  records: new Set(
    groups.flatMap(({ rules }) => rules.flatMap((rule) => (isAlert(rule) ? [] : [rule.record]))),
  ),
});

/** Labels that our records add to those of their metrics. */
const RECORDED_LABELS = ["owner", "mode"];

/** What is wrong with an expression and the names in it, a line each; nothing where all of them are known. */
export function problemsWith(expr: string, known: Known): string[] {
  if (isBroken(expr)) return ["is not PromQL"];
  const selectors = selectorsOf(expr);
  if (selectors.length === 0) return ["reads no metric"];
  const problems = selectors.flatMap((selector) => problemsWithSelector(selector, known));
  const labels = new Set(selectors.flatMap(({ metric }) => labelsOf(metric, known)));
  // What others expose has labels that nobody here knows.
  const isOurs = selectors.every(({ metric }) => metricNamed(metric, known.catalogue) !== undefined);
  const ungrouped = isOurs ? groupedBy(expr).filter((label) => !labels.has(label)) : [];
  return [...problems, ...ungrouped.map((label) => `groups by ${label}, which none of its metrics has`)];
}

function problemsWithSelector({ metric, matchers }: Selector, known: Known): string[] {
  const ours = metricNamed(metric, known.catalogue);
  if (ours === undefined)
    return metric in THIRD_PARTY || known.records.has(metric) ? [] : [`${metric} is unknown`];
  if (ours.type === "histogram" && ours.name === metric)
    return [`${metric} is a histogram: ask for its _bucket, _sum or _count`];
  const labels = labelsOf(metric, known);
  return matchers.flatMap(({ label, operator, value }) => {
    if (!labels.includes(label)) return [`${metric} has no label ${label}`];
    if (label === "le" && operator === "=" && /^\d+([.]0)?$/.test(value))
      return [`${metric} asks for le="${value}", which Prometheus 2 and 3 write differently: use edge()`];
    const allowed = ours.labels[label];
    const isBounded =
      Array.isArray(allowed) && (operator === "=" || operator === "!=") && !value.includes("$");
    return isBounded && !allowed.includes(value) ? [`${metric} never has ${label}="${value}"`] : [];
  });
}

function metricNamed(name: string, { metrics }: MetricCatalogue): CataloguedMetric | undefined {
  const plain = metrics.find((metric) => metric.name === name);
  if (plain !== undefined) return plain;
  const histogram = name.replace(/_(bucket|sum|count)$/, "");
  return metrics.find((metric) => metric.type === "histogram" && metric.name === histogram);
}

function labelsOf(metric: string, { catalogue }: Known): string[] {
  const ours = metricNamed(metric, catalogue);
  const own = ours === undefined ? RECORDED_LABELS : Object.keys(ours.labels);
  const edge = metric.endsWith("_bucket") ? ["le"] : [];
  return [...own, ...edge, ...Object.keys(catalogue.targetLabels)];
}
