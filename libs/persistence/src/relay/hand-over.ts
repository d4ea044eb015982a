import type { OutboxRow } from "@flowlix/contracts";
import type { Refusal } from "./relay-store.ts";

/** Hands rows to whoever stores them. Every row that is not refused is stored, by this call or before. */
export type Deliver = (
  rows: readonly OutboxRow[],
) => Promise<{ readonly refused: readonly { readonly event_id: string; readonly reason: string }[] }>;

export interface Receiver {
  readonly deliver: Deliver;
  /** Whether a failed call says that the receiver is away or out of order, and nothing of the rows. */
  readonly isOutage: (error: unknown) => boolean;
}

export interface HandedOver {
  readonly stored: readonly OutboxRow[];
  readonly refused: readonly Refusal[];
}

/** Calls of a row or of its halves that fail before a first one succeeds: then it is not the rows' fault. */
const FAILURES_MAX = 32;

/**
 * One call for all rows; where the receiver breaks over them, halves, so that a row it cannot even refuse is
 * found and counts as refused. Where no part of it is answered nobody can tell, and the call has failed.
 * Errors: whatever the call failed with; nothing is known of the rows then, and all may be handed over again.
 */
export async function handOver(receiver: Receiver, rows: readonly OutboxRow[]): Promise<HandedOver> {
  const stored: OutboxRow[] = [];
  const refused: Refusal[] = [];
  const broken: Refusal[] = [];
  const isAnswering = () => stored.length + refused.length > 0;
  let failures = 0;
  const tryAll = async (some: readonly OutboxRow[]): Promise<void> => {
    try {
      const answer = await receiver.deliver(some);
      const reasons = new Map(answer.refused.map(({ event_id, reason }) => [event_id, reason]));
      for (const row of some) {
        const reason = reasons.get(row.event_id);
        if (reason === undefined) stored.push(row);
        else refused.push({ row, reason: storable(reason) });
      }
    } catch (error) {
      failures += 1;
      const [only] = some;
      if (only === undefined || receiver.isOutage(error)) throw error;
      if (!isAnswering() && (rows.length === 1 || failures === FAILURES_MAX)) throw error;
      if (some.length === 1) {
        broken.push({ row: only, reason: "the call of this event alone failed" });
        return;
      }
      const half = Math.ceil(some.length / 2);
      await tryAll(some.slice(0, half));
      await tryAll(some.slice(half));
    }
  };
  await tryAll(rows);
  if (!isAnswering()) throw new Error("the receiver broke over every row");
  return { stored, refused: [...refused, ...broken] };
}

const REASON_LENGTH_MAX = 500;

const storable = (reason: string): string => reason.replaceAll("\0", "").slice(0, REASON_LENGTH_MAX);

/** Of rows in order, the first of each object, then the second ones, and so on: each may be refused alone. */
export function wavesOf(rows: readonly OutboxRow[]): OutboxRow[][] {
  const waves: OutboxRow[][] = [];
  let depth = 0;
  for (const [index, row] of rows.entries()) {
    depth = rows[index - 1]?.object_id === row.object_id ? depth + 1 : 0;
    (waves[depth] ??= []).push(row);
  }
  return waves;
}

/** Text that a call may carry: the bus takes 4 MiB, and quoting a text inside of JSON at most doubles its ASCII. */
const CALL_BYTES_MAX = 1_572_864;

/** The same rows in calls that the bus takes. A row that is longer alone has a call of its own. */
export function callsOf(rows: readonly OutboxRow[]): OutboxRow[][] {
  const calls: OutboxRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = Buffer.byteLength(row.payload);
    const call = calls.at(-1);
    if (call === undefined || bytes > room) {
      calls.push([row]);
      room = CALL_BYTES_MAX - bytes;
    } else {
      call.push(row);
      room -= bytes;
    }
  }
  return calls;
}
