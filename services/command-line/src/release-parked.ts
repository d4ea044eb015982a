import { CliError, EXIT, usageError } from "./cli-error.ts";
import type { ControlClient } from "./control-client.ts";
import { recordOf, rowsOf } from "./records.ts";

/** As many as one list has; who has more runs it again. */
const EVENTS_MAX = 1_000;
/** Released at once, so that neither owners nor the notifier meet all of them in one moment. */
const BATCH = 20;

export interface ReleaseAll {
  readonly note: string;
  /** How many events the operator means to release; undefined asks how many there are. */
  readonly count: number | undefined;
}

interface Released {
  released: number;
  objects: number;
}

/**
 * Releases every parked event that is there now, object by object, those that wait for longest first. What is parked
 * again meanwhile is left, or one that is still refused would go round for ever.
 * Errors: CliError refused where there is another number than was confirmed; the control API's, with what was released
 * until then.
 */
export async function releaseAll(
  control: ControlClient,
  { note, count }: ReleaseAll,
  report: (line: string) => void,
): Promise<unknown> {
  const answer = recordOf(await control.call("GET", "/parked", { limit: EVENTS_MAX }));
  const events = rowsOf(answer, "parked");
  const firsts = new Map<string, string>();
  for (const { object_id: object, event_id: event } of events)
    if (!firsts.has(String(object))) firsts.set(String(object), String(event));
  requireCount(events.length, firsts.size, count);
  const done: Released = { released: 0, objects: 0 };
  const ids = [...firsts.values()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const ended = await Promise.allSettled(batch.map((id) => releaseOne(control, id, note, done)));
    const failed = ended.find((one) => one.status === "rejected");
    if (failed !== undefined) throw soFar(failed.reason, done);
    report(
      `${Math.min(from + BATCH, ids.length)} of ${ids.length} objects: ${done.released} events released`,
    );
  }
  return {
    ...done,
    has_more: answer["has_more"] === true,
    missing: answer["missing"],
    failed: answer["failed"],
  };
}

function requireCount(events: number, objects: number, count: number | undefined): void {
  if (count === events || (count === undefined && events === 0)) return;
  const there = `${events} event(s) of ${objects} object(s) are parked`;
  if (count === undefined) throw usageError(`${there}: to release them say --count ${events}`, "--count");
  throw new CliError(
    EXIT.refused,
    "count_differs",
    `${there}, not ${count}: nothing was released`,
    "--count",
  );
}

async function releaseOne(control: ControlClient, id: string, note: string, done: Released): Promise<void> {
  try {
    const answer = recordOf(
      await control.call("POST", `/parked/${encodeURIComponent(id)}/release`, { note }),
    );
    done.released += Number(answer["released"]);
    done.objects += 1;
  } catch (error) {
    // Another operator was first.
    if (!(error instanceof CliError) || error.exitCode !== EXIT.notFound) throw error;
  }
}

function soFar(reason: unknown, { released }: Released): unknown {
  if (!(reason instanceof CliError)) return reason;
  const { exitCode, code, message } = reason;
  return new CliError(
    exitCode,
    code,
    `${message}; ${released} event(s) were released: parked list has the rest`,
  );
}
