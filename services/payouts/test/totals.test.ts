import { expect } from "chai";
import type { TransferOutcome } from "@flowlix/provider";
import { moveClock, UNFILTERED } from "@flowlix/testkit";
import { listPayouts } from "../src/read/list-payouts.ts";
import { syncPayouts } from "./support/sync-due.ts";
import { SCOPE, withPayouts } from "./support/payouts-under-test.ts";

const ALL = { ...UNFILTERED, scope: SCOPE, limit: 100 };

describe("the totals of Payouts", () => {
  const given = withPayouts();

  /** What the rows say and what is kept, group by group. */
  async function compared() {
    const { database } = given();
    const rows = await database.sql(
      `select status, currency, card_brand, count(*)::int as n from payouts.payouts group by 1, 2, 3 order by 1, 2, 3`,
    );
    const kept = await database.sql(
      `select status, currency, card_brand, sum(n)::int as n
         from (select status, currency, card_brand, payouts as n from payouts.totals
               union all select status, currency, card_brand, change from payouts.total_deltas) as both_kinds
        group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
    );
    return { rows, kept };
  }

  it("are the rows' own numbers in every status, and however they are folded [PO-17]", async () => {
    const { create, request, provider, deps, database, fold } = given();
    const outcomes: TransferOutcome[] = [
      { kind: "succeeded" },
      { kind: "failed", code: "not_permitted" },
      { kind: "in_progress", stage: "processing" },
      { kind: "in_progress", stage: "received" },
      { kind: "unknown", cause: "lost" },
    ];
    for (const [index, outcome] of [...outcomes, ...outcomes].entries()) {
      provider.submits(outcome);
      const asked = await request({ currency: index % 3 === 0 ? "USD" : "EUR" });
      // A repeated create is no other Payout.
      await Promise.all([create(asked), create(asked)]);
      if (index % 4 === 0) await fold(3);
    }
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 60_000);
    await syncPayouts(deps, 100);
    await Promise.all([fold(2), fold(5), fold(), listPayouts(deps, ALL)]);
    const { rows, kept } = await compared();
    expect(kept).to.deep.equal(rows);
    const { data, total_count } = await listPayouts(deps, ALL);
    expect([data.length, total_count]).to.deep.equal([10, 10]);
  });

  it("are of the same moment as their page while Payouts come, move and are folded [PO-17]", async () => {
    const { create, request, provider, deps, fold } = given();
    provider.submits({ kind: "succeeded" });
    let running = true;
    const folding = (async () => {
      while (running) await fold(7);
    })();
    const { start_before } = await request();
    const creating = Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const scope = { ...SCOPE, merchant_id: `mer_${"7".repeat(24)}` };
        if (index % 10 === 0) await fold(1);
        await create(await request({ scope, start_before }));
      }),
    ).finally(() => (running = false));
    while (running) {
      const scope = { ...SCOPE, merchant_id: `mer_${"7".repeat(24)}` };
      const { data, total_count } = await listPayouts(deps, { ...ALL, scope });
      expect(total_count).to.equal(data.length);
    }
    await Promise.all([creating, folding]);
    const { rows, kept } = await compared();
    expect(kept).to.deep.equal(rows);
  });
});
