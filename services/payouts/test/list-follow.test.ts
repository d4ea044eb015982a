import { expect } from "chai";
import type { PayoutListRequest } from "@flowlix/contracts";
import { createListPool, createPools, query } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { UNFILTERED, createFollower, gate, waitFor, type Follower } from "@flowlix/testkit";
import { createPayout } from "../src/create/create-payout.ts";
import { listPayouts } from "../src/read/list-payouts.ts";
import { depsFor, SCOPE, withPayouts } from "./support/payouts-under-test.ts";

/** Each round's commits come in another order; the last ones of a round overtake all others. */
const ROUNDS = [
  [2, 1, 0],
  [1, 2, 0],
  [0, 2, 1],
  [2, 0, 1],
];

describe("following a list of Payouts with ending_before", function () {
  this.timeout(60_000);
  const given = withPayouts();
  let scope: typeof SCOPE;
  let first: string;
  let follower: Follower;
  beforeEach(async () => {
    scope = { ...SCOPE, merchant_id: newId("merchant") };
    const { create, request } = given();
    first = (await create(await request({ scope }))).id;
    follower = createFollower(first, (ending_before) => list({ ending_before }));
  });

  const list = (changes: Partial<PayoutListRequest>) =>
    listPayouts(given().deps, { ...UNFILTERED, scope, limit: 2, ...changes });

  async function expectAllSeen(count: number): Promise<void> {
    await follower.until(count);
    const all = (await list({ limit: 100 })).data.map(({ id }) => id);
    expect([first, ...follower.seen]).to.deep.equal(all.toReversed());
  }

  /** A process whose commits wait until they are told to, as where its disk or its network is slow. */
  async function startSlowProcess() {
    const { database, provider } = given();
    const access = { url: database.urlOf("payouts"), name: "slow" };
    const pools = await createPools({ ...access, hot: 1, read: 1, background: 1 });
    const lists = createListPool({ ...access, connections: 1 });
    const say = (text: string) => query(pools.hot, { text, values: [] });
    return {
      create: async () => {
        await say("begin");
        await createPayout(depsFor(pools, lists, provider), await given().request({ scope }), "req_test");
      },
      commit: () => say("commit"),
      close: async () => {
        await lists.end();
        await pools.close();
      },
    };
  }

  it("shows every Payout once, in any order of commits by several processes [PO-13]", async () => {
    const processes = await Promise.all([0, 1, 2].map(startSlowProcess));
    try {
      for (const order of ROUNDS) {
        for (const process of processes) await process.create();
        await follower.poll();
        for (const nth of order) {
          await processes[nth]?.commit();
          await follower.poll();
        }
      }
      await expectAllSeen(ROUNDS.flat().length);
    } finally {
      await Promise.all(processes.map((process) => process.close()));
    }
  });

  it("shows one too that waited long between its time and its statement, and that tells the time it was made [PO-13]", async () => {
    const { deps, create, request, row, events } = given();
    const busy = gate();
    const store = {
      ...deps.store,
      now: async () => {
        const nowMs = await deps.store.now();
        await busy.pass();
        return nowMs;
      },
    };
    const asked = await request({ scope });
    const waiting = createPayout({ ...deps, store }, asked, "req_test");
    await busy.reached;
    const second = Math.floor(Date.now() / 1000);
    await waitFor("the next second", () => Math.floor(Date.now() / 1000) > second);
    await create(await request({ scope }));
    await follower.until(1);
    busy.open();
    const reported = await waiting;
    await expectAllSeen(2);
    const made = Math.floor(new Date(String((await row(reported.id))?.["created_at"])).getTime() / 1000);
    const [initial] = await events(reported.id);
    expect(initial?.data).to.have.property("payout").that.includes({ created_at: made, updated_at: made });
    expect([reported.created_at, made > second]).to.deep.equal([made, true]);
  });
});
