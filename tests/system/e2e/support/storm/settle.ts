import { waitFor } from "@flowlix/testkit";
import { isLeft } from "./journeys.ts";
import { ENDED, PATIENCE_MS, type Made } from "./merchant.ts";
import { pass, type Storm } from "./storm.ts";

/** Longer than the time between two status syncs of what is open (docs/design/decisions.md#lost-answers). */
const SYNCED_WITHIN_MS = 31_000;
const REAL_MS = 3_000;

/** Waits until nothing is open that an acquirer has begun, that apart which waits for a payer who never comes. */
export async function settle(storm: Storm): Promise<void> {
  const { acquirers, merchant } = storm;
  let passedAt = -Infinity;
  await waitFor(
    "everything that was executed to be known",
    async () => {
      if (performance.now() - passedAt > REAL_MS) {
        await pass(storm, SYNCED_WITHIN_MS);
        passedAt = performance.now();
      }
      for (const one of merchant.made) {
        const { status } = await lookAfter(storm, one);
        if (!ENDED.has(status) && acquirers.knows(one.id) && !isLeft(one.kind))
          throw new Error(`${one.kind} ${one.id} is ${status}`);
      }
      return true;
    },
    PATIENCE_MS,
  );
}

async function lookAfter({ merchant, payers }: Storm, one: Made) {
  const shown = await merchant.read(one);
  await payers.go(one, shown);
  return shown;
}

const OPEN = `select id, status from payments.payments where provider = 'checkout' and status not in ('SUCCEEDED', 'FAILED', 'EXPIRED')
  union all select id, status from refunds.refunds where provider = 'checkout' and status not in ('SUCCEEDED', 'FAILED', 'VOIDED')
  union all select id, status from payouts.payouts where provider = 'checkout' and status not in ('SUCCEEDED', 'FAILED')`;
const MINUTE_MS = 60_000;

/**
 * Lets so much time pass that every challenge and every page is over, and that what Checkout.com has not heard of for
 * 45 minutes is known not to have been executed.
 */
export async function settleForGood(storm: Storm): Promise<void> {
  for (const minutes of [50, 2, 2, 12]) {
    await pass(storm, minutes * MINUTE_MS);
    await settle(storm);
  }
  await waitFor(
    "all of Checkout.com's to end",
    async () => {
      const open = await storm.platform.database.sql(OPEN);
      if (open.length > 0) throw new Error(JSON.stringify(open));
      return true;
    },
    PATIENCE_MS,
  );
}
