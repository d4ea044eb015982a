import type { OutboxRow } from "@flowlix/contracts";
import type { Refusal } from "./relay-store.ts";

/** Hands rows to the service that stores them. Every row that is not refused is stored, by this call or before. */
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

/** Rows tried alone to find one that the receiver answers. Where it answers none, the rows are not at fault. */
const PROBES_MAX = 31;

/**
 * One call for all rows. Where the receiver breaks over them, they are halved until the row that breaks it is
 * found; that row counts as refused. Rows are at fault only where the receiver answers others: `isAnswering` says
 * that it has answered before, else some rows are tried alone.
 * Errors: those of the call; nothing is known of the rows then, and all may be handed over again.
 */
export async function handOver(
  receiver: Receiver,
  rows: readonly OutboxRow[],
  isAnswering: boolean,
): Promise<HandedOver> {
  const stored: OutboxRow[] = [];
  const refused: Refusal[] = [];
  const broken: Refusal[] = [];
  const errors: unknown[] = [];
  const isAnswered = async (some: readonly OutboxRow[]): Promise<boolean> => {
    try {
      const answer = await receiver.deliver(some);
      const reasons = new Map(answer.refused.map(({ event_id, reason }) => [event_id, reason]));
      for (const row of some) {
        const reason = reasons.get(row.event_id);
        if (reason === undefined) stored.push(row);
        else refused.push({ row, reason: storable(reason) });
      }
      return true;
    } catch (error) {
      if (receiver.isOutage(error)) throw error;
      errors.push(error);
      return false;
    }
  };
  const halve = async (some: readonly OutboxRow[]): Promise<void> => {
    const [only, ...others] = some;
    if (only === undefined || (await isAnswered(some))) return;
    if (others.length === 0) {
      broken.push({ row: only, reason: "the call of this event alone failed" });
      return;
    }
    const half = Math.ceil(some.length / 2);
    await halve(some.slice(0, half));
    await halve(some.slice(half));
  };

  if (isAnswering) await halve(rows);
  else if (!(await isAnswered(rows))) {
    const probes = rows.length === 1 ? [] : probesOf(rows);
    const answered = await firstOf(probes, (row) => isAnswered([row]));
    if (answered === undefined) throw errors[0];
    await halve(rows.filter((row) => row !== answered));
  }
  return { stored, refused: [...refused, ...broken] };
}

/** The last one, because broken ones of an age stand together at the head; then any, others the next time. */
const probesOf = (rows: readonly OutboxRow[]): OutboxRow[] => {
  const others = rows.slice(0, -1).map((row) => ({ row, at: Math.random() }));
  const shuffled = others.toSorted((one, other) => one.at - other.at).map(({ row }) => row);
  return [...rows.slice(-1), ...shuffled].slice(0, PROBES_MAX);
};

async function firstOf<T>(all: readonly T[], fits: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await fits(one)) return one;
  return undefined;
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
