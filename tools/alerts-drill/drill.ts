import { setTimeout as pause } from "node:timers/promises";
import { unadvised } from "./advice.ts";
import type { Drill, Fault } from "./fault.ts";
import type { Notified } from "./stack.ts";

/** What a fault came to. */
export interface Outcome {
  readonly fault: Fault;
  readonly problems: readonly string[];
  readonly pages: readonly string[];
  readonly tickets: readonly string[];
  /** What fired and was held back. */
  readonly heldBack: readonly string[];
  readonly runbooks: readonly string[];
  readonly firstPageS: number | null;
}

const POLL_MS = 500;
const WITHIN_MS = 120_000;
/** How long a fault goes on after all that should fire has: what else it brings about has its time too. */
const GOES_ON_MS = 25_000;
const QUIET_WITHIN_MS = 300_000;
/** After the last alert has ended messages that were waiting are sent, or never. */
const LAST_MESSAGES_MS = 5_000;

/**
 * Every fault of a drill spends the same budget, in windows of minutes: what burns slowly says nothing about one of
 * them.
 */
const OF_THE_WHOLE_DRILL = ["GatewayAvailabilityBurnSlow", "PaymentLatencyBurnSlow"];

/** Lets a fault happen, heals it, and compares the alerts that came with those that should. */
export async function drillFault(drill: Drill, fault: Fault): Promise<Outcome> {
  const { stack } = drill;
  const failures: string[] = [];
  const note = (error: unknown) => void failures.push(error instanceof Error ? error.message : String(error));
  await untilQuiet(drill).catch(note);
  await stack.forget().catch(note);
  const from = stack.messages.length;
  const notified = (): Notified[] =>
    stack.messages.slice(from).flatMap(({ receiver, notified: all }) => (receiver === "nobody" ? [] : all));
  const names = (receiver: string) => namesOf(notified().filter((one) => one.receiver === receiver));
  const fired = new Map<string, number>();
  const startedAt = performance.now();
  let firstPageS: number | null = null;
  const seconds = (atMs: number) => (atMs - startedAt) / 1_000;
  const watch = async () => {
    const nowS = seconds(performance.now());
    for (const { alertname = "", severity } of await stack.firing())
      if (severity !== "none" && !fired.has(alertname)) fired.set(alertname, nowS);
    if (names("pages").length > 0) firstPageS ??= nowS;
  };
  /** The course of events, for a reader who asks why somebody was woken. */
  const course = () => [
    ...[...fired].map(([name, atS]) => `${name} fired after ${atS.toFixed(0)} s`),
    ...(healedS === null ? [] : [`healed after ${healedS.toFixed(0)} s`]),
    ...stack.messages
      .slice(from)
      .map(
        (one) =>
          `${one.receiver} notified of ${namesOf(one.notified).join(", ")} after ${seconds(one.atMs).toFixed(0)} s`,
      ),
  ];
  let healedS: number | null = null;
  const goOn = async () => {
    const until = performance.now() + (fault.withinMs ?? WITHIN_MS);
    const isNotified = () =>
      fault.pages.every((name) => names("pages").includes(name)) &&
      fault.tickets.every((name) => names("tickets").includes(name));
    while (!isNotified() && performance.now() < until) await Promise.all([watch(), pause(POLL_MS)]);
    const goesOnUntil = performance.now() + GOES_ON_MS;
    while (performance.now() < goesOnUntil) await Promise.all([watch(), pause(POLL_MS)]);
  };
  const heal = await fault.inject(drill).catch(note);
  if (heal !== undefined) {
    await goOn().catch(note);
    await heal().catch(note);
    healedS = seconds(performance.now());
  }
  await untilQuiet(drill, watch).catch(note);
  const pages = names("pages");
  const tickets = names("tickets");
  const runbooks = [...new Set(notified().map(({ runbook }) => runbook))].toSorted();
  const problems = [
    ...missing("page", fault.pages, pages),
    ...missing("ticket", fault.tickets, tickets),
    ...beside("page", pages, [...fault.pages, ...(fault.mayPage ?? [])]),
    ...beside("ticket", tickets, [...fault.tickets, ...(fault.mayTicket ?? []), ...OF_THE_WHOLE_DRILL]),
    ...unadvised(fault, runbooks),
    ...failures,
  ];
  return {
    fault,
    pages,
    tickets,
    firstPageS,
    heldBack: [...fired.keys()].filter((name) => !pages.includes(name) && !tickets.includes(name)).toSorted(),
    runbooks,
    problems: problems.length === 0 ? [] : [...problems, ...course()],
  };
}

const namesOf = (notified: readonly Notified[]): string[] =>
  [...new Set(notified.map(({ alert }) => alert))].toSorted();

const missing = (kind: string, wanted: readonly string[], notified: readonly string[]): string[] =>
  wanted.filter((name) => !notified.includes(name)).map((name) => `no ${kind} ${name}`);

const beside = (kind: string, notified: readonly string[], wanted: readonly string[]): string[] =>
  notified.filter((name) => !wanted.includes(name)).map((name) => `a ${kind} ${name} beside it`);

async function untilQuiet(
  { stack }: Drill,
  watch: () => Promise<void> = async () => undefined,
): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    await watch();
    const firing = (await stack.firing()).filter(
      (one) => !OF_THE_WHOLE_DRILL.includes(one["alertname"] ?? ""),
    );
    if (firing.length === 0) break;
    if (performance.now() > until)
      throw new Error(`still firing: ${[...new Set(firing.map((one) => one["alertname"]))].join(", ")}`);
    await pause(POLL_MS);
  }
  await pause(LAST_MESSAGES_MS);
}
