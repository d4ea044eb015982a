import {
  inNewTrace,
  repeatedFailures,
  type Logger,
  type Loop,
  type RepeatedFailures,
  type Tracer,
} from "@flowlix/runtime";
import type { OwnerMetrics } from "../owner/owner-metrics.ts";
import type { Noun } from "../owner/owner-name.ts";
import type { DueObject, DueStore } from "./due-store.ts";
import {
  beginSyncs,
  SYNCS_AT_ONCE,
  type BegunSyncs,
  type DueSyncs,
  type SyncPlace,
  type SyncResult,
} from "./begin-syncs.ts";
import { brokenOffMs } from "./unread.ts";

/** An owner's row, and how often it was synced. */
interface Synced {
  readonly id: string;
  readonly look_count: number;
}

/** How an owner reads the provider's status of what is due. */
export interface StatusSync<Row> {
  readonly noun: Noun;
  readonly syncs: Pick<DueStore<Row>, "claimDue" | "noteHung" | "reschedule">;
  readonly metrics: Pick<OwnerMetrics, "syncs">;
  readonly logger: Pick<Logger, "error">;
  readonly syncLoop: Loop;
  readonly tracer?: Tracer | undefined;
  /**
   * Reads one claimed object at the provider and applies what it says. `claimedAt` by the process's monotonic clock.
   */
  readonly sync: (due: DueObject<Row>, claimedAt: number) => Promise<SyncResult>;
}

/** Begins to read what is due, so many at most (docs/design/architecture.md#status-sync). */
export const beginDue = <Row extends Synced>(
  of: StatusSync<Row>,
  place: SyncPlace,
  limit = SYNCS_AT_ONCE,
): Promise<BegunSyncs> => beginSyncs(dueSyncs(of), place, limit);

/** A status sync is nobody's request: it has a trace of its own, which its webhooks carry too. */
const syncSpan = (id: string) => ({ name: "look", attributes: { "flowlix.object_id": id } });

const dueSyncs = <Row extends Synced>(of: StatusSync<Row>): DueSyncs<DueObject<Row>> => ({
  claim: (free) => of.syncs.claimDue(free),
  sync: (due, claimedAt) => inNewTrace(of.tracer, syncSpan(due.id), () => syncSafely(of, due, claimedAt)),
  noteHung: (due, hung) => of.syncs.noteHung(due.id, hung),
  observe: (result) => of.metrics.syncs.inc({ result }),
});

/** By the owner's logger. A failure that repeats for an object is logged once with its stack. */
const failuresBy = new WeakMap<object, RepeatedFailures>();

function failuresOf(logger: Pick<Logger, "error">): RepeatedFailures {
  const known = failuresBy.get(logger);
  if (known !== undefined) return known;
  const error = (fields: object, words: string) => logger.error(fields, words);
  const failed = "status sync failed; it is repeated";
  const made = repeatedFailures({ logger: { warn: error, error }, level: "error", failed });
  failuresBy.set(logger, made);
  return made;
}

/**
 * Never rejects: one that breaks off is repeated, later and later (docs/design/architecture.md#status-sync). A caller
 * that asked out of turn, where the jobs were to sync it `due_in_ms` after the claim, puts off nothing.
 */
export async function syncSafely<Row extends Synced>(
  { noun, logger, syncs, syncLoop, sync }: StatusSync<Row>,
  due: DueObject<Row> & { readonly due_in_ms?: number },
  claimedAt: number,
): Promise<SyncResult> {
  try {
    const result = await syncLoop.run(() => sync(due, claimedAt));
    failuresOf(logger).cameOff({}, due.id);
    return result;
  } catch (error) {
    failuresOf(logger).failed(error, { [`${noun}_id`]: due.id }, due.id);
    const inMs = Math.min(brokenOffMs(due.look_count), Math.max(0, due.due_in_ms ?? Infinity));
    // Where that fails, too, it is repeated when its lease runs out.
    await syncs.reschedule(due, inMs).catch(() => undefined);
    return "failed";
  }
}
