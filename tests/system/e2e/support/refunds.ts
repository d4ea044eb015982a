import { randomUUID } from "node:crypto";
import type { FailureCode, Payment, Refund, RefundStatus } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf, type Answer } from "./api.ts";
import { reconcileJournal } from "./ledger.ts";
import type { Platform } from "./platform.ts";

export const refundOf = ({ status, text }: Answer): Refund => {
  if (status !== 201 && status !== 200) throw new Error(`no refund but ${status} ${text}`);
  return JSON.parse(text);
};

export interface RefundsOf {
  /** A Payment that succeeded. */
  readonly paid: (amount?: number) => Promise<string>;
  readonly payment: (id: string) => Promise<Payment>;
  readonly send: (paymentId: string, amount: number, key?: string) => Promise<Answer>;
  /** The same over and over while nobody can say anything; null where it is refused. */
  readonly sendUntilAnswered: (paymentId: string, amount: number, key: string) => Promise<Refund | null>;
  readonly read: (id: string) => Promise<Refund>;
  readonly becomes: (id: string, status: RefundStatus) => Promise<Refund>;
  /** How often money was really returned under a reference, and how much of a Payment in all. */
  readonly returned: (id: string) => Promise<number>;
  /** Waits until nothing of the Payment is in flight, then holds Payment, Refunds and book against each other. */
  readonly reconcile: (paymentId: string) => Promise<Payment>;
  /** The same after a crash or a stop: leases and pauses that were left behind end while it waits. */
  readonly reconcileLater: (paymentId: string) => Promise<Payment>;
}

/** No wait here ends a test only by its timeout: a Refund whose result never comes fails within seconds. */
const ANSWERED_WITHIN_MS = 20_000;
const ROUND_MS = 2_500;
const ROUNDS_MAX = 6;
/** Longer than any lease of a status sync or pause before the next try. */
const PASSES_MS = 61_000;

const ENDED: readonly string[] = ["SUCCEEDED", "FAILED"];

export function refundsOf(platform: () => Platform): RefundsOf {
  const payment = async (id: string) => paymentOf(await platform().api.read(id));
  const read = async (id: string) => refundOf(await platform().api.send("GET", `/v1/refunds/${id}`));
  const send = (paymentId: string, amount: number, key: string = randomUUID()) =>
    platform().api.send("POST", "/v1/refunds", {
      headers: { "idempotency-key": key, "content-type": "application/json" },
      body: JSON.stringify({ payment_id: paymentId, amount, reason: "returned" }),
    });
  const book = async () => (await platform().acquirer.book()).filter(({ kind }) => kind === "refund");
  /** The Payment, once nothing of it is in flight. */
  const ended = (paymentId: string, timeoutMs?: number) =>
    waitFor(
      `the refunds of ${paymentId} to end`,
      async () => {
        const now = await payment(paymentId);
        const settled = now.amount_refunded + now.amount_refundable === now.amount;
        return settled && now.refunds.every(({ status }) => ENDED.includes(status)) && now;
      },
      timeoutMs,
    );
  async function agreed(rest: Payment): Promise<Payment> {
    const lines = await book();
    let executed = 0;
    for (const refund of rest.refunds) {
      expect(refund).to.deep.equal(await read(refund.id));
      const own = lines.filter(({ reference }) => reference === refund.id);
      expect(
        own.map(({ executions, amount }) => [executions, amount]),
        refund.id,
      ).to.deep.equal(refund.status === "SUCCEEDED" ? [[1, refund.amount]] : []);
      executed += own.reduce((sum, { amount }) => sum + amount, 0);
    }
    expect(executed, "the book is what was refunded").to.equal(rest.amount_refunded);
    const own = rest.refunds.map(({ id }) => id);
    await reconcileJournal(platform(), ["refund"], own);
    return rest;
  }
  return {
    payment,
    read,
    send,
    paid: async (amount = 500_000) => {
      const made = paymentOf(await platform().api.create({ amount }));
      expect(made.status).to.equal("SUCCEEDED");
      return made.id;
    },
    sendUntilAnswered: (paymentId, amount, key) =>
      waitFor(
        "an answer other than in use or unavailable",
        async () => {
          const answer = await send(paymentId, amount, key);
          if (answer.status === 201) return { refund: refundOf(answer) };
          const { code } = errorOf(answer);
          if (code === "amount_exceeds_refundable") return { refund: null };
          throw new Error(`${answer.status} ${answer.text}`);
        },
        ANSWERED_WITHIN_MS,
      ).then(({ refund }) => refund),
    becomes: (id, status) =>
      waitFor(`${id} to be ${status}`, async () => {
        const refund = await read(id);
        return refund.status === status && refund;
      }),
    returned: async (id) =>
      (await book())
        .filter(({ reference }) => reference === id)
        .reduce((sum, { executions }) => sum + executions, 0),
    reconcile: async (paymentId) => agreed(await ended(paymentId)),
    reconcileLater: async (paymentId) => {
      for (let round = 1; round < ROUNDS_MAX; round += 1) {
        const rest = await ended(paymentId, ROUND_MS).catch(() => null);
        if (rest !== null) return agreed(rest);
        await platform().passTime(PASSES_MS);
      }
      return agreed(await ended(paymentId, ROUND_MS));
    },
  };
}

/** Refund amounts whose outcome the provider decides at once (docs/design/decisions.md#sandbox-transfers). */
export const DECLINED: readonly (readonly [number, FailureCode])[] = [
  [100_051, "insufficient_funds"],
  [100_041, "lost_card"],
  [100_091, "processor_unavailable"],
  [100_096, "processor_error"],
];
