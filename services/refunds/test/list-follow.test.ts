import { randomUUID } from "node:crypto";
import type { Refund, RefundListRequest } from "@flowlix/contracts";
import { openPaymentsSide, SCOPE, SWEEP_MS } from "@flowlix/payments/testing";
import { createPools, query, type Pools } from "@flowlix/persistence";
import { createFollower, gate, holdRows, moveClock, refusal, stopClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { createRefund } from "../src/create/create-refund.ts";
import type { CreateRefund } from "../src/create/attempt.ts";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { listRefunds } from "../src/read/list-refunds.ts";
import { INSERT_WITHIN_MS } from "../src/refund/insert-within.ts";
import { createRefundsStore } from "../src/refund/refunds-store.ts";
import { withRefunds } from "./support/refunds-under-test.ts";

const CREATORS = 4;

describe("following the Refunds of a Payment with ending_before", function () {
  this.timeout(60_000);
  const given = withRefunds();
  let paymentId: string;
  beforeEach(async () => {
    paymentId = await given().payments.paid(100_000);
  });

  const list = (changes: Partial<RefundListRequest> = {}) => {
    const newest = { limit: 100, starting_after: null, ending_before: null };
    return listRefunds(
      given().deps,
      { scope: SCOPE, payment_id: paymentId, ...newest, ...changes },
      "req_test",
    );
  };
  const firstPage = async () => (await list()).data.map(({ id }) => id);

  async function startFollower() {
    const { create, request } = given();
    const { id: first } = await create(await request(paymentId));
    return { first, ...createFollower(first, (ending_before) => list({ limit: 2, ending_before })) };
  }

  /** A create that stops between its reservation and its insert, until it is told to go on. */
  async function startCreate(asked?: CreateRefund) {
    const { deps, request } = given();
    const wanted = asked ?? (await request(paymentId));
    const slow = gate();
    const insert: typeof deps.store.insert = async (inserted) => {
      await slow.pass();
      return deps.store.insert(inserted);
    };
    const made: Promise<Refund> = createRefund(
      { ...deps, store: { ...deps.store, insert } },
      wanted,
      "req_test",
    );
    await slow.reached;
    const end = () => {
      slow.open();
      return made;
    };
    return { id: wanted.refund_id, end };
  }

  /** A create whose process died between its reservation and its insert. */
  async function brokenOff(): Promise<CreateRefund> {
    const { deps, request } = given();
    const asked = await request(paymentId);
    const insert = () => Promise.reject(new Error("killed"));
    const dying = { ...deps, store: { ...deps.store, insert } };
    await createRefund(dying, asked, "req_test").catch(() => undefined);
    return asked;
  }

  const createOne = async () => {
    const { create, request } = given();
    return (await create(await request(paymentId))).id;
  };
  const sweep = async () => {
    const { deps, payments } = given();
    return payments.sweep((asked) => preventCreation(deps, asked));
  };

  it("shows nothing beyond one that is reserved and not inserted yet, and both once it is [D4-18]", async () => {
    const { poll } = await startFollower();
    const earlier = await startCreate();
    const later = await createOne();
    expect(await poll(), "what is newer than one that is not here waits").to.deep.equal([]);
    expect((await firstPage())[0], "a Refund whose create was answered 201 is found").to.equal(later);
    await earlier.end();
    expect(await poll()).to.deep.equal([earlier.id, later]);
  });

  it("shows every Refund once, in any order of inserts by several processes [D4-18]", async () => {
    const order = fc.shuffledSubarray([...Array(CREATORS).keys()], { minLength: CREATORS });
    const rounds = fc.array(fc.record({ order, dies: fc.boolean() }), { minLength: 3, maxLength: 3 });
    const property = fc.asyncProperty(rounds, async (given_) => {
      paymentId = await given().payments.paid(100_000);
      const { first, poll } = await startFollower();
      for (const { order: inserts, dies } of given_) {
        const creates = [];
        for (let nth = 0; nth < CREATORS; nth += 1) creates.push(await startCreate());
        if (dies) await brokenOff();
        for (const nth of inserts) {
          await creates[nth]?.end();
          await poll();
        }
      }
      await moveClock(given().database, SWEEP_MS + 1_000);
      await sweep();
      const seen = await poll();
      await moveClock(given().database, 0);
      expect(seen).to.have.length(given_.length * CREATORS);
      expect([first, ...seen]).to.deep.equal((await firstPage()).toReversed());
    });
    await fc.assert(property, { numRuns: 5 });
  });

  it("goes on where one before came to nothing [D4-18]", async () => {
    const { poll } = await startFollower();
    await brokenOff();
    const later = await createOne();
    expect(await poll()).to.deep.equal([]);
    await moveClock(given().database, SWEEP_MS + 1_000);
    await sweep();
    expect(await poll()).to.deep.equal([later]);
  });

  it("one that was reserved by a process of the release before is shown within the bound", async () => {
    const { deps, payments, request } = given();
    const client = payments.client();
    const reserveRefund: typeof client.reserveRefund = async (params, options) => {
      const { refund, position } = await client.reserveRefund(params, options);
      return { refund, position };
    };
    const { poll } = await startFollower();
    const asked = await request(paymentId);
    await createRefund({ ...deps, payments: { ...deps.payments, reserveRefund } }, asked, "req_test");
    expect(await poll(), "nobody knows whether one is missing before it").to.deep.equal([]);
    await moveClock(given().database, INSERT_WITHIN_MS + 1_000);
    expect(await poll()).to.deep.equal([asked.refund_id]);
    expect(await createOne().then(poll), "what comes after it waits for nothing").to.have.length(2);
  });

  it("a gap that nothing will ever fill holds up nothing for longer than the bound, and nothing comes in there then", async () => {
    const { poll } = await startFollower();
    await stopClock(given().database);
    const asked = await brokenOff();
    const later = await createOne();
    await moveClock(given().database, INSERT_WITHIN_MS - 5_000);
    expect(await poll()).to.deep.equal([]);
    await moveClock(given().database, INSERT_WITHIN_MS + 1_000);
    expect(await poll(), "nobody swept").to.deep.equal([later]);
    const again = await given().request(paymentId, { refund_id: asked.refund_id });
    expect(await refusal(given().create(again))).to.include({ type: "service_unavailable" });
    expect(await given().row(asked.refund_id)).to.equal(undefined);
    await sweep();
    expect(await given().row(asked.refund_id)).to.include({ status: "VOIDED" });
  });

  it("waits beyond the bound for an insert that is under way", async () => {
    const { database, payments, request } = given();
    const { poll } = await startFollower();
    const asked = await request(paymentId);
    const reserved = await payments.client().reserveRefund({ ...asked, scope: SCOPE }, { requestId: "" });
    const later = await createOne();
    const slow: Pools = await createPools({
      url: database.urlOf("refunds"),
      name: "slow",
      hot: 1,
      read: 1,
      background: 1,
    });
    try {
      await query(slow.hot, { text: "begin", values: [] });
      const { start_before } = asked;
      await createRefundsStore(slow.hot).insert({
        scope: SCOPE,
        ...reserved,
        provider: "sandbox",
        submission: randomUUID(),
        start_before,
      });
      // As where a statement takes long: the bound has passed since it began.
      await database.sql(
        `update refunds.refunds set created_at = clock_timestamp() - interval '${INSERT_WITHIN_MS + 1} ms' where id = $1`,
        [later],
      );
      await waitFor("the bound", async () => {
        const [row] = await database.sql(
          `select clock_timestamp() - created_at > interval '${INSERT_WITHIN_MS + 1} ms' as over from refunds.refunds where id = $1`,
          [later],
        );
        return row?.["over"] === true;
      });
      expect(await poll()).to.deep.equal([]);
      await query(slow.hot, { text: "commit", values: [] });
      expect(await poll()).to.deep.equal([asked.refund_id, later]);
    } finally {
      await slow.close();
    }
  });

  it("two reservations that waited for the Payment at once know of each other, by whichever process", async () => {
    const { database, payments, request, row } = given();
    const { first } = await startFollower();
    const otherProcess = await openPaymentsSide(database, database);
    const letGo = await holdRows(
      database.urlOf("payments"),
      "select from payments.payments where id = $1 for update",
      [paymentId],
    );
    try {
      const reserving = [payments, otherProcess].map(async (side) =>
        side.client().reserveRefund({ ...(await request(paymentId)), scope: SCOPE }, { requestId: "" }),
      );
      await waitFor("both to wait", async () => {
        const [found] = await database.sql(
          "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return found?.["waiting"] === 2;
      });
      await letGo();
      const reserved = (await Promise.all(reserving)).toSorted((a, b) => a.position - b.position);
      const positions = [Number((await row(first))?.["position"]), ...reserved.map((one) => one.position)];
      expect(reserved.map((one) => one.previous_position)).to.deep.equal(positions.slice(0, 2));
    } finally {
      await letGo();
      await otherProcess.close();
    }
  });
});
