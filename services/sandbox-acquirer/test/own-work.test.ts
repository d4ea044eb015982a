import { createPools, QueueFull, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import type { QueryConfig } from "pg";
import { createChallengeSecrets } from "../src/challenge/challenge-secrets.ts";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { createAuthoriseNewOrder } from "../src/orders/authorise-new-order.ts";
import { createReadOrder } from "../src/orders/read-order.ts";
import { createFinaliseDue } from "../src/orders/finalise-due.ts";
import type { Pool } from "../src/pool.ts";
import { API_KEY, newReference, RETURN_URL } from "./support/acquirer.ts";

/** The first statement is committed, and its answer lost with the connection. */
function losingFirstAnswer(pool: Pool): Pool {
  let isLost = false;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== "connect") return Reflect.get(target, name);
      return async () => {
        const client = await target.connect();
        if (isLost) return client;
        isLost = true;
        return {
          query: async (statement: QueryConfig) => {
            await client.query(statement);
            throw new Error("Connection terminated unexpectedly");
          },
          release: () => client.release(true),
        };
      };
    },
  });
}

const full = { flush: async () => undefined, register: refuse, authorise: refuse };
async function refuse(): Promise<never> {
  throw new QueueFull("another commit");
}

describe("an order whose answer was lost between the database and the acquirer, after its commit", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  let pools: Pools;
  before(async () => {
    const url = database().urlOf(sandboxAcquirerSchema.service);
    pools = await createPools({ url, name: "test", hot: 2, read: 2, background: 1 });
  });
  after(() => pools?.close());

  for (const [amount, state] of [
    [1_000, "succeeded"],
    [100_051, "failed"],
    [103_000, "action_required"],
    [104_000, "processing"],
  ] as const) {
    it(`is told as ${state}, never as not executed, though every other queue is full`, async () => {
      const reference = newReference();
      const orders = createAuthoriseNewOrder({
        hot: losingFirstAnswer(pools.hot),
        readOrder: createReadOrder({ read: pools.read, finaliseDue: createFinaliseDue(pools.hot) }),
        secrets: createChallengeSecrets(API_KEY),
        registerOrder: full,
        authoriseOrder: full,
        observe: () => undefined,
      });
      const came = await orders.authorise({ reference, amount, currency: "EUR", return_url: RETURN_URL });
      expect(came.kind === "order" && came.order).to.include({ reference, amount, state });
      const book = await database().sql("select 1 from sandbox_acquirer.book where reference = $1", [
        reference,
      ]);
      expect(book).to.have.length(state === "succeeded" ? 1 : 0);
    });
  }
});
