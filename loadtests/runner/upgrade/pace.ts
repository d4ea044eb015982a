import { DECLINES } from "../../data/amounts.ts";
import { direct, HALF, payout } from "./every-kind.ts";
import type { MerchantOfRun } from "./merchant.ts";

/** Creates at a steady pace, of one kind after the other. */
export interface Pace {
  /** What failed so far. */
  readonly problems: readonly string[];
  /** Resolves when none is under way. */
  stop(): Promise<void>;
}

const PACE_MS = 400;

export function keepCreating(merchant: MerchantOfRun): Pace {
  const problems: string[] = [];
  const underWay = new Set<Promise<void>>();
  const kinds: (() => Promise<unknown>)[] = [
    () => merchant.create("payment", "/v1/payments", direct(HALF)),
    () => merchant.create("payout", "/v1/payouts", payout(HALF)),
    () => refundOfNew(merchant),
    () => merchant.create("payment", "/v1/payments", direct(DECLINES[0])),
  ];
  const attempt = async (make: () => Promise<unknown>): Promise<void> => {
    try {
      await make();
    } catch (error) {
      problems.push(String(error));
    }
  };
  let turn = 0;
  const timer = setInterval(() => {
    const make = kinds[turn++ % kinds.length];
    if (make === undefined) return;
    const done = attempt(make);
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }, PACE_MS);
  return {
    problems,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function refundOfNew(merchant: MerchantOfRun): Promise<void> {
  const paid = await merchant.create("payment", "/v1/payments", direct(HALF));
  const body = { payment_id: paid.object.id, amount: 1_000, reason: "returned" };
  await merchant.create("refund", "/v1/refunds", body);
}
