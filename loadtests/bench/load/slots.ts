import { createConnection, type Connection } from "./connection.ts";
import { amountOf, fillRequest, type RequestTemplate } from "./request-template.ts";
import { createSamples, type Samples } from "./samples.ts";
import { recordAnswer, recordFailure, createTally, type Ledger, type Tally } from "./tally.ts";

/** Longer than the request deadline of 25 s (docs/design/decisions.md#times): a slow answer is an answer. */
const ANSWER_TIMEOUT_MS = 30_000;
const TIMEOUT_SWEEP_MS = 1_000;
/** A dead server is asked again at this pace, not in a tight loop. */
const PAUSE_AFTER_FAILURE_MS = 100;

/** What the load is aimed at, for as long as one form runs. */
export interface Target {
  readonly host: string;
  /** Of its gateways, which share the connections evenly. */
  readonly ports: readonly number[];
  readonly template: RequestTemplate;
  readonly apiKeys: readonly Buffer[];
  readonly ledger: Ledger;
  /** The next unused serial number: Idempotency-Keys never repeat. */
  nextSerial: number;
}

/** The connections of one phase, each with at most one request on its way. */
export interface Slots {
  readonly tally: Tally;
  readonly latency: Samples;
  readonly inFlight: () => number;
  /** Sends the next request on a free connection; its latency counts from `since`. False when none is free. */
  sendSince(since: number): boolean;
  close(): void;
}

interface Slot {
  readonly connection: Connection;
  readonly request: Buffer;
  since: number;
  sentAt: number;
  amount: number;
  busy: boolean;
}

/**
 * @param size how many connections at most
 * @param onFree called after each answer or failure, when the connection is free again
 */
export function openSlots(target: Target, size: number, onFree: () => void): Slots {
  const tally = createTally();
  const latency = createSamples();
  const slots = Array.from({ length: size }, (_, nth) =>
    openSlot(target.ports[nth % target.ports.length] ?? 0),
  );
  const free = [...slots];
  const sweep = setInterval(giveUpLate, TIMEOUT_SWEEP_MS);

  function openSlot(port: number): Slot {
    const connection = createConnection(target.host, port, {
      onAnswer(status, bytes, start, end) {
        latency.add(performance.now() - slot.since);
        recordAnswer(tally, target.ledger, slot, { status, body: bytes.subarray(start, end) });
        release(slot);
      },
      onFailure(cause) {
        recordFailure(tally, target.ledger, cause);
        slot.busy = false;
        setTimeout(release, PAUSE_AFTER_FAILURE_MS, slot);
      },
    });
    const request = Buffer.from(target.template.bytes);
    const slot: Slot = { connection, request, since: 0, sentAt: 0, amount: 0, busy: false };
    return slot;
  }

  function release(slot: Slot): void {
    slot.busy = false;
    free.push(slot);
    onFree();
  }

  function giveUpLate(): void {
    const limit = performance.now() - ANSWER_TIMEOUT_MS;
    for (const slot of slots)
      if (slot.busy && slot.sentAt < limit) slot.connection.abort("no answer in time");
  }

  return {
    tally,
    latency,
    inFlight: () => size - free.length,
    sendSince(since) {
      const slot = free.pop();
      if (slot === undefined) return false;
      const serial = target.nextSerial;
      target.nextSerial += 1;
      slot.busy = true;
      slot.since = since;
      slot.sentAt = performance.now();
      slot.amount = amountOf(serial);
      fillRequest(target.template, slot.request, apiKeyFor(target, serial), serial);
      slot.connection.send(slot.request);
      return true;
    },
    close() {
      clearInterval(sweep);
      for (const slot of slots) slot.connection.close();
    },
  };
}

function apiKeyFor(target: Target, serial: number): Buffer {
  const key = target.apiKeys[serial % target.apiKeys.length];
  if (key === undefined) throw new Error("no API key to send with");
  return key;
}
