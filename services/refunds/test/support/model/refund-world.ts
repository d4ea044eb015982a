import type { Refund } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { orderReference } from "@flowlix/provider";
import { isDomainError, newId, TransportError } from "@flowlix/runtime";
import {
  createStepScheduler,
  losingAnswers,
  moveClock,
  NEVER,
  provedCallbacks,
  type MovingTime,
  type StepScheduler,
  type TestDatabase,
} from "@flowlix/testkit";
import { expect } from "chai";
import { acceptCallback, acceptCallbacks } from "@flowlix/engine";
import { createRefund } from "../../../src/create/create-refund.ts";
import type { RefundsDeps } from "../../../src/deps.ts";
import { syncRefunds } from "../sync-due.ts";
import { reportDue } from "../../../src/reporting/report-to-payment.ts";
import { preventCreation } from "../../../src/create/prevent-creation.ts";
import { SCOPE, type PaymentsSide } from "@flowlix/payments/testing";
import { refundsDepsOn } from "../refunds-under-test.ts";
import type { ModelAcquirer, Plan } from "./model-acquirer.ts";
import { createModelPorts } from "./model-provider.ts";
import type { AccountChange } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import { chargedAt, createRefundParties, type DrawnAccounts } from "./refund-parties.ts";
import { createMerchant } from "./merchant.ts";
import { createCrashable, type Death, type Crashable } from "./crashable.ts";
import { createRefundRules } from "./refund-rules.ts";

const REQUEST_MS = 25_000;
const LEASE_MS = 40_000;
const KEY_ID = `key_${"0".repeat(24)}`;

/** What can happen to a call between the two owners. */
export const BUS_FAULTS = ["lost", "lost_answer", "late"] as const;
export type BusFault = (typeof BUS_FAULTS)[number];

/** A merchant's request under one idempotency key, which it may repeat. */
interface Slot {
  readonly amount: number;
  id: string;
  /** Until when nobody else may work on the key. */
  heldUntilMs: number;
  answer: Refund | null;
  /** Names the attempt that holds the key: what another one brings for it comes to nothing. */
  token: number;
  /** Somebody was told that it FAILED. */
  isFailed: boolean;
}

interface Owner {
  readonly crashable: Crashable;
}
type RefundsOwner = Owner & { readonly deps: RefundsDeps };
type PaymentsOwner = Owner & { readonly side: PaymentsSide };

/** One Payment, its Refunds, their two owners and the acquirer; everything goes a step at a time. */
export interface RefundWorld {
  readonly paymentId: string;
  readonly scheduler: StepScheduler;
  readonly acquirer: ModelAcquirer;
  readonly slots: readonly Slot[];
  readonly create: (slot: number, when: "in time" | "late") => Promise<unknown>;
  readonly sync: () => Promise<unknown>;
  /** The merchant's GETs, held against everything that was told before. */
  readonly readPayment: () => Promise<unknown>;
  readonly readRefund: (slot: number) => Promise<unknown>;
  readonly report: () => Promise<unknown>;
  readonly sweep: () => Promise<unknown>;
  readonly callback: (index: number) => Promise<unknown>;
  /** Something changes at one of the merchant's accounts, if it has any. */
  readonly changeAccount: (index: number, change: AccountChange) => void;
  readonly outside: (what: string, does: () => void) => Promise<void>;
  readonly busFault: (fault: BusFault) => void;
  /** The next commit of an owner goes through, and its connection ends before the answer. */
  readonly loseCommit: (owner: "refunds" | "payments") => void;
  readonly late: () => void;
  readonly kill: (owner: "refunds" | "payments", death: Death) => void;
  /** Stops the owner's process at a step; another one takes its place until, and after, it goes on. */
  readonly stop: (owner: "refunds" | "payments", at: Death) => void;
  readonly goOn: () => Promise<void>;
  /** Lets it go on beside what happens next. */
  readonly wake: () => void;
  readonly hasStopped: () => boolean;
  readonly steps: (owner: "refunds" | "payments") => number;
  readonly together: (
    tasks: readonly (() => Promise<unknown>)[],
    choose: (among: number) => number,
  ) => Promise<void>;
  readonly pass: (ms: number) => Promise<void>;
  /** Lets everything come to its end, checks what must be so then, and answers the statuses. */
  readonly rest: () => Promise<string[]>;
  readonly end: () => Promise<void>;
}

export interface WorldParts {
  readonly paymentId: string;
  readonly amounts: readonly number[];
  readonly planOf: (reference: string, amount: number) => Plan;
  /** Of the Payment's merchant; where there are none, the installation's own acquirer has charged it. */
  readonly accounts?: DrawnAccounts | null;
  readonly pools: Pools;
  readonly side: PaymentsSide;
  readonly database: Pick<TestDatabase, "sql">;
  /** Where processes and database live in one time; else the database's clock alone is moved. */
  readonly time?: MovingTime;
}

/** Statements that write for a request; one that was repeated has to recognise its own work. */
const COMMITS = /_(reserve|insert|move|apply|void|acknowledge|end_doubt)$/;

export function createRefundWorld(parts: WorldParts): RefundWorld {
  const { paymentId, pools, side, database } = parts;
  const scheduler = createStepScheduler();
  const answers = losingAnswers(pools.hot);
  const slots: Slot[] = parts.amounts.map((amount) => ({
    amount,
    id: newId("refund"),
    heldUntilMs: 0,
    answer: null,
    token: 0,
    isFailed: false,
  }));
  const amountOf = new Map<string, number>();
  const released = new Set<string>();
  const drawn = parts.accounts ?? null;
  const charged = chargedAt(drawn);
  const parties = createRefundParties({
    planOf: (reference) => parts.planOf(reference, amountOf.get(reference) ?? 0),
    drawn,
  });
  const { acquirer } = parties;
  const shutdowns: (() => Promise<void>)[] = [];
  const busFaults: BusFault[] = [];
  const lateCalls: (() => Promise<unknown>)[] = [];
  const stopped: Crashable[] = [];
  const brokenOff: { readonly whole: Promise<unknown>; readonly died: Promise<void> }[] = [];
  const goingOn: typeof brokenOff = [];
  let someoneWasStopped = false;
  let movedMs = 0;
  let nowMs = 0;

  const rules = createRefundRules({
    ...parts,
    parties,
    charge: {
      account: charged?.provider_account ?? null,
      charge: orderReference({ id: paymentId, attempt: charged?.card_attempt ?? 1 }),
    },
    released,
    answers: () => slots.flatMap(({ answer }) => (answer === null ? [] : [answer.id])),
    // What was stopped on its way to the acquirer arrives late: there it meets a reference that was closed.
    submitsInTime: () => !someoneWasStopped,
  });

  const merchant = createMerchant({ paymentId, scheduler, side, database });

  const callNow = async <T>(action: string, server: () => Owner, run: () => Promise<T>): Promise<T> => {
    const fault = busFaults.shift();
    if (fault === "lost") throw new TransportError("timeout", action, true);
    if (fault === "late") {
      lateCalls.push(run);
      throw new TransportError("timeout", action, true);
    }
    const answer = await server().crashable.serve(action, run);
    if (fault === "lost_answer") throw new TransportError("timeout", action, true);
    return answer;
  };

  function startPayments(): PaymentsOwner {
    return { crashable: createCrashable("payments", scheduler, rules.verifier), side };
  }

  function startRefunds(): RefundsOwner {
    const crashable = createCrashable("refunds", scheduler, rules.verifier);
    const { acquirers, shutdown } = createModelPorts(parties.all, crashable);
    shutdowns.push(shutdown);
    const call: RefundsDeps["payments"] = {
      reserveRefund: (params, of) =>
        callNow(
          "payments.reserveRefund",
          () => payments,
          () => paymentsClient().reserveRefund(params, of),
        ),
      applyRefund: (params, of) =>
        callNow(
          "payments.applyRefund",
          () => payments,
          () => paymentsClient().applyRefund(params, of),
        ),
    };
    const plain = refundsDepsOn({ ...pools, hot: answers.pool }, call, acquirers);
    return {
      crashable,
      deps: {
        ...plain,
        store: crashable.inSteps("store", plain.store),
        reads: crashable.inSteps("reads", plain.reads),
        pause: () => crashable.step("pause", async () => undefined),
        syncs: crashable.inSteps("syncs", plain.syncs),
        reports: crashable.inSteps("tellings", plain.reports),
        callbacks: crashable.inSteps("callbacks", plain.callbacks),
        exceptions: crashable.inSteps("anomalies", plain.exceptions),
      },
    };
  }

  let payments = startPayments();
  let refunds = startRefunds();

  const stepped = () => ({ reservations: payments.crashable.inSteps("reservations", side.reservations) });
  const paymentsClient = () => side.client(stepped());

  const isGone = ({ crashable }: Owner) => crashable.isDead() || crashable.isStopped();

  async function together(
    tasks: readonly (() => Promise<unknown>)[],
    choose: (among: number) => number,
  ): Promise<void> {
    const [now] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
    nowMs = Math.floor(Number(now?.["ms"]));
    const owners = [refunds, payments];
    const { died } = refunds.crashable;
    const failed: unknown[] = [];
    // A task of an owner that dies ends with it; one that was only waiting for it goes on.
    const under = tasks.map((task) => task());
    const ended = under.map((whole) =>
      Promise.race([
        whole.catch((error: unknown) => void failed.push(error)),
        refunds.crashable.died,
        refunds.crashable.stopped,
      ]),
    );
    const woken = goingOn
      .splice(0)
      .map((one) => Promise.race([one.whole.catch((error: unknown) => void failed.push(error)), one.died]));
    await scheduler.drive([...ended, ...woken], choose);
    for (const { crashable } of owners) {
      if (!crashable.isStopped()) continue;
      stopped.push(crashable);
      brokenOff.push(...under.map((whole) => ({ whole, died })));
    }
    if (isGone(refunds)) refunds = startRefunds();
    if (isGone(payments)) payments = startPayments();
    if (failed.length > 0) throw failed[0];
  }

  function wake(): void {
    for (const { crashable } of [refunds, payments]) crashable.stopAt(NEVER);
    for (const crashable of stopped.splice(0)) crashable.goOn();
    goingOn.push(...brokenOff.splice(0));
  }

  /** Lets what was stopped go on, to its end. */
  const goOn = async () => {
    wake();
    await together([], () => 0);
  };

  async function create(index: number, when: "in time" | "late"): Promise<void> {
    const slot = slots[index % slots.length];
    if (slot === undefined) return;
    const late = when === "late";
    if (!late && (slot.answer !== null || slot.heldUntilMs > nowMs)) return;
    const { id, amount, isFailed } = slot;
    amountOf.set(id, amount);
    if (!late) {
      slot.heldUntilMs = nowMs + LEASE_MS;
      slot.token += 1;
    }
    const { token } = slot;
    const request = {
      scope: { ...SCOPE, key_id: KEY_ID },
      refund_id: id,
      start_before: late ? nowMs - 1 : nowMs + REQUEST_MS,
      payment_id: paymentId,
      amount,
      reason: "broken",
      merchant_reference: null,
    };
    try {
      const refund = await createRefund(refunds.deps, request, "req_model");
      expect(["PROCESSING", "FAILED"], "what a create may answer").to.include(refund.status);
      merchant.hear(refund.id, refund.status);
      await merchant.readPayment();
      if (isFailed) expect(refund.status, "what is told once FAILED was told").to.equal("FAILED");
      if (slot.id === id && refund.status === "FAILED") slot.isFailed = true;
      if (!late && slot.token === token) slot.answer = refund;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      expect(["service_unavailable", "amount_exceeds_refundable"]).to.include(error.type);
      if (error.type === "amount_exceeds_refundable") await expectNothingReserved(id);
      // Another attempt may go on with the key by now. So holding or releasing it names the attempt's token.
      if (late || slot.token !== token) return;
      // Held for the same request, which may come at once.
      if (error.key === "hold") slot.heldUntilMs = 0;
      if (error.key !== "release") return;
      released.add(id);
      slot.id = newId("refund");
      slot.isFailed = false;
      slot.heldUntilMs = 0;
    }
  }

  /** A Refund is never refused for the sake of its own money. */
  const expectNothingReserved = (id: string): Promise<void> =>
    new Promise((resolve, reject) => {
      scheduler.take("(refused)", async () => {
        const own = await database.sql("select id from payments.refunds where id = $1", [id]);
        if (own.length === 0) resolve();
        else reject(new Error(`${id} was refused, and its money is reserved`));
      });
    });

  /** A payments process that dies takes its own sweep with it; nobody else waits for one. */
  const sweep = () => {
    const { crashable } = payments;
    const asked = (params: Parameters<typeof preventCreation>[1]) =>
      callNow(
        "refunds.void",
        () => refunds,
        () => preventCreation(refunds.deps, params),
      );
    return Promise.race([side.sweep(asked, stepped()), crashable.died, crashable.stopped]);
  };

  const callback = async (index: number) => {
    const one = acquirer.callbacks[index % Math.max(1, acquirer.callbacks.length)];
    if (one === undefined) return;
    const { account, ...said } = one;
    if (account === null) return acceptCallback(refunds.deps, { ...said, provider: "sandbox" });
    const { id, provider } = account;
    const callbacks = [{ ...said, at: 1_000 }];
    const asked = provedCallbacks(refunds.deps.proofs, { provider, account: id, callbacks });
    return acceptCallbacks(refunds.deps, "refunds", asked);
  };

  const outside = (what: string, does: () => void): Promise<void> =>
    new Promise((resolve) => {
      scheduler.take(what, async () => {
        does();
        resolve();
      });
    });

  async function pass(ms: number): Promise<void> {
    scheduler.trace.push(`(${ms} ms pass)`);
    if (parts.time !== undefined) return parts.time.pass(ms);
    movedMs += ms;
    await moveClock(database, movedMs);
  }

  async function rest(): Promise<string[]> {
    parties.mend();
    busFaults.length = 0;
    answers.mend();
    side.answers.mend();
    for (const { crashable } of [refunds, payments]) crashable.dieAt(NEVER);
    scheduler.trace.push("(everything is mended and comes to rest)");
    await goOn();
    for (let round = 0; round < 7; round += 1) {
      for (const message of acquirer.underWay.splice(0)) message();
      const tasks = lateCalls.splice(0).map((run) => () => run().catch(() => undefined));
      await together(tasks, () => 0);
      acquirer.settle();
      await pass(round < 4 ? 16_000 : 900_000);
      await together([() => syncRefunds(refunds.deps, 100)], () => 0);
      await together([sweep], () => 0);
      await together([() => reportDue(refunds.deps)], () => 0);
    }
    return rules.checkRest();
  }

  return {
    paymentId,
    scheduler,
    acquirer,
    slots,
    create,
    sync: () => syncRefunds(refunds.deps, 16),
    readPayment: merchant.readPayment,
    readRefund: async (index) => {
      const slot = slots[index % slots.length];
      if (slot !== undefined) await merchant.readRefund(refunds.deps, slot.id);
    },
    report: () => reportDue(refunds.deps),
    sweep,
    callback,
    changeAccount: (index, change) => parties.change(index, change),
    outside,
    busFault: (fault) => void busFaults.push(fault),
    loseCommit: (owner) => {
      const losing = owner === "refunds" ? answers : side.answers;
      // One at a time: a database that is away twice in a row is an outage, which a caller is told of.
      losing.mend();
      losing.lose(COMMITS);
    },
    late: () => {
      acquirer.underWay.shift()?.();
    },
    kill: (owner, death) => (owner === "refunds" ? refunds : payments).crashable.dieAt(death),
    stop: (owner, at) => {
      someoneWasStopped = true;
      (owner === "refunds" ? refunds : payments).crashable.stopAt(at);
    },
    goOn,
    wake,
    hasStopped: () => stopped.length > 0,
    steps: (owner) => (owner === "refunds" ? refunds : payments).crashable.steps(),
    together,
    pass,
    rest,
    end: async () => {
      await Promise.all(shutdowns.map((shutdown) => shutdown()));
    },
  };
}
