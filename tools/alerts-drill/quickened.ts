import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { CHART, ROOT } from "../../observability/outputs.ts";
import { RULE_GROUPS } from "../../observability/rules/index.ts";

/** So many times faster than the shipped rules a drill's Prometheus and Alertmanager run. */
export const FACTOR = 30;
export const SCRAPE_S = 3;
/** A range holds four samples at least, as the shipped ones do of the shipped interval. */
const SHORTEST_RANGE_S = 4 * SCRAPE_S;
const EVALUATED_S = 1;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Processes start, and answer what has waited, at their own pace: these times shrink less. */
const SLOWER: Readonly<Record<string, number>> = { ProcessRestarting: 8, ProcessFailing: 20 };

/** Ages that the drill waits for: their bounds shrink too. Work that is repeated by the clock keeps its own pace. */
const AGES: ReadonlySet<string> = new Set([
  "OutboxNotDraining",
  "WebhookBacklogOld",
  "MerchantUnreached",
  "PostgresReplicaBehind",
]);

interface Rule {
  alert?: string;
  expr: string;
  for?: string;
  keep_firing_for?: string;
}

interface RuleFile {
  groups: { interval?: string; rules: Rule[] }[];
}

/** What a cause leaves behind the platform clears up at its own pace, and fires until then. */
const FIRING_ON_FACTOR = FACTOR / 2;

/** A duration of Prometheus or Alertmanager, `2m`, divided; never shorter than `least` seconds. */
export function quicker(duration: string, least: number, factor = FACTOR): string {
  const seconds = [...duration.matchAll(/(\d+)([smhd])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ""] ?? 0),
    0,
  );
  return `${Math.max(least, Math.round(seconds / factor))}s`;
}

/** Ranges and offsets of an expression; numbers that it compares with stay, unless they are ages. */
function quickerExpr(expr: string, isAge: boolean, factor: number): string {
  const ranges = expr
    .replaceAll(/\[(\w+)\]/g, (_, range: string) => `[${quicker(range, SHORTEST_RANGE_S, factor)}]`)
    .replaceAll(/offset (\w+)/g, (_, offset: string) => `offset ${quicker(offset, SHORTEST_RANGE_S)}`);
  return isAge
    ? ranges.replaceAll(/> (\d+)(?= or |$)/gm, (_, age: string) => `> ${Number(age) / FACTOR}`)
    : ranges;
}

/** A file of the shipped rules, with all that is a time in them divided by the factor. */
export function quickRules(text: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ours; promtool checks its form
  const { groups } = parse(text) as RuleFile;
  for (const group of groups) {
    group.interval = `${EVALUATED_S}s`;
    for (const rule of group.rules) {
      const factor = SLOWER[rule.alert ?? ""] ?? FACTOR;
      rule.expr = quickerExpr(rule.expr, AGES.has(rule.alert ?? ""), factor);
      if (rule.for !== undefined) rule.for = quicker(rule.for, EVALUATED_S, factor);
      if (rule.keep_firing_for !== undefined)
        rule.keep_firing_for = quicker(rule.keep_firing_for, EVALUATED_S, FIRING_ON_FACTOR);
    }
  }
  return stringify({ groups });
}

/** Every file of rules that the chart ships, by its name. */
export const shippedRules = (): ReadonlyMap<string, string> =>
  new Map(
    RULE_GROUPS.map(({ name }) => [
      name,
      quickRules(readFileSync(join(ROOT, CHART, "rules", `${name}.yaml`), "utf8")),
    ]),
  );

interface Route {
  group_wait?: string;
  group_interval?: string;
  repeat_interval?: string;
  routes?: Route[];
}

interface Receiver {
  name: string;
  webhook_configs?: unknown[];
}

/** The shipped configuration of Alertmanager: as quick as the rules, and with the drill's listener for receivers. */
export function quickAlertmanager(text: string, listener: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ours; amtool checks its form
  const configuration = parse(text) as { route: Route; receivers: Receiver[] };
  quickenRoute(configuration.route);
  for (const receiver of configuration.receivers)
    receiver.webhook_configs = [{ url: `${listener}/${receiver.name}`, send_resolved: false }];
  return stringify(configuration);
}

/** What waits for a cause waits for scrapes and probes of readiness too, which keep their own pace. */
const OWN_PACE_S = 12;

function quickenRoute(route: Route): void {
  for (const key of ["group_interval", "repeat_interval"] as const)
    if (route[key] !== undefined) route[key] = quicker(route[key], 1);
  if (route.group_wait !== undefined) {
    const wait = Number.parseInt(quicker(route.group_wait, 1), 10);
    route.group_wait = `${wait > 1 ? wait + OWN_PACE_S : wait}s`;
  }
  for (const inner of route.routes ?? []) quickenRoute(inner);
}
