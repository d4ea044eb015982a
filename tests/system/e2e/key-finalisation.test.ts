import { randomUUID } from "node:crypto";
import { stopClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf } from "./support/api.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";

const LOCK = 7_411;

describe("a key whose record somebody else holds for longer than a statement waits", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { env: { REQUEST_DEADLINE: "25s" } });
  const refunds = refundsOf(() => platform());

  before("let every end of a key wait for a lock, and no lease end by itself", async () => {
    const { database } = platform();
    await database.sql(`
      create function idempotency.wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${LOCK}); return coalesce(new, old); end $$`);
    await database.sql(`
      create trigger wait_for_test before update or delete on idempotency.records
        for each row execute function idempotency.wait_for_test()`);
    await stopClock(database);
  });

  /** When the statement began that waits for the lock; null where none does. */
  const waitingSince = async (): Promise<string | null> => {
    const [row] = await platform().database.sql(
      `select max(a.query_start)::text as since from pg_locks as l join pg_stat_activity as a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and not l.granted`,
      [LOCK],
    );
    const since = row?.["since"];
    return typeof since === "string" ? since : null;
  };

  /** Sends it while the lock is held, and lets go after a try that waited in vain. */
  async function heldPastItsFirstTry<T>(send: () => Promise<T>): Promise<T> {
    const letGo = await platform().database.hold(`select pg_advisory_lock(${LOCK})`);
    try {
      const sent = send();
      const waits = new Set([await waitFor("the end of the key to wait", waitingSince)]);
      const answer = await sent;
      // A completion is written once more by itself, where the commit that it shared has failed.
      await waitFor("its first try to be over", async () => {
        const since = await waitingSince();
        return since === null || waits.add(since).size > 2;
      });
      return answer;
    } finally {
      await letGo();
    }
  }

  const states = async (objectPrefix: string) =>
    (
      await platform().database.sql("select state from idempotency.records where object_id like $1", [
        `${objectPrefix}%`,
      ])
    ).map(({ state }) => state);

  it("is freed after a refusal all the same, although its request is answered: another body is taken", async () => {
    const paid = await refunds.paid(1_000);
    const key = randomUUID();
    const refused = await heldPastItsFirstTry(() => refunds.send(paid, 1_001, key));
    expect([refused.status, errorOf(refused).code]).to.deep.equal([422, "amount_exceeds_refundable"]);
    await waitFor("the key to be free", async () => (await states("ref")).length === 0, 10_000);
    expect(refundOf(await refunds.send(paid, 1_000, key))).to.include({ amount: 1_000 });
  });

  it("keeps the answer of what was made all the same: a repetition is a replay of it", async () => {
    const key = randomUUID();
    const before = (await states("pay")).length;
    const made = await heldPastItsFirstTry(() => platform().api.create({ key }));
    expect(paymentOf(made)).to.include({ status: "SUCCEEDED" });
    await waitFor(
      "the answer to be kept",
      async () => {
        const all = await states("pay");
        return all.length > before && all.every((state) => state === "done");
      },
      10_000,
    );
    const again = await platform().api.create({ key });
    expect([again.headers.get("idempotent-replayed"), again.text]).to.deep.equal(["true", made.text]);
  });
});
