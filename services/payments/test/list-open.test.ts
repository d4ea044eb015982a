import { expect } from "chai";
import { withPayments } from "./support/payments-under-test.ts";

const ALL = { older_than_ms: 0, livemode: null, limit: 100 };

describe("Payments that have not ended", () => {
  const given = withPayments();

  it("are told to operators, those that ended are not; nothing is told of a person or a card", async () => {
    const { create, request, provider, deps, row } = given();
    const made = async (...outcome: Parameters<typeof provider.submits>) => {
      provider.submits(...outcome);
      return (await create(await request())).id;
    };
    const failed = await made({ kind: "failed", code: "lost_card" });
    const unclear = await made({ kind: "unknown", cause: "lost" });
    const { objects, ...rest } = await deps.syncs.listOpen(ALL);
    expect(rest).to.deep.equal({ has_more: false, all_read: true });
    expect(objects.map(({ id }) => id))
      .to.include(unclear)
      .and.not.include(failed);
    const stored = await row(unclear);
    const { age_seconds: age, ...open } = objects.find(({ id }) => id === unclear) ?? { age_seconds: -1 };
    expect(age).to.be.at.least(0);
    expect(open).to.deep.equal({
      id: unclear,
      kind: "payment",
      merchant_id: stored?.["merchant_id"],
      livemode: false,
      provider: "sandbox",
      status: stored?.["status"],
      amount: Number(stored?.["amount"]),
      currency: stored?.["currency"],
      created_at: secondsOf(stored?.["created_at"]),
      next_look_at: secondsOf(stored?.["next_look_at"]),
      look_count: stored?.["look_count"],
    });
  });
});

const secondsOf = (at: unknown): number => Math.floor(new Date(String(at)).getTime() / 1000);
