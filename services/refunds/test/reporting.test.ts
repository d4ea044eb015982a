import { DueSlots, JOB_SLOTS } from "@flowlix/runtime";
import { gate, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import type { RefundsDeps } from "../src/deps.ts";
import { reportDue } from "../src/reporting/report-to-payment.ts";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("telling Payments what has become of their Refunds", () => {
  const given = withRefunds();

  it("is held up by none whose Payment's owner hangs", async () => {
    const { create, request, payments, deps, database } = given();
    const paymentId = await payments.paid(10_000);
    const ids: string[] = [];
    for (let nth = 0; nth <= JOB_SLOTS.prompt; nth += 1)
      ids.push((await create(await request(paymentId))).id);
    const last = ids.at(-1) ?? "";
    await database.sql(
      `update refunds.refunds set acknowledged_version = 0, tell_count = 0,
              tell_at = platform.clock() - case when id = $2 then interval '0' else interval '1 minute' end
        where id = any ($1)`,
      [ids, last],
    );
    const hung = gate();
    const reported: string[] = [];
    const applyRefund: RefundsDeps["payments"]["applyRefund"] = async (params, call) => {
      if (params.refund.id !== last) await hung.pass();
      reported.push(params.refund.id);
      return deps.payments.applyRefund(params, call);
    };
    const reportSlots = new DueSlots({ ...JOB_SLOTS, hangsAfterMs: 20 });
    const report = { ...deps, reportSlots, payments: { ...deps.payments, applyRefund } };
    const first = reportDue(report);
    void first.then(() => reportDue(report));
    await waitFor("the last one to be told", () => reported.length > 0);
    expect(reported).to.deep.equal([last]);
    expect(await first).to.deep.equal({ done: JOB_SLOTS.prompt, more: true });
    hung.open();
    await reportSlots.stop();
    expect(reported.sort()).to.deep.equal(ids.sort());
  });
});
