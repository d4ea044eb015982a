import { expect } from "chai";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { lookDue } from "../../../src/look-due.ts";
import { createFaults, createFaultyAdapter, type Faults } from "./faulty-adapter.ts";
import { createModelAcquirer, type ModelAcquirer, type Plan } from "./model-acquirer.ts";
import type { MovingTime } from "./moving-time.ts";
import { NEVER, startProcess, type MortalProcess } from "./mortal-process.ts";
import { checkHistory, type Sql } from "./payment-history.ts";
import { createTurns, type Turns } from "./turns.ts";

/** One Payment, the acquirer it is charged at, and the process that owns it. */
export interface PaymentWorld {
  readonly id: string;
  readonly acquirer: ModelAcquirer;
  readonly faults: Faults;
  readonly turns: Turns;
  readonly database: Sql;
  /** The process of now; another one after a crash. */
  process(): MortalProcess;
  /** Runs tasks at once, a step at a time. Those of a process that dies end with it. */
  together(tasks: readonly (() => Promise<unknown>)[], choose: (among: number) => number): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Whether there was a row when the tasks of now began. */
  wasThere(): boolean;
  /** The database's time when the tasks of now began. */
  nowMs(): number;
  /** Somebody was told of this status. */
  told(status: string): void;
  /** The key was released: nothing exists under this id, and nothing will. */
  released(): void;
  isReleased(): boolean;
  /** The acquirer broke its promise. */
  misbehaved(): void;
  /** Lets everything come to its end, checks what must be so then, and answers where it ended. */
  rest(): Promise<string>;
  /** After the end: the acquirer charges against its word and tells so, which must change nothing. */
  outlive(): Promise<void>;
  end(): Promise<void>;
}

const ENDS = ["SUCCEEDED", "FAILED", "EXPIRED"];

interface Seen {
  readonly status: string;
  /** A submission is claimed and its time is not over. */
  readonly live: boolean;
  readonly expiring: boolean;
  /** Last four digits of the card that is shown. */
  readonly card: unknown;
}

const ROUNDS_MAX = 60;
const LOOKS_MAX = 5;
const HOUR = 3_600_000;

export function createPaymentWorld(parts: {
  readonly id: string;
  readonly plan: Plan;
  readonly deps: PaymentsDeps;
  readonly database: Sql;
  readonly time: MovingTime;
}): PaymentWorld {
  const { id, deps, database, time } = parts;
  const turns = createTurns();
  const acquirer = createModelAcquirer(parts.plan);
  const faults = createFaults();
  const adapter = createFaultyAdapter(acquirer, faults);
  const lateAdapter = createFaultyAdapter(acquirer, { ...faults, take: () => "late" });
  const processes: MortalProcess[] = [];
  const ends = new Set<string>();
  let nowMs = 0;
  let wasThere = false;
  let isReleased = false;
  let brokePromise = false;

  const charged = () => acquirer.book.get(id) ?? 0;

  async function seen(): Promise<Seen | undefined> {
    const [row] = await database.sql(
      `select status, expiring, card_last4, coalesce(submission is not null and submit_until > platform.clock(), false) as live
         from payments.payments where id = $1`,
      [id],
    );
    return row === undefined
      ? undefined
      : {
          status: String(row["status"]),
          live: row["live"] === true,
          expiring: row["expiring"] === true,
          card: row["card_last4"],
        };
  }

  const witness = {
    async before(step: string, [first, , , whose]: readonly unknown[]) {
      // What nobody was heard of since is known not to have been executed.
      if (step === "hosted.giveBack" && whose === "own" && acquirer.arrivedLate() === 0)
        expect(
          acquirer.orders.get(id)?.state ?? "absent",
          "a form returns of what was not executed",
        ).to.be.oneOf(["absent", "registered", "cancelled"]);
      if (step !== "acquirer.authorise" || first === undefined) return;
      const now = await seen();
      expect(now?.card, "the card that is sent is the one whose submission was claimed").to.equal(first);
      expect(now?.live, `a card is sent under a live claim only; the row is ${JSON.stringify(now)}`).to.equal(
        true,
      );
      expect(now?.expiring, "no card is sent once the order is being closed").to.equal(false);
    },
    async after(step: string) {
      if (step.startsWith("reads.")) return;
      const now = await seen();
      expect(charged(), "charged at most once").to.be.at.most(1);
      if (now?.status === "SUCCEEDED") expect(charged(), "SUCCEEDED is what the book says").to.equal(1);
      if (brokePromise || now === undefined || !["FAILED", "EXPIRED"].includes(now.status)) return;
      expect(charged(), `charged, and yet ${now.status}`).to.equal(0);
    },
  };

  const start = (): MortalProcess => {
    const process = startProcess({ deps, adapter, lateAdapter, turns, witness });
    processes.push(process);
    return process;
  };
  let current = start();

  async function together(
    tasks: readonly (() => Promise<unknown>)[],
    choose: (among: number) => number,
  ): Promise<void> {
    const [now] = await database.sql(
      `select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms,
              exists (select from payments.payments where id = $1) as there`,
      [id],
    );
    nowMs = Number(now?.["ms"]);
    wasThere = now?.["there"] === true;
    const process = current;
    const running = tasks.map((task) => task());
    const failed: unknown[] = [];
    const ended = running.map((task) =>
      Promise.race([task.catch((error: unknown) => failed.push(error)), process.died]),
    );
    await turns.drive(ended, choose);
    if (process.isDead()) current = start();
    if (failed.length > 0) throw failed[0];
  }

  async function pass(ms: number): Promise<void> {
    turns.trace.push(`(${ms} ms pass)`);
    await time.pass(ms);
  }

  const look = () =>
    together(
      [
        async () => {
          for (let looks = 0; (await lookDue(current.deps, 16)).looked > 0; looks += 1)
            expect(looks, "a look makes its payment due later").to.be.below(LOOKS_MAX);
        },
      ],
      () => 0,
    );

  /** What is under way arrives; what is done is told. */
  function arrive(): void {
    while (acquirer.underWay.length > 0) acquirer.arrive(0);
  }

  async function deliverCallbacks(): Promise<void> {
    for (const callback of acquirer.callbacks) await deps.callbacks.accept(callback);
  }

  /** Nothing will ever change: it has ended, or the acquirer itself does not know more. */
  function isSettled(now: Seen | undefined): boolean {
    if (now === undefined || ENDS.includes(now.status)) return true;
    const state = acquirer.orders.get(id)?.state;
    if (parts.plan.result !== null) return false;
    return (
      (state === "received" && now.status === "PENDING") ||
      (state === "processing" && now.status === "PROCESSING")
    );
  }

  async function rest(): Promise<string> {
    faults.clear();
    current.dieAt(NEVER);
    turns.trace.push("(everything is mended and comes to rest)");
    // A claim of a dead process first runs out; what it sent may arrive at any time.
    for (let round = 0; round < ROUNDS_MAX && !isSettled(await seen()); round += 1) {
      await pass(round < 4 ? 8_000 : HOUR / 6);
      if (round % 2 === 1) arrive();
      acquirer.settle(id);
      await look();
    }
    arrive();
    await deliverCallbacks();
    await pass(HOUR);
    await look();
    return checkRest();
  }

  async function outlive(): Promise<void> {
    const status = (await seen())?.status ?? "no row";
    if (!ENDS.includes(status) || !acquirer.misbehave(id)) return;
    brokePromise = true;
    turns.trace.push("(a charge after the end)");
    await deliverCallbacks();
    await look();
    expect(await checkRest(), "an end never changes").to.equal(status);
  }

  async function checkRest(): Promise<string> {
    const now = await seen();
    expect(isSettled(now), `at rest it has ended; it is ${JSON.stringify(now)}`).to.equal(true);
    const anomalies = await database.sql(
      "select kind from payments.anomalies where object_id = $1 and resolved_at is null and kind = 'charged_after_end'",
      [id],
    );
    const status = now?.status ?? "no row";
    if (brokePromise && status !== "SUCCEEDED" && charged() === 1)
      expect(anomalies, "a charge after the end is an open anomaly").to.have.length(1);
    else {
      expect(charged(), `the book, of a payment that is ${status}`).to.equal(status === "SUCCEEDED" ? 1 : 0);
      expect(anomalies, "no anomaly without a cause").to.deep.equal([]);
    }
    expect([...acquirer.book.keys()].every((reference) => reference === id)).to.equal(true);
    if (status === "SUCCEEDED" && acquirer.arrivedLate() === 0 && !brokePromise)
      expect(now?.card, "the card that is shown is the one that was charged").to.equal(
        acquirer.orders.get(id)?.card,
      );
    for (const end of ends) expect(status, "an end that was told stays").to.equal(end);
    if (isReleased) expect(status, "a released key has nothing").to.equal("no row");
    const [due] = await database.sql(
      "select next_look_at from payments.payments where id = $1 and next_look_at <= platform.clock()",
      [id],
    );
    expect(due, "nothing is due").to.equal(undefined);
    await checkHistory(database, id);
    return status;
  }

  return {
    id,
    acquirer,
    faults,
    turns,
    database,
    process: () => current,
    together,
    pass,
    wasThere: () => wasThere,
    nowMs: () => nowMs,
    told: (status) => {
      if (ENDS.includes(status)) ends.add(status);
    },
    released: () => (isReleased = true),
    isReleased: () => isReleased,
    misbehaved: () => (brokePromise = true),
    rest,
    outlive,
    end: async () => {
      for (const process of processes) await process.end();
      await database.sql(
        "update payments.payments set next_look_at = '2099-01-01' where id = $1 and next_look_at is not null",
        [id],
      );
      await time.reset();
    },
  };
}
