import { createPools, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { entriesSql, objectsSql } from "../../libs/engine/src/trace/trace-objects.ts";
import { paymentsOwner } from "../../services/payments/src/owner.ts";
import { payoutsOwner } from "../../services/payouts/src/owner.ts";
import { refundsOwner } from "../../services/refunds/src/owner.ts";

const OWNERS = [paymentsOwner, refundsOwner, payoutsOwner];

for (const { name, schema, traced } of OWNERS)
  describe(`what is traced of ${name}`, () => {
    const database = withDatabase([schema]);
    let pools: Pools;
    before(async () => {
      pools = await createPools({
        url: database().urlOf(name),
        name: "test",
        hot: 1,
        read: 1,
        background: 1,
      });
    });
    after(() => pools?.close());

    // Sequential scans are off in these pools, so that one in a plan says that there is no index.
    for (const [what, sql] of [
      ["the objects", objectsSql(name, traced)],
      ["what was recorded of them", entriesSql(name, traced)],
    ] as const)
      it(`is found by indexes alone: ${what}`, async () => {
        const { rows } = await pools.read.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [
          ["pay_1", "pay_2"],
        ]);
        expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.to.contain("Seq Scan");
      });
  });
