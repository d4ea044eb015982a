import { expect } from "chai";
import { createPools } from "@flowlix/persistence";
import { startTcpProxy, waitFor, withDatabase } from "@flowlix/testkit";
import { createHostedPayment } from "../../src/hosted/create-hosted-payment.ts";
import { paymentsSchema } from "../../src/schema.ts";
import { hostedPage, hostedRequest } from "../support/hosted-under-test.ts";
import { paymentsOn, type PaymentsUnderTest } from "../support/payments-under-test.ts";

/** An answer that was lost without its connection is waited for so long, and 2 s. */
const HOT_MS = 2_000;

describe("a database connection that ends between commit and answer, on the hosted page", () => {
  const database = withDatabase([paymentsSchema]);

  /** Runs an attempt over a connection that is cut once what a statement writes to the Payment's row is committed. */
  async function cutOnce<T>(
    prepare: (under: PaymentsUnderTest) => Promise<{ id: string; attempt: () => Promise<T> }>,
    { statement, committed }: { readonly statement: string; readonly committed: string },
  ): Promise<{ result: T; under: PaymentsUnderTest; id: string; end: () => Promise<void> }> {
    const direct = new URL(database().urlOf("payments"));
    const proxy = await startTcpProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    const pools = await createPools({
      url: through.href,
      name: "test",
      hot: 2,
      read: 1,
      background: 1,
      statementTimeoutsMs: { hot: HOT_MS },
    });
    const end = async () => {
      await pools.close();
      await proxy.close();
    };
    try {
      const under = paymentsOn(database(), pools);
      const { id, attempt } = await prepare(under);
      proxy.loseAnswers(statement);
      const running = attempt();
      await waitFor(`the row to be committed with ${committed}`, async () => {
        const rows = await database().sql(`select 1 from payments.payments where id = $1 and ${committed}`, [
          id,
        ]);
        return rows.length > 0;
      });
      proxy.cut();
      proxy.mend();
      return { result: await running, under, id, end };
    } catch (error) {
      await end();
      throw error;
    }
  }

  it("after the insert makes one Payment with one event, and answers it", async () => {
    const { result, under, id, end } = await cutOnce(
      async (payments) => {
        const request = await hostedRequest(payments);
        return { id: request.payment_id, attempt: () => createHostedPayment(payments.deps, request) };
      },
      { statement: "payments_insert_hosted", committed: "status = 'REQUIRES_ACTION'" },
    );
    try {
      expect(result.status).to.equal("REQUIRES_ACTION");
      expect(await under.events(id)).to.have.length(1);
    } finally {
      await end();
    }
  });

  it("after an insert that made nothing, its second being over, makes one, and answers it", async () => {
    const { result, under, id, end } = await cutOnce(
      async (payments) => {
        const request = await hostedRequest(payments);
        const { hosted } = payments.deps;
        let lateMs = 1_000;
        const insert: typeof hosted.insert = (row) => {
          const nowMs = (): number => {
            const at = row.time.nowMs() - lateMs;
            lateMs = 0;
            return at;
          };
          return hosted.insert({ ...row, time: { ...row.time, nowMs } });
        };
        const deps = { ...payments.deps, hosted: { ...hosted, insert } };
        return { id: request.payment_id, attempt: () => createHostedPayment(deps, request) };
      },
      { statement: "payments_insert_hosted", committed: "status = 'REQUIRES_ACTION'" },
    );
    try {
      expect(result.status).to.equal("REQUIRES_ACTION");
      expect(await under.events(id)).to.have.length(1);
    } finally {
      await end();
    }
  });

  it("after the claim submits the card once", async () => {
    const { result, under, id, end } = await cutOnce(
      async (payments) => {
        const page = await hostedPage(payments);
        return { id: page.id, attempt: () => page.submit() };
      },
      { statement: "payments_claim_submission", committed: "submission is not null" },
    );
    try {
      expect(result).to.equal("settled");
      expect(under.provider.countOf("submit", id)).to.equal(1);
      expect(await under.row(id)).to.include({ status: "SUCCEEDED" });
    } finally {
      await end();
    }
  });

  it("after the give-back returns the form, and counts the refusal once", async () => {
    const { result, under, id, end } = await cutOnce(
      async (payments) => {
        const page = await hostedPage(payments);
        payments.provider.submits({ kind: "not_executed", cause: "error" });
        return { id: page.id, attempt: () => page.submit() };
      },
      { statement: "payments_give_back", committed: "refused_submits = 1" },
    );
    try {
      expect(result).to.equal("given_back");
      expect(await under.row(id)).to.include({
        refused_submits: 1,
        submission: null,
        status: "REQUIRES_ACTION",
      });
    } finally {
      await end();
    }
  });

  it("after the outcome records it once", async () => {
    const { result, under, id, end } = await cutOnce(
      async (payments) => {
        const page = await hostedPage(payments);
        payments.provider.submits({ kind: "succeeded" });
        return { id: page.id, attempt: () => page.submit() };
      },
      { statement: "payments_move", committed: "status = 'SUCCEEDED'" },
    );
    try {
      expect(result).to.equal("settled");
      expect((await under.events(id)).map(({ event_type }) => event_type)).to.deep.equal([
        "payment.requires_action",
        "payment.succeeded",
      ]);
    } finally {
      await end();
    }
  });
});
