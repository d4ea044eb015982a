import { recordOnce, type ExceptionObject } from "../exceptions/record-exception.ts";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import type { Noun } from "../owner/owner-name.ts";
import { SYNCS_AT_END_MAX, syncDelayMs } from "./begin-syncs.ts";

/** Seconds between questions that get no answer; the last one repeats. */
const PAUSES_S = [15, 30, 60, 120, 300] as const;

/** From then on an account that says nothing, such as a closed one, is asked once a day. */
const SELDOM_MS = 86_400_000;

/** Whether a read has not said what became of an order. An answer about something else is one: its exception stands. */
export const isUnread = ({
  kind,
  contradicts,
}: {
  readonly kind: string;
  readonly contradicts?: unknown;
}): boolean => kind === "unknown" && contradicts === undefined;

/** Whether an object has been synced so often that an account that says nothing is asked once a day. */
export const isGivenUp = (syncCount: number): boolean => syncCount >= SYNCS_AT_END_MAX;

/**
 * After how many milliseconds a status sync that broke off is repeated: later and later, so that what always breaks off
 * stands before nobody else. Five minutes at most, for nobody was asked: what is wrong here, as a key that is missing,
 * may be mended at any time.
 */
export const brokenOffMs = (syncCount: number): number => syncDelayMs(PAUSES_S, syncCount);

/**
 * After how many milliseconds an order that could not be read is asked about again: soon, and once a day in the end.
 */
export const pauseMs = (syncCount: number): number =>
  isGivenUp(syncCount) ? SELDOM_MS : syncDelayMs(PAUSES_S, syncCount);

interface Deps {
  readonly exceptions: Pick<ExceptionsStore, "recordOnce">;
}
type Due = ExceptionObject & { readonly look_count: number };

/** So soon, and in the end once a day. An operator hears of the latter in these words. */
async function seldomAtLast(
  deps: Deps,
  due: Due,
  soonMs: number | null,
  detail: string,
): Promise<number | null> {
  if (!isGivenUp(due.look_count)) return soonMs;
  await recordOnce(deps, due, "outcome_mismatch", `${detail} once a day from now on`);
  return SELDOM_MS;
}

/**
 * After how many milliseconds an object that has ended is read again whose provider did not say what became of it:
 * soon, and once a day in the end; an operator hears of that (docs/design/architecture.md#status-sync).
 */
export const unreadEndInMs = (
  deps: Deps,
  due: Due,
  noun: Noun,
  soonMs: number | null,
): Promise<number | null> =>
  seldomAtLast(
    deps,
    due,
    soonMs,
    `the provider does not say what became of this ${noun}, which had ended, and is asked`,
  );

/**
 * Likewise of an open object whose closing the provider took without ever reporting its end
 * (docs/design/architecture.md#closing).
 */
export const unclosedInMs = (
  deps: Deps,
  due: Due,
  noun: Noun,
  soonMs: number | null,
): Promise<number | null> =>
  seldomAtLast(
    deps,
    due,
    soonMs,
    `the provider does not say what came of closing the order of this ${noun}, and is asked`,
  );

/**
 * Likewise of an object that may have been sent and that the acquirer does not know, where that never proves that it
 * was not executed.
 */
export const neverFoundInMs = (
  deps: Deps,
  due: Due,
  noun: Noun,
  soonMs: number | null,
): Promise<number | null> =>
  seldomAtLast(
    deps,
    due,
    soonMs,
    `nobody knows whether this ${noun} was executed: the acquirer knows nothing of it, which proves nothing there; look for its id, which is its reference, on the acquirer's own pages; it is asked`,
  );
