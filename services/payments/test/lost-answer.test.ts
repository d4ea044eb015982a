import { expect } from "chai";
import { createPools } from "@flowlix/persistence";
import { startTcpProxy, waitFor, withDatabase } from "@flowlix/testkit";
import { paymentsSchema } from "../src/schema.ts";
import { paymentsOn } from "./support/payments-under-test.ts";

describe("a database connection that ends between commit and answer", () => {
  const database = withDatabase([paymentsSchema]);

  for (const [moment, condition] of [
    ["the insert", "status = 'PENDING'"],
    ["the outcome", "status = 'SUCCEEDED'"],
  ] as const) {
    it(`after ${moment} loses, doubles and misreports no Payment`, async () => {
      const direct = new URL(database().urlOf("payments"));
      const proxy = await startTcpProxy(Number(direct.port));
      const through = new URL(direct);
      through.port = String(proxy.port);
      const pools = await createPools({ url: through.href, name: "test", hot: 2, read: 1, background: 1 });
      try {
        const { create, request, provider, events } = paymentsOn(database(), pools);
        await create(await request());
        const requests = await Promise.all(Array.from({ length: 10 }, () => request()));
        const ids = requests.map(({ payment_id }) => payment_id);
        if (moment === "the insert") proxy.loseAnswers("payments_insert");
        else {
          provider.submits(() => {
            proxy.loseAnswers("payments_move");
            return { kind: "succeeded" };
          });
        }
        const attempts = Promise.allSettled(requests.map((asked) => create(asked)));
        await waitFor(`${moment} to be committed`, async () => {
          const rows = await database().sql(
            `select 1 from payments.payments where id = any ($1) and ${condition}`,
            [ids],
          );
          return rows.length > 0;
        });
        proxy.cut();
        proxy.mend();
        const results = await attempts;
        expect(
          results.map((result) =>
            result.status === "fulfilled" ? result.value.status : String(result.reason),
          ),
        ).to.deep.equal(ids.map(() => "SUCCEEDED"));
        for (const id of ids) {
          expect(provider.countOf("submit", id), id).to.equal(1);
          expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal(["payment.succeeded"]);
        }
      } finally {
        await pools.close();
        await proxy.close();
      }
    });
  }
});
