import { isAlert, type AlertCase, type AlertRule, type RecordingRule, type RuleGroup } from "./rule.ts";

const HEAD = "# Written by `make observability` from observability: change it there.\n";
/** Replaced at the installation of the rules where runbooks are kept elsewhere. */
export const RUNBOOKS = "docs/runbooks";

/** A text in quotes is the same in JSON and in YAML. */
const text = (value: string): string => JSON.stringify(value);
const literal = (value: string, indent: string): string => `|-\n${indent}${value}`;

/** A file of rules as Prometheus reads it. */
export function rulesYaml({ name, interval, rules }: RuleGroup): string {
  const every = interval === undefined ? "" : `    interval: ${interval}\n`;
  return `${HEAD}groups:\n  - name: payments-${name}\n${every}    rules:\n${rules.map(ruleYaml).join("")}`;
}

function ruleYaml(rule: AlertRule | RecordingRule): string {
  const expr = `        expr: ${literal(rule.expr, "          ")}\n`;
  if (!isAlert(rule)) {
    const labels = mapYaml("        labels:", "          ", rule.labels ?? {});
    return `      - record: ${rule.record}\n${expr}${labels}`;
  }
  return [
    `      - alert: ${rule.alert}\n${expr}`,
    rule.for === undefined ? "" : `        for: ${rule.for}\n`,
    rule.keepFiringFor === undefined ? "" : `        keep_firing_for: ${rule.keepFiringFor}\n`,
    mapYaml("        labels:", "          ", { severity: rule.severity }),
    mapYaml("        annotations:", "          ", annotationsOf(rule)),
  ].join("");
}

function mapYaml(head: string, indent: string, entries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(entries).map(([name, value]) => `${indent}${name}: ${text(value)}\n`);
  return lines.length === 0 ? "" : `${head}\n${lines.join("")}`;
}

const annotationsOf = ({ alert, summary, description }: AlertRule) => ({
  summary,
  description,
  runbook_url: `${RUNBOOKS}/${alert}.md`,
});

/**
 * The group and those whose records it reads, directly or through others. A test evaluates every rule of every file it
 * names, minute by minute over hours: files that nothing is read of took most of the time.
 */
export function readBy(group: RuleGroup, groups: readonly RuleGroup[]): RuleGroup[] {
  const read = new Set([group]);
  // A set that grows is walked to its end, so what the added ones read is added too.
  for (const { rules } of read)
    for (const other of groups)
      if (rules.some(({ expr }) => recordsOf(other).some((record) => expr.includes(record)))) read.add(other);
  return groups.filter((one) => read.has(one));
}

const recordsOf = ({ rules }: RuleGroup): string[] =>
  rules.flatMap((rule) => (isAlert(rule) ? [] : [rule.record]));

/**
 * For every alert of a group a case in which it fires, one in which it keeps quiet, and whichever it names beside
 * these.
 */
export function ruleTestsYaml(group: RuleGroup, read: readonly RuleGroup[]): string {
  const tests = group.rules
    .filter(isAlert)
    .flatMap((rule) => [
      caseYaml(`${rule.alert} fires`, rule, rule.firing, rule.firing.labels),
      ...Object.entries(rule.alsoFiring ?? {}).map(([when, firing]) =>
        caseYaml(`${rule.alert} fires ${when}`, rule, firing, firing.labels),
      ),
      caseYaml(`${rule.alert} keeps quiet`, rule, rule.quiet, []),
      ...Object.entries(rule.alsoQuiet ?? {}).map(([when, quiet]) =>
        caseYaml(`${rule.alert} keeps quiet ${when}`, rule, quiet, []),
      ),
    ]);
  const listed = read.map(({ name }) => `  - ../${name}.yaml\n`).join("");
  return `${HEAD}rule_files:\n${listed}evaluation_interval: 1m\ntests:\n${tests.join("")}`;
}

function caseYaml(
  name: string,
  rule: AlertRule,
  { series, at }: AlertCase,
  alerts: readonly Readonly<Record<string, string>>[],
): string {
  const input = Object.entries(series).map(
    ([one, values]) => `      - series: '${one}'\n        values: ${text(values)}\n`,
  );
  const expected = alerts.map((labels) => alertYaml(rule, labels)).join("");
  return [
    `  - name: ${text(name)}\n    interval: 1m\n`,
    input.length === 0 ? "    input_series: []\n" : `    input_series:\n${input.join("")}`,
    `    alert_rule_test:\n      - alertname: ${rule.alert}\n        eval_time: ${at}\n`,
    expected === "" ? "        exp_alerts: []\n" : `        exp_alerts:\n${expected}`,
  ].join("");
}

function alertYaml(rule: AlertRule, labels: Readonly<Record<string, string>>): string {
  const filled = Object.fromEntries(
    Object.entries(annotationsOf(rule)).map(([name, value]) => [name, fill(value, labels)]),
  );
  const indent = "              ";
  return [
    mapYaml("          - exp_labels:", indent, { ...labels, severity: rule.severity }),
    mapYaml("            exp_annotations:", indent, filled),
  ].join("");
}

const fill = (template: string, labels: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{ \$labels\.([a-z_]+) \}\}/g, (_, name: string) => labels[name] ?? "");
