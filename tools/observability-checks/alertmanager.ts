import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CHART, ROOT } from "../../observability/outputs.ts";
import { FIRING_ON_STEP_MINUTES, type AlertRule } from "../../observability/rule.ts";

/** The example of a configuration for Alertmanager. */
export const ALERTMANAGER = join(CHART, "examples/alertmanager.yaml");

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
  readonly equal: readonly string[];
}

interface Route {
  readonly matchers?: readonly string[];
  readonly routes?: readonly Route[];
}

interface Configuration {
  readonly route: Route;
  readonly inhibit_rules: readonly Inhibition[];
}

export const readExample = (): string => readFileSync(join(ROOT, ALERTMANAGER), "utf8");

/**
 * What is wrong with the names in it: an alert that no rule raises, and a label in `equal` that an alert does not
 * bear. Alertmanager takes two missing labels for equal ones, and would hold back those of every installation. Nor
 * may what burns in Sandbox hold back what is live, nor one owner another one's page. What is held
 * back ends before what holds it back.
 */
export function problemsOf(text: string, alerts: readonly AlertRule[]): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ours; amtool checks its form
  const { route, inhibit_rules: inhibitions } = parse(text) as Configuration;
  return [
    ...matchersOf(route).flatMap((matcher) => unknownIn(matcher, alerts)),
    ...inhibitions.flatMap(({ source_matchers: sources, target_matchers: targets, equal }) => {
      const matchers = [...sources, ...targets];
      const chosen = chosenOf(matchers, alerts);
      return [
        ...matchers.flatMap((matcher) => unknownIn(matcher, alerts)),
        ...chosen.flatMap((alert) => lacking(alert, equal)),
        ...acrossModes(chosen, equal),
        ...acrossOwners(chosenOf(sources, alerts), chosenOf(targets, alerts), equal),
        ...outliving(chosenOf(sources, alerts), chosenOf(targets, alerts)),
        ...endingFirst(chosenOf(sources, alerts), chosenOf(targets, alerts)),
      ];
    }),
  ];
}

const matchersOf = ({ matchers = [], routes = [] }: Route): readonly string[] => [
  ...matchers,
  ...routes.flatMap(matchersOf),
];

/** The expressions for names in a matcher of `alertname`: one for each way that it can be met. */
function expressionsOf(matcher: string): string[] {
  const [, operator, value = ""] = /^alertname (=~?) "?([^"]+)"?$/.exec(matcher) ?? [];
  if (operator === undefined) return [];
  // Not within parentheses.
  return operator === "=" ? [value] : value.split(/\|(?![^(]*\))/);
}

const meets = (expression: string, { alert }: AlertRule) => new RegExp(`^(?:${expression})$`).test(alert);

const chosenBy = (matcher: string, alerts: readonly AlertRule[]): AlertRule[] =>
  expressionsOf(matcher).flatMap((expression) => alerts.filter((alert) => meets(expression, alert)));

const chosenOf = (matchers: readonly string[], alerts: readonly AlertRule[]): AlertRule[] =>
  matchers.flatMap((matcher) => chosenBy(matcher, alerts));

const unknownIn = (matcher: string, alerts: readonly AlertRule[]): string[] =>
  expressionsOf(matcher)
    .filter((expression) => !alerts.some((alert) => meets(expression, alert)))
    .map((expression) => `no alert is called ${expression}`);

const borneBy = ({ firing }: AlertRule): ReadonlySet<string> =>
  new Set(firing.labels.flatMap((one) => Object.keys(one)));

function acrossModes(alerts: readonly AlertRule[], equal: readonly string[]): string[] {
  const apart = equal.includes("mode") || !alerts.every((one) => borneBy(one).has("mode"));
  const names = [...new Set(alerts.map(({ alert }) => alert))].join(", ");
  return apart ? [] : [`${names} are told apart by mode, and one mode would hold back the other`];
}

function acrossOwners(
  sources: readonly AlertRule[],
  targets: readonly AlertRule[],
  equal: readonly string[],
): string[] {
  const isOwners = (alert: AlertRule) => borneBy(alert).has("owner");
  const source = sources.find(isOwners);
  if (source === undefined || equal.includes("owner")) return [];
  return targets
    .filter((target) => target.severity === "page" && isOwners(target))
    .map(({ alert }) => `${source.alert} of one owner would hold back ${alert} of another`);
}

const minutesOf = ({ keepFiringFor }: AlertRule): number => Number.parseInt(keepFiringFor ?? "0m", 10);

/**
 * Pages held back by what ends with its cause: what follows from it takes longer, and would be told then. What burns
 * ends by the same windows as what it holds back; what tells nobody holds back only until the cause is known.
 */
function endingFirst(sources: readonly AlertRule[], targets: readonly AlertRule[]): string[] {
  const told = targets.filter(({ severity }) => severity === "page");
  return sources
    .filter(
      (source) => source.severity !== "none" && minutesOf(source) === 0 && !source.alert.includes("Burn"),
    )
    .flatMap(({ alert }) => told.map((target) => `${alert} must fire on until ${target.alert} has ended`));
}

/** Those that fire on for as long as what holds them back: their messages would come once it has ended. */
function outliving(sources: readonly AlertRule[], targets: readonly AlertRule[]): string[] {
  return sources.flatMap((source) =>
    targets
      .filter((target) => minutesOf(target) > 0)
      .filter((target) => minutesOf(source) < minutesOf(target) + FIRING_ON_STEP_MINUTES)
      .map(({ alert }) => `${source.alert} must fire on longer than ${alert}, which it holds back`),
  );
}

function lacking(rule: AlertRule, labels: readonly string[]): string[] {
  const { alert } = rule;
  const borne = borneBy(rule);
  return labels.filter((label) => !borne.has(label)).map((label) => `${alert} has no label ${label}`);
}
