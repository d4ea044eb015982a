import { setTimeout as pause } from "node:timers/promises";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { CHALLENGE, DECLINES, LATE_DECLINE, LATE_SUCCESS, REFUND_DECLINED } from "../../data/amounts.ts";
import type { Kept, MerchantOfRun } from "./merchant.ts";
import { answerChallenge, payOnPage, RETURN_URL } from "./payer.ts";

/** Objects of every kind that were made together. Some of them wait for their payers. */
export interface Round {
  /** Answers half of the challenges and pays half of the pages. */
  finishSoon(): Promise<void>;
  /** Answers the other challenges. Pages that are left expire. */
  finishLate(): Promise<void>;
  /** Waits for the end of each. @returns what ended in another way, or not */
  ends(): Promise<string[]>;
}

type End = "SUCCEEDED" | "FAILED" | "EXPIRED";

const ENDS_MS = 300_000;
const POLL_MS = 1_000;
export const HALF = 7_000;

export const direct = (amount: number) => ({ ...FIRST_PAYMENT, amount, return_url: RETURN_URL });
const { currency, merchant_customer_id } = FIRST_PAYMENT;
const hosted = {
  amount: FIRST_PAYMENT.amount,
  currency,
  merchant_customer_id,
  return_url: RETURN_URL,
  description: "Two chairs",
};
export const payout = (amount: number) => ({
  amount,
  currency,
  destination: { card_number: "4111111111111111" },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "PL", first_name: "Ada", last_name: "Nowak" },
});

/** @param leavePages whether pages that nobody pays are left, which expire minutes later */
export async function makeEveryKind(merchant: MerchantOfRun, leavePages: boolean): Promise<Round> {
  const wanted: { readonly kept: Kept; readonly end: End }[] = [];
  const expecting = async (end: End, made: Promise<Kept>): Promise<Kept> => {
    const kept = await made;
    wanted.push({ kept, end });
    return kept;
  };
  const payment = (end: End, amount: number) =>
    expecting(end, merchant.create("payment", "/v1/payments", direct(amount)));
  const page = (end: End) => expecting(end, merchant.create("payment", "/v1/payments/hpp", hosted));
  const paidOut = (end: End, amount: number) =>
    expecting(end, merchant.create("payout", "/v1/payouts", payout(amount)));
  const refunded = (end: End, of: Kept, amount: number) =>
    expecting(
      end,
      merchant.create("refund", "/v1/refunds", {
        payment_id: of.object.id,
        amount,
        reason: "returned",
      }),
    );

  const whole = await payment("SUCCEEDED", HALF * 2);
  const part = await payment("SUCCEEDED", HALF * 2);
  const refused = await payment("SUCCEEDED", REFUND_DECLINED * 2);
  await payment("FAILED", DECLINES[3]);
  const [soonChallenged, lateChallenged] = [
    await payment("SUCCEEDED", CHALLENGE),
    await payment("SUCCEEDED", CHALLENGE),
  ];
  const soonOnPage = await page("SUCCEEDED");
  if (leavePages) await page("EXPIRED");
  await payment("SUCCEEDED", LATE_SUCCESS);
  await payment("FAILED", LATE_DECLINE);
  await refunded("SUCCEEDED", whole, HALF * 2);
  await refunded("SUCCEEDED", part, HALF);
  await refunded("FAILED", refused, REFUND_DECLINED);
  await paidOut("SUCCEEDED", HALF);
  await paidOut("FAILED", DECLINES[3]);

  return {
    async finishSoon() {
      await answerChallenge(urlOf(soonChallenged));
      await payOnPage(urlOf(soonOnPage));
    },
    finishLate: () => answerChallenge(urlOf(lateChallenged)),
    async ends() {
      const until = performance.now() + ENDS_MS;
      let left = wanted;
      for (;;) {
        const statuses = await Promise.all(
          left.map(async ({ kept }) => (await merchant.read(kept.of, kept.object.id)).status),
        );
        const wrong = left.flatMap(({ kept, end }, index) =>
          statuses[index] === end ? [] : [`${kept.object.id} is ${statuses[index] ?? ""} and not ${end}`],
        );
        left = left.filter(({ end }, index) => statuses[index] !== end);
        if (left.length === 0 || performance.now() > until) return wrong;
        await pause(POLL_MS);
      }
    },
  };
}

function urlOf({ object: { id, next_action: action } }: Kept): string {
  if (!action) throw new Error(`${id} has nothing for its payer to do`);
  return action.redirect_url;
}
