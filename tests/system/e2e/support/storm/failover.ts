import { waitFor } from "@flowlix/testkit";
import type { AcquirerName } from "./acquirers.ts";
import { orderOf } from "./journeys.ts";
import { PATIENCE_MS } from "./merchant.ts";
import type { Storm } from "./storm.ts";

/** Payments that went to a second account, in every status (docs/decisions/0105-a-second-account.md). */
export const SWITCHED = `select id from payments.payments where integration_type = 'DIRECT' and card_attempt = 2`;

/**
 * Nobody can be reached at one of the acquirers while these begin, and until a Payment went to the other one instead.
 */
export async function whileAway(storm: Storm, away: AcquirerName, begin: () => Promise<unknown>[]) {
  const { acquirers, platform, merchant, draw } = storm;
  const { server } = acquirers.doubles[away];
  await server.goAway();
  const running = begin();
  try {
    await waitFor(
      "a Payment to go to the second account",
      async () => {
        if ((await platform.database.sql(SWITCHED)).length > 0) return true;
        await merchant.create(orderOf("card", 1_000 + draw.below(50_000)));
        return false;
      },
      PATIENCE_MS,
    );
  } finally {
    await server.comeBack();
  }
  await Promise.all(running);
}
