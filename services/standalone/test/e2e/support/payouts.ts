import { randomUUID } from "node:crypto";
import type { Payout } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { errorOf, type Answer } from "./api.ts";
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

/** Payouts of an installation, as its merchant and its acquirer see them. */
export function payoutsOf(platform: () => Platform) {
  const post = (body: string, key: string = randomUUID()): Promise<Answer> =>
    platform().api.send("POST", "/v1/payouts", {
      headers: { "idempotency-key": key, "content-type": "application/json" },
      body,
    });
  const send = (changes: object = {}, key?: string) => post(JSON.stringify(payoutRequest(changes)), key);
  const read = async (id: string) => payoutOf(await platform().api.send("GET", `/v1/payouts/${id}`));
  return {
    post,
    send,
    read,
    /** The same, over and over while nobody can say anything. */
    sendUntilTold: (changes: object, key: string) =>
      waitFor(
        "an answer other than in use or unavailable",
        async () => {
          const answer = await send(changes, key);
          if (answer.status >= 500 || errorOf(answer).code === "idempotency_key_in_use")
            throw new Error(`${answer.status} ${answer.text}`);
          return answer;
        },
        30_000,
      ),
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
    sent: async (id: string) =>
      (await platform().acquirer.book())
        .filter(({ reference, kind }) => reference === id && kind === "payout")
        .reduce((sum, { executions }) => sum + executions, 0),
  };
}
