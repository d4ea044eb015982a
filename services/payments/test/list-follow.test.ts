import { expect } from "chai";
import * as fc from "fast-check";
import type { PaymentListRequest } from "@flowlix/contracts";
import { createFollower, gate, waitFor } from "@flowlix/testkit";
import { newId } from "@flowlix/runtime";
import { createHostedPayment } from "../src/hosted/create-hosted-payment.ts";
import { listPayments } from "../src/read/list-payments.ts";
import { hostedRequest } from "./support/hosted-under-test.ts";
import { insertListed, listedPayment, listRequest, merchantId } from "./support/listed-payments.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { newPayment, startSlowProcess, type SlowProcess } from "./support/provisional-payments.ts";

const PROCESSES = 4;

describe("following a list of Payments with ending_before", function () {
  this.timeout(60_000);
  const payments = withPayments();
  let processes: SlowProcess[] = [];
  let merchant: string;
  beforeEach(() => {
    merchant = merchantId();
  });
  afterEach(async () => {
    await Promise.all(processes.map((process) => process.close()));
    processes = [];
  });

  const list = (changes: Partial<PaymentListRequest> = {}) =>
    listPayments(
      payments().deps,
      listRequest({ scope: { merchant_id: merchant, livemode: false }, ...changes }),
    );
  const idsOf = async (changes: Partial<PaymentListRequest> = {}) =>
    (await list(changes)).data.map(({ id }) => id);

  async function startFollower() {
    const payment = listedPayment({ merchant_id: merchant });
    await insertListed(payments().database, [payment]);
    const { id: first } = payment;
    return { first, ...createFollower(first, (ending_before) => list({ limit: 2, ending_before })) };
  }

  it("shows every Payment once, in any order of commits by several processes [D4-18]", async () => {
    const { database } = payments();
    processes = await Promise.all(Array.from({ length: PROCESSES }, () => startSlowProcess(database)));
    const commits = fc.array(fc.shuffledSubarray([...Array(PROCESSES).keys()], { minLength: PROCESSES }), {
      minLength: 4,
      maxLength: 4,
    });
    const property = fc.asyncProperty(commits, async (rounds) => {
      merchant = merchantId();
      const { first, seen, poll, until } = await startFollower();
      for (const order of rounds) {
        for (const process of processes) await process.insert(newPayment({ merchant_id: merchant }));
        await poll();
        for (const nth of order) {
          await processes[nth]?.commit();
          await poll();
        }
      }
      await until(rounds.length * PROCESSES);
      const all = (await idsOf({ limit: 100 })).toReversed();
      expect([first, ...seen]).to.deep.equal(all);
    });
    await fc.assert(property, { numRuns: 5 });
  });

  it("shows nothing beyond one whose create may still take it back, and everything once that is decided [D4-18]", async () => {
    const { seen, poll, until } = await startFollower();
    const { create, request, provider } = payments();
    const scope = { merchant_id: merchant, livemode: false, key_id: newId("key") };
    const slow = gate();
    const [earlier, later] = [await request({ scope }), await request({ scope })];
    provider.submits(async (order) => {
      if (order.reference === earlier.payment_id) await slow.pass();
      return { kind: "succeeded" };
    });
    const first = create(earlier);
    await slow.reached;
    await create(later);
    await poll();
    expect(seen, "what is newer than one that is undecided waits").to.deep.equal([]);
    expect(await idsOf({ limit: 1 }), "a Payment whose create was answered 201 is found").to.deep.equal([
      later.payment_id,
    ]);
    slow.open();
    await first;
    await until(2);
    expect(seen).to.deep.equal([earlier.payment_id, later.payment_id]);
  });

  it("goes on where one before was voided [D4-18]", async () => {
    const { seen, poll, until } = await startFollower();
    const { create, request, provider } = payments();
    const scope = { merchant_id: merchant, livemode: false, key_id: newId("key") };
    const slow = gate();
    const [voided, later] = [await request({ scope }), await request({ scope })];
    provider.submits(async (order) => {
      if (order.reference !== voided.payment_id) return { kind: "succeeded" };
      await slow.pass();
      return { kind: "not_executed", cause: "throttled" };
    });
    const refused = create(voided).catch((error: unknown) => error);
    await slow.reached;
    await create(later);
    await poll();
    expect(seen).to.deep.equal([]);
    slow.open();
    await refused;
    await until(1);
    expect(seen).to.deep.equal([later.payment_id]);
  });

  it("waits for no other merchant's, and no other mode's, undecided Payment", async () => {
    const { seen, until } = await startFollower();
    const { deps, create, request } = payments();
    await deps.store.insert(newPayment({ merchant_id: merchantId() }));
    await deps.store.insert(newPayment({ merchant_id: merchant, livemode: true }));
    const scope = { merchant_id: merchant, livemode: false, key_id: newId("key") };
    const { id } = await create(await request({ scope }));
    await until(1);
    expect(seen).to.deep.equal([id]);
  });

  it("shows a hosted one too that waited long between its time and its statement, and that tells the time it was made [D4-18]", async () => {
    const { first, seen, until } = await startFollower();
    const { deps, create, request, row, events } = payments();
    const scope = { merchant_id: merchant, livemode: false, key_id: newId("key") };
    const busy = gate();
    const hosted = {
      ...deps.hosted,
      nowMs: async () => {
        const nowMs = await deps.hosted.nowMs();
        await busy.pass();
        return nowMs;
      },
    };
    const asked = await hostedRequest({ deps }, { scope });
    const waiting = createHostedPayment({ ...deps, hosted }, asked);
    await busy.reached;
    const second = Math.floor(Date.now() / 1000);
    await waitFor("the next second", () => Math.floor(Date.now() / 1000) > second);
    await create(await request({ scope }));
    await until(1);
    busy.open();
    const reported = await waiting;
    await until(2);
    expect([first, ...seen]).to.deep.equal((await idsOf()).toReversed());
    const made = Math.floor(new Date(String((await row(reported.id))?.["created_at"])).getTime() / 1000);
    const [initial] = await events(reported.id);
    expect(initial?.data).to.have.property("payment").that.includes({ created_at: made });
    expect([
      reported.created_at,
      reported.status_transitions.requires_action_at,
      made > second,
    ]).to.deep.equal([made, made, true]);
  });
});
