import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "./cli-error.ts";
import type { ControlClient } from "./control-client.ts";
import { awayOf, missingParts } from "./missing.ts";
import { patiently, type Patience } from "./patiently.ts";
import { isRecord, rowsOf } from "./records.ts";

/** Longer than the time between two runs of checking, one of them failed. */
const PATIENCE: Patience = { pollMs: 1_000, patienceMs: 180_000 };

export interface Awaited {
  /** Who could not be asked to compare: nothing of theirs is waited for. */
  readonly unasked: readonly string[];
  readonly limit: number | undefined;
}

/**
 * Waits until every owner has compared what it was asked for, and tells how far they are; answers the findings, with
 * those of whom that cannot be said in `not_compared`. It is not waited for one that does not answer, or that compares
 * nothing, for long: the comparison goes on whether or not anybody waits.
 */
export async function awaitCompared(
  control: ControlClient,
  { unasked, limit }: Awaited,
  report: (line: string) => void,
  patience: Patience = PATIENCE,
): Promise<unknown> {
  let reported = "";
  let since = performance.now();
  for (;;) {
    const answer = await patiently(() => control.call("GET", "/ledger/findings", { limit }), patience, left);
    const away = awayOf(answer);
    const busy = rowsOf(answer, "checks").filter((check) => progressOf(check) !== null);
    const open = [...busy.map(({ service }) => String(service)), ...away];
    if (unasked.length > 0 || open.length === 0)
      return { ...answer, not_compared: [...new Set([...unasked, ...open])] };
    const line = [
      ...busy.map((check) => `${String(check["service"])}: ${progressOf(check)}`),
      ...missingParts(answer, (service) => `the findings of ${service}`),
    ].join("; ");
    if (line !== reported) report(line);
    // As long as each of them answers and compares, it may take as long as it takes.
    if (away.length === 0 && busy.every(({ is_current }) => is_current === true)) since = performance.now();
    if (performance.now() - since >= patience.patienceMs) return { ...answer, not_compared: open };
    reported = line;
    await sleep(patience.pollMs);
  }
}

/** What is left of what an owner was asked for, in words; null where nothing is. */
function progressOf({ asked }: Record<string, unknown>): string | null {
  if (!isRecord(asked)) return null;
  const { days, round } = asked;
  if (isRecord(round)) return `${String(round["done"])} of ${String(round["total"])} days are compared`;
  return typeof days === "number" && days > 0 ? `days left to be compared: ${days}` : null;
}

const left = ({ exitCode, code, message }: CliError): CliError =>
  new CliError(exitCode, code, `${message}; the comparison goes on by itself, see: ledger check`);
