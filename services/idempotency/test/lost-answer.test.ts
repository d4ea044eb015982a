import { expect } from "chai";
import { createPools } from "@flowlix/persistence";
import { startTcpProxy, waitFor, withDatabase } from "@flowlix/testkit";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { createRecordsStore } from "../src/records-store.ts";
import { idempotencySchema } from "../src/schema.ts";
import { beginRequest, DEADLINE_MS, LEASE_MS } from "./support/store.ts";

const RESPONSE = { status: 201, body: "{}" };

describe("a database connection that ends between commit and answer", () => {
  const database = withDatabase([idempotencySchema]);

  it("loses, doubles and misreports no key", async () => {
    const direct = new URL(database().urlOf("idempotency"));
    const proxy = await startTcpProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    const pools = await createPools({ url: through.href, name: "test", hot: 2, read: 1, background: 1 });
    try {
      const store = createRecordsStore(pools, { deadlineMs: DEADLINE_MS, leaseMs: LEASE_MS }, () => true);
      await begin(store, beginRequest());
      const requests = Array.from({ length: 20 }, () => beginRequest());

      proxy.loseAnswers("idempotency_begin");
      const begun = Promise.all(requests.map((request) => begin(store, request)));
      const keys = requests.map(({ idempotency_key }) => idempotency_key);
      await waitFor("the keys to be committed", async () => {
        const rows = await database().sql(
          "select 1 from idempotency.records where idempotency_key = any ($1)",
          [keys],
        );
        return rows.length === requests.length;
      });
      proxy.cut();
      proxy.mend();

      const results = await begun;
      for (const [index, result] of results.entries()) {
        expect(result).to.include({
          kind: "proceed",
          object_id: requests[index]?.object_id,
          token: requests[index]?.token,
        });
      }
      const completed = await Promise.all(
        requests.map((request) => complete(store, { ...request, response: RESPONSE })),
      );
      expect(completed).to.deep.equal(requests.map(() => ({ response: RESPONSE })));
    } finally {
      await pools.close();
      await proxy.close();
    }
  });
});
