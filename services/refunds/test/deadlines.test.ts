import { moveClock, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import { syncRefunds } from "./support/sync-due.ts";
import type { RefundsStore } from "../src/refund/refunds-store.ts";
import { withOwnClock } from "./support/own-clock.ts";
import { acquirerOf, withRefunds } from "./support/refunds-under-test.ts";

describe("how long the calls of a Refund may take", () => {
  const given = withRefunds();
  const pass = withOwnClock();

  it("no submission outlives its claim, however long it took to learn that the row is its own", async () => {
    const { request, payments, deps, provider, database } = given();
    await stopClock(database);
    const asked = await request(await payments.paid());
    const claimed = { ...asked, start_before: asked.start_before - 15_000 };
    const store: RefundsStore = {
      ...deps.store,
      insert: async (inserted) => {
        await deps.store.insert(inserted);
        return null;
      },
      read: async (id) => {
        const row = await deps.store.read(id);
        pass(4_000);
        return row;
      },
    };
    expect(await createRefund({ ...deps, store }, claimed, "req_test")).to.include({ status: "PROCESSING" });
    expect(provider.asked).to.have.length(1);
    expect(provider.asked[0]?.remainingMs).to.equal(6_000);
  });

  it("a status sync's two calls share one deadline", async () => {
    const { create, request, payments, deps, provider, database } = given();
    provider.submits({ kind: "unknown", cause: "lost" });
    await create(await request(await payments.paid()));
    provider.reads({ kind: "absent" });
    const refunds = {
      ...provider,
      read: async (...args: Parameters<typeof provider.read>) => {
        const reported = await provider.read(...args);
        pass(15_000);
        return reported;
      },
    };
    await moveClock(database, 2_000);
    await syncRefunds({ ...deps, acquirers: acquirerOf(refunds) }, 10);
    expect(provider.asked.map(({ operation }) => operation)).to.deep.equal(["submit", "read", "close"]);
    expect(provider.asked[1]?.remainingMs).to.equal(20_000);
    expect(provider.asked[2]?.remainingMs).to.equal(5_000);
  });
});
