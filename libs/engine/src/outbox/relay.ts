import { randomUUID } from "node:crypto";
import type { OutboxRow } from "@flowlix/contracts";
import type { Loop } from "@flowlix/runtime";
import type { Pool } from "pg";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import { callsOf, handOver, wavesOf, type HandedOver, type Receiver } from "./hand-over.ts";
import { createPauses } from "./pauses.ts";
import { repeatedFailures } from "@flowlix/runtime";
import {
  createRelayStore,
  REFUSALS_MAX,
  START,
  type OutboxTables,
  type Position,
  type Refusal,
  type RelayStore,
} from "./relay-store.ts";

export type RelayOutcome = "stored" | "refused" | "parked" | "failed";

export interface RelayOptions extends OutboxTables, Receiver {
  readonly pool: Pool;
  readonly exceptions: Pick<ExceptionsStore, "record">;
  /** Called with how many rows were stored, refused, parked, or in a call that failed. */
  readonly observe: (outcome: RelayOutcome, rows: number) => void;
  /** Where passes report how they end. */
  readonly loop: Loop;
  readonly log: {
    warn(about: object, message: string): void;
    info(about: object, message: string): void;
  };
}

export interface Relay {
  /** Something was committed here that may leave: a pass begins at once. Costs next to nothing. */
  soon(): void;
  /** Hands over what is committed, once, and lets a standby take over. */
  stop(): Promise<void>;
}

/** What a call of the receiver may carry (docs/design/architecture.md#events). */
const BATCH = 500;
/** What other processes of the owner commit is found by asking. */
const EVERY_MS = 1_000;
/** A commit waits this long for others, so that they leave together: calls and commits beside payments stay few. */
const TOGETHER_MS = 200;
/** Then a pass ends, and the next begins with the oldest events again: they are not to wait for the newest. */
const PASS_MS = 1_000;
/** So many calls without an answer, and none with one, mean that the receiver is at fault and not the rows. */
const UNANSWERED_MAX = 4;
const BACK_OFF_MS = 100;
const BACK_OFF_MAX_MS = 5_000;

/**
 * Hands an owner's events over, each at least once and those of an object in order. Any number of processes
 * may run one: a lease lets one of them act, and the others stand by (docs/design/architecture.md#events).
 */
export function startRelay(options: RelayOptions): Relay {
  const store = createRelayStore(options.pool, options, randomUUID());
  const pauses = createPauses(TOGETHER_MS);
  const passFailures = repeatedFailures({
    logger: options.log,
    failed: "events cannot leave the outbox; they wait in it",
    again: "events leave the outbox again",
  });
  let stopped = false;
  let failures = 0;
  const release = () => store.release().catch(() => undefined);

  const passSafely = async (): Promise<Passed | "failed"> => {
    try {
      // One that stands by knows nothing of how events leave.
      const passed = await options.loop.run(
        () => pass(options, store),
        (one) => one === "standby",
      );
      passFailures.cameOff();
      failures = 0;
      return passed;
    } catch (error) {
      passFailures.failed(error);
      failures += 1;
      // The fault may be this process's own, its bus or its memory: another one may try in the meantime.
      await release();
      return "failed";
    }
  };

  const pauseAfter = async (passed: Passed | "failed"): Promise<void> => {
    if (passed === "failed") await pauses.whole(backOffMs(failures));
    else if (passed === "standby") await pauses.whole(EVERY_MS);
    else if (passed === "done") await pauses.wakeable(EVERY_MS);
  };

  const run = async () => {
    while (!stopped) await pauseAfter(await passSafely());
    // What was committed until the end leaves now rather than with the next process, if it can leave at all.
    if (failures === 0) await passSafely();
    await release();
  };
  const running = run();

  return {
    soon: () => pauses.wake(),
    stop: async () => {
      stopped = true;
      pauses.end();
      await running;
    },
  };
}

/** Doubles from a tenth of a second to five; between half and all of it, so that replicas come out of step. */
const backOffMs = (failures: number): number =>
  Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

/** `standby`: another relay holds the lease. `unfinished`: its time was over before the end. */
type Passed = "done" | "unfinished" | "standby";

/** What a pass has learnt of the receiver. */
interface Learnt {
  /** Some call was answered, so that another one's failure is the fault of its rows. */
  isAnswering: boolean;
  /** Calls that it broke over when that was not known yet. */
  unanswered: { readonly call: readonly OutboxRow[]; readonly error: unknown }[];
}

/** Walks the outbox from its beginning. */
async function pass(options: RelayOptions, store: RelayStore): Promise<Passed> {
  const beganAt = performance.now();
  const learnt: Learnt = { isAnswering: false, unanswered: [] };
  const passing = { store, learnt };
  let after: Position = START;
  let passed: Passed = "unfinished";
  while (passed === "unfinished" && !isHopeless(learnt) && performance.now() - beganAt < PASS_MS) {
    const rows = await store.read(after, BATCH);
    if (rows === null) return "standby";
    await handOverInOrder(options, passing, rows);
    const last = rows.at(-1);
    if (last === undefined || (rows.length < BATCH && !isHopeless(learnt))) passed = "done";
    else after = last;
  }
  if (passed === "unfinished" && learnt.unanswered.length > 0) await handOverLast(options, passing);
  const [unanswered] = learnt.unanswered;
  if (unanswered !== undefined) throw unanswered.error;
  return passed;
}

/** Whether the receiver is at fault and not the rows: too many calls had no answer, and none had one. */
const isHopeless = ({ isAnswering, unanswered }: Learnt): boolean =>
  !isAnswering && unanswered.length >= UNANSWERED_MAX;

/**
 * Asks about the newest objects before the receiver is given up: broken rows of an age stand together, and
 * would else keep the next pass, which begins with them again, from what is behind them.
 */
async function handOverLast(options: RelayOptions, passing: Passing): Promise<void> {
  const rows = (await passing.store.readLast(BATCH)) ?? [];
  // Earlier rows of the first one's object may not be among them, and nothing overtakes these.
  const cut = rows.length < BATCH ? undefined : rows[0]?.object_id;
  await handOverInOrder(
    options,
    passing,
    rows.filter(({ object_id }) => object_id !== cut),
  );
}

interface Passing {
  readonly store: RelayStore;
  readonly learnt: Learnt;
}

/** What comes later of an object leaves only after what comes before it was stored. */
async function handOverInOrder(
  options: RelayOptions,
  passing: Passing,
  rows: readonly OutboxRow[],
): Promise<void> {
  const heldObjects = new Set<string>();
  for (const { call } of passing.learnt.unanswered)
    for (const { object_id } of call) heldObjects.add(object_id);
  for (const wave of wavesOf(rows)) {
    for (const call of callsOf(wave.filter(({ object_id }) => !heldObjects.has(object_id)))) {
      for (const row of await handOverCall(options, passing, call)) heldObjects.add(row.object_id);
      const { learnt } = passing;
      while (learnt.isAnswering && learnt.unanswered.length > 0) {
        const again = learnt.unanswered.pop()?.call ?? [];
        for (const row of await handOverCall(options, passing, again)) heldObjects.add(row.object_id);
      }
      if (isHopeless(learnt)) return;
    }
  }
}

/** Answers the rows that were not stored. */
async function handOverCall(
  options: RelayOptions,
  { store, learnt }: Passing,
  call: readonly OutboxRow[],
): Promise<readonly OutboxRow[]> {
  let handed: HandedOver;
  try {
    handed = await handOver(options, call, learnt.isAnswering);
  } catch (error) {
    options.observe("failed", call.length);
    if (options.isOutage(error)) throw error;
    learnt.unanswered.push({ call, error });
    return call;
  }
  learnt.isAnswering = true;
  const { stored, refused } = handed;
  if (stored.length > 0) await store.remove(stored);
  options.observe("stored", stored.length);
  if (refused.length > 0) await hold(options, store, refused);
  return refused.map(({ row }) => row);
}

/** Counts refusals; what was refused too often is parked for an operator. */
async function hold(
  { exceptions, observe }: RelayOptions,
  store: RelayStore,
  refused: readonly Refusal[],
): Promise<void> {
  observe("refused", refused.length);
  const hopeless = new Set(await store.refuse(refused));
  if (hopeless.size === 0) return;
  for (const { row, reason } of refused.filter((one) => hopeless.has(one.row))) {
    // First of all: a process that dies before the event is parked does this once more, which changes nothing.
    await exceptions.record({
      kind: "event_parked",
      object_id: row.object_id,
      merchant_id: row.merchant_id,
      livemode: row.livemode,
      amount: null,
      currency: null,
      detail: `the event ${row.event_id} (${row.event_type}) was refused ${REFUSALS_MAX} times and waits, with all later ones of its object: ${reason}`,
    });
  }
  await store.park([...hopeless]);
  observe("parked", hopeless.size);
}
