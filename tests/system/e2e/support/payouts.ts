import { randomUUID } from "node:crypto";
import type { Payout } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, type Answer } from "./api.ts";
import { reconcileJournal } from "./ledger.ts";
import type { Platform } from "./platform.ts";

/** A Mastercard of the 2-series, which can be recognised. */
export const PAYOUT_CARD = "2223003122003222";

export const payoutOf = ({ status, text }: Answer): Payout => {
  if (status !== 201 && status !== 200) throw new Error(`no payout but ${status} ${text}`);
  return JSON.parse(text);
};

export const payoutRequest = (changes: object = {}) => ({
  amount: 4_999,
  currency: "EUR",
  destination: { card_number: PAYOUT_CARD },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "PL", first_name: "Łucja", last_name: "Żółkiewska-Čapek" },
  ...changes,
});

/** A create whose answer may never come; nobody waits for it. */
export const unanswered = (answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);

/** Payouts of an installation, as its merchant and its acquirer see them. */
export function payoutsOf(platform: () => Platform) {
  const post = (body: string, key: string = randomUUID()): Promise<Answer> =>
    platform().api.send("POST", "/v1/payouts", {
      headers: { "idempotency-key": key, "content-type": "application/json" },
      body,
    });
  const send = (changes: object = {}, key?: string) => post(JSON.stringify(payoutRequest(changes)), key);
  const read = async (id: string) => payoutOf(await platform().api.send("GET", `/v1/payouts/${id}`));
  const sendUntilAnswered = (changes: object, key: string) =>
    waitFor(
      "an answer other than in use or unavailable",
      async () => {
        const answer = await send(changes, key);
        if (answer.status >= 500 || errorOf(answer).code === "idempotency_key_in_use")
          throw new Error(`${answer.status} ${answer.text}`);
        return answer;
      },
      60_000,
    );
  const sent = async (id: string) =>
    (await platform().acquirer.book())
      .filter(({ reference, kind }) => reference === id && kind === "payout")
      .reduce((sum, { executions }) => sum + executions, 0);
  const idsOf = async (amount: number) => {
    const rows = await platform().database.sql("select id from payouts.payouts where amount = $1", [amount]);
    return rows.map(({ id }) => String(id));
  };
  /** Waits for the end of a payout, and holds it against the acquirer's book. */
  async function endOf(id: string): Promise<string> {
    const status = await waitFor(
      `the end of ${id}`,
      async () => {
        const payout = await read(id);
        return (payout.status === "SUCCEEDED" || payout.status === "FAILED") && payout.status;
      },
      45_000,
    );
    expect([status, await sent(id)]).to.deep.equal(status === "SUCCEEDED" ? [status, 1] : ["FAILED", 0]);
    await reconcileJournal(platform(), ["payout"], [id]);
    return status;
  }
  return {
    post,
    send,
    read,
    idsOf,
    endOf,
    rowOf: (amount: number) => waitFor(`the row of ${amount}`, async () => (await idsOf(amount))[0] ?? false),
    /** The same, over and over while nobody can say anything. */
    sendUntilAnswered,
    /** The key leads to the only payout of the amount, whose end is what the acquirer's book says. */
    checkInvariants: async (key: string, amount: number): Promise<string> => {
      const reported = payoutOf(await sendUntilAnswered({ amount }, key));
      const status = await endOf(reported.id);
      expect(await idsOf(amount), "one payout").to.deep.equal([reported.id]);
      const book = (await platform().acquirer.book()).filter((line) => line.amount === amount);
      expect(book, "nothing of another id was sent").to.have.lengthOf(status === "SUCCEEDED" ? 1 : 0);
      return status;
    },
    becomes: (id: string, status: Payout["status"]) =>
      waitFor(
        `${id} to be ${status}`,
        async () => {
          const payout = await read(id);
          return payout.status === status && payout;
        },
        45_000,
      ),
    /** How often money was really sent under a reference. */
    sent,
  };
}
