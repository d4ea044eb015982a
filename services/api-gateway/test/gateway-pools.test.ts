import { createLogger, createMetrics } from "@flowlix/runtime";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { createKeyLookup } from "../src/access/key-lookup.ts";
import { apiGatewaySchema } from "../src/index.ts";
import { readBranding } from "../src/store/branding-store.ts";
import { openGatewayPools, READ_CONNECTIONS } from "../src/store/gateway-pools.ts";

describe("The gateway's pools", function () {
  this.timeout(30_000);
  const database = withDatabase([apiGatewaySchema]);

  it("have what a request reads prepared on each connection, before the first request", async () => {
    const host = {
      logger: createLogger({ service: "api-gateway", instance: "test", level: "silent" }),
      metrics: createMetrics({ processMetrics: false }),
    };
    const pools = await openGatewayPools(host, {
      GATEWAY_DATABASE_URL: database().urlOf(apiGatewaySchema.service),
    });
    /** Connections that each statement is prepared on. */
    const prepared = async () => {
      const clients = await Promise.all(Array.from({ length: READ_CONNECTIONS }, () => pools.read.connect()));
      const counts: Record<string, number> = {};
      for (const client of clients) {
        const { rows } = await client.query<{ name: string }>("select name from pg_prepared_statements");
        for (const { name } of rows) counts[name] = (counts[name] ?? 0) + 1;
        client.release();
      }
      return counts;
    };
    try {
      const ready = await prepared();
      await createKeyLookup(pools.read, pools.ping)(Buffer.alloc(32));
      await readBranding(pools.read, "mer_none", false).catch(() => undefined);
      const used = await prepared();
      expect(Object.keys(used)).to.have.length(2);
      expect(ready).to.deep.equal(used);
    } finally {
      await pools.close();
    }
  });
});
