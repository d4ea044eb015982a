import type { OpenObject } from "@flowlix/contracts";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { cli } from "./support/merchants.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";

interface Listed {
  readonly open: readonly OpenObject[];
  readonly has_more: boolean;
  readonly missing: readonly string[];
  readonly partial: readonly string[];
}

for (const wiring of WIRINGS) {
  describe(`open objects, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const { paid, send } = refundsOf(platform);
    const payouts = payoutsOf(platform);

    it("is listed by the tool from every owner, oldest first, and what has ended is not", async () => {
      const ended = await paid(200_000);
      const payment = paymentOf(await platform().api.create({ amount: 104_098 }));
      await platform().passTime(2_000);
      const refund = refundOf(await send(ended, 104_099));
      await platform().passTime(4_000);
      const payout = payoutOf(await payouts.send({ amount: 104_099 }));
      const list = (...flags: readonly string[]) => cli<Listed>(platform(), "open", "list", ...flags);
      const { open, ...rest } = await list();
      expect(rest).to.deep.equal({ has_more: false, missing: [], failed: [], partial: [] });
      expect(open.map(({ id, kind, status, livemode }) => ({ id, kind, status, livemode }))).to.deep.equal([
        { id: payment.id, kind: "payment", status: "PENDING", livemode: false },
        { id: refund.id, kind: "refund", status: "PROCESSING", livemode: false },
        { id: payout.id, kind: "payout", status: "PROCESSING", livemode: false },
      ]);
      const ids = async (...flags: readonly string[]) => (await list(...flags)).open.map(({ id }) => id);
      expect(await ids("--kind", "refund")).to.deep.equal([refund.id]);
      expect(await ids("--mode", "live")).to.deep.equal([]);
      expect(await ids("--older-than", "15m")).to.deep.equal([]);
      await platform().passTime(900_000);
      expect(await ids("--older-than", "15m", "--limit", "1")).to.deep.equal([payment.id]);
    });
  });
}
