import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";
import { dueInMs, syncPayments } from "../support/sync-due.ts";

/** More syncs than any of these lives has. */
const SYNCS_MAX = 200;

describe("a hosted Payment whose card's answer was lost, when its page is over", () => {
  const given = withPayments();

  async function lostAt(minute: number, finality: { readonly afterMs: number } | "never") {
    const { provider, database, deps } = given();
    provider.declares({ absentIsFinal: { order: finality, refund: "never", payout: "never" } });
    provider.submits({ kind: "unknown", cause: "lost" });
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "absent" });
    const page = await hostedPage(given());
    let movedMs = minute * MINUTE;
    await moveClock(database, movedMs);
    await page.submit();
    /** Syncs it when that is due, until something is so; answers the minute since its creation. */
    const syncUntil = async (isSo: () => Promise<boolean>): Promise<number> => {
      for (let syncs = 0; syncs < SYNCS_MAX && !(await isSo()); syncs += 1) {
        movedMs += Math.max(0, Math.ceil(await dueInMs(database, page.id))) + 1;
        await moveClock(database, movedMs);
        await syncPayments(deps, 100);
      }
      return movedMs / MINUTE;
    };
    const exceptions = () =>
      database.sql("select kind, detail from payments.anomalies where object_id = $1", [page.id]);
    return { page, syncUntil, exceptions };
  }

  for (const minute of [5, 20, 38, 50])
    it(`ends when its absence is final, and no operator hears of it: lost in minute ${minute}`, async () => {
      const { page, syncUntil, exceptions } = await lostAt(minute, { afterMs: 45 * MINUTE });
      const ended = await syncUntil(async () => (await page.status()) === "EXPIRED");
      expect(await page.status()).to.equal("EXPIRED");
      expect(ended).to.be.below(130);
      expect(await exceptions()).to.deep.equal([]);
    });

  it("is SUCCEEDED soon where it was charged as it was closed, and three cancellations were refused", async () => {
    const { page, syncUntil, exceptions } = await lostAt(30, "never");
    const { provider, database } = given();
    await syncUntil(async () => (await page.row())["expiring"] === true);
    // The account tells of the authorisation, which has it read at once. It says nothing of a refused cancellation.
    const received = { kind: "in_progress", stage: "received" } as const;
    provider.reads(received);
    provider.closes(received);
    await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [
      page.id,
    ]);
    const before = provider.countOf("close", page.id);
    await syncUntil(() => Promise.resolve(provider.countOf("close", page.id) >= before + 3));
    provider.reads({ kind: "succeeded" });
    const ended = await syncUntil(async () => (await page.status()) === "SUCCEEDED");
    expect(await page.status()).to.equal("SUCCEEDED");
    expect(ended).to.be.below(90);
    expect(await exceptions()).to.deep.equal([]);
  });
});
