import { awaitRun } from "./await-run.ts";
import { usageError } from "./cli-error.ts";
import type { ControlClient } from "./control-client.ts";
import { missingParts } from "./missing.ts";
import { recordOf, rowsOf } from "./records.ts";

/** Longer ago, a restore is no way to go on. */
const DAYS_MAX = 92;
const DAY_MS = 86_400_000;
/** As many as the control API lists. */
const LISTED_MAX = 1_000;

/** What is left to do after a restore. */
export interface Continued {
  /** What was committed after it may be missing here. */
  readonly since: string;
  readonly days: readonly Record<string, unknown>[];
  /** What stands of these days. */
  readonly differences: readonly Record<string, unknown>[];
  readonly anomalies: readonly Record<string, unknown>[];
  /** Why it is not over although nothing may be open: a line each. */
  readonly waiting: readonly string[];
}

interface Progress {
  readonly report: (line: string) => void;
}

/**
 * Compares the acquirer's statement of every day since the backup, today's as far as it goes, and answers what is there
 * and not here, or otherwise. Repeating it changes nothing. `restoredAt` is null where nobody noted it.
 */
export async function continueRestored(
  control: ControlClient,
  { since, restoredAt }: { readonly since: string; readonly restoredAt: string | null },
  { report }: Progress,
): Promise<Continued> {
  const compare = async (date: string) =>
    recordOf(
      recordOf(await awaitRun(control, await control.call("POST", "/reconciler/runs", { date }), report))[
        "run"
      ],
    );
  // Which day it is says the reconciler.
  const today = await compare("today");
  const before: Record<string, unknown>[] = [];
  for (const day of daysBefore(String(today["day"]), since)) before.push(await compare(day));
  const days = [...before, today];
  const first = String(days[0]?.["day"]);
  const standing = rowsOf(
    await control.call("GET", "/reconciler/differences", { limit: LISTED_MAX }),
    "differences",
  );
  const open = await control.call("GET", "/anomalies", { limit: LISTED_MAX });
  return {
    since,
    days,
    differences: standing.filter(({ day }) => String(day) >= first),
    anomalies: rowsOf(open, "anomalies"),
    waiting: [
      ...missingParts(open, (service) => `the exceptions of ${service}`),
      ...waitingFor(days, restoredAt),
    ],
  };
}

function daysBefore(today: string, since: string): string[] {
  const first = Date.parse(since.slice(0, 10));
  const count = Math.ceil((Date.parse(today) - first) / DAY_MS);
  if (count > DAYS_MAX) throw usageError(`--since must be at most ${DAYS_MAX} days ago`, "--since");
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

function waitingFor(days: readonly Record<string, unknown>[], restoredAt: string | null): string[] {
  const lines = days.flatMap(({ day, awaiting }) =>
    Number(awaiting) > 0 ? [`${String(day)}: ${String(awaiting)} lines may still end by themselves`] : [],
  );
  // Until it is over, the acquirer may have moved something of before the restore that its statement does not have yet.
  const last = days.findLast(({ complete }) => complete === true)?.["day"];
  const restored = restoredAt?.slice(0, 10);
  if (restored !== undefined && (typeof last !== "string" || last < restored))
    return [...lines, `the statement of ${restored}, the day of the restore: it is not complete yet`];
  return lines;
}
