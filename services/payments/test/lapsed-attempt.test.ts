import { expect } from "chai";
import { acquirersOf } from "@flowlix/engine";
import type { NotExecuted, Outcome, ReadOutcome } from "@flowlix/provider";
import type { Payment } from "@flowlix/contracts";
import { createPools, databaseTime, type Pools } from "@flowlix/persistence";
import {
  BAD_CHECK_DIGIT,
  losingAnswers,
  moveClock,
  testCard,
  type LosingPool,
  refusal,
  stopClock,
} from "@flowlix/testkit";
import { cardRefused, type AttemptEnd } from "../src/create/attempt-end.ts";
import { createPayment } from "../src/create/create-payment.ts";
import type { CreatePayment } from "../src/create/attempt.ts";
import { eventOf, factOf, type OrderFact } from "../src/lifecycle/order-fact.ts";
import { createPaymentsStore, type PaymentsStore } from "../src/payment/payments-store.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";

const LAPSED = DEADLINE_MS + 1_000;
const notExecuted = (cause: NotExecuted["cause"]): NotExecuted => ({ kind: "not_executed", cause });
const UNKNOWN: ReadOutcome = { kind: "unknown", cause: "lost" };

describe("an attempt that goes on after its claim is over", () => {
  const given = withPayments();

  /** The same request once more, when the first one's claim is over. */
  async function repeated({ payment_id }: CreatePayment): Promise<Payment> {
    const { create, request, database } = given();
    await moveClock(database, LAPSED);
    return create(await request({ payment_id }));
  }

  async function exceptionsOf(id: string): Promise<string[]> {
    const all = await given().deps.exceptions.list(true, 100);
    return all.filter(({ object_id }) => object_id === id).map(({ kind }) => kind);
  }

  const taken: readonly [Outcome, string][] = [
    [{ kind: "action_required", url: "https://acquirer.example/c" }, "REQUIRES_ACTION"],
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
    [{ kind: "in_progress", stage: "received" }, "PENDING"],
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "failed", code: "do_not_honor" }, "FAILED"],
  ];
  for (const [second, status] of taken) {
    for (const first of ["unreachable", "throttled"] as const) {
      it(`and was not executed (${first}) ends nothing that another one has taken over: ${status} stays, without an exception`, async () => {
        const { create, request, provider, events } = given();
        const asked = await request();
        let other: Payment | undefined;
        provider.reads({ kind: "absent" });
        provider.submits(async () => {
          provider.submits(second);
          other = await repeated(asked);
          return notExecuted(first);
        });
        expect(await create(asked)).to.include({ id: asked.payment_id, status });
        expect(other?.status).to.equal(status);
        expect(await events(asked.payment_id)).to.have.length(status === "PENDING" ? 0 : 1);
        expect(await exceptionsOf(asked.payment_id)).to.deep.equal([]);
      });
    }
  }

  it("and whose own card check failed ends nothing that another one has taken over", async () => {
    const { deps, request, provider } = given();
    const asked = await request({}, { kind: "card", card: testCard({ number: BAD_CHECK_DIGIT }) });
    provider.reads({ kind: "absent" });
    provider.submits({ kind: "action_required", url: "https://acquirer.example/c" });
    let isFirst = true;
    const store: PaymentsStore = {
      ...deps.store,
      move: async (move) => {
        if (isFirst) {
          isFirst = false;
          await repeated(asked);
        }
        return deps.store.move(move);
      },
    };
    const reported = await createPayment({ ...deps, store }, asked, "req_test");
    expect(reported.status).to.equal("REQUIRES_ACTION");
    expect(await exceptionsOf(asked.payment_id)).to.deep.equal([]);
  });

  it("and was not executed fails a Payment that nobody has taken over", async () => {
    const { create, request, provider } = given();
    const asked = await request();
    provider.reads(UNKNOWN);
    provider.submits(async () => {
      await repeated(asked);
      return notExecuted("unreachable");
    });
    expect(await create(asked)).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
  });

  it("ends nothing once a status sync has begun to close the order", async () => {
    const { create, request, provider, database, deps, row } = given();
    const asked = await request();
    provider.submits(async () => {
      await moveClock(database, LAPSED);
      await deps.syncs.claimClosing(asked.payment_id, 1, "given up");
      return notExecuted("unreachable");
    });
    expect((await create(asked)).status).to.equal("PENDING");
    expect(await row(asked.payment_id)).to.include({ expiring: true, version: 2 });
  });

  for (const cause of ["throttled", "unavailable"] as const) {
    it(`and was ${cause} removes no Payment: a repeated request may have been told of it`, async () => {
      const { create, request, provider, row } = given();
      const asked = await request();
      provider.reads(UNKNOWN);
      let other: Payment | undefined;
      provider.submits(async () => {
        other = await repeated(asked);
        return notExecuted(cause);
      });
      expect(await create(asked)).to.include({ id: asked.payment_id, status: "PENDING" });
      expect(other).to.include({ id: asked.payment_id, status: "PENDING" });
      const left = await row(asked.payment_id);
      expect(left?.["status"]).to.equal("PENDING");
      expect(Number(left?.["next_look_at"])).to.be.below(Date.now() + LAPSED + 1_000);
    });

    it(`within its claim removes what was ${cause}, and frees the key`, async () => {
      const { create, request, provider, row, database } = given();
      await stopClock(database);
      const asked = await request();
      provider.submits(async () => {
        await moveClock(database, DEADLINE_MS - 5_000);
        return notExecuted(cause);
      });
      expect(await refusal(create(asked))).to.include({ key: "release" });
      expect(await row(asked.payment_id)).to.equal(undefined);
    });
  }

  it("of a resumed submission ends nothing by its own card check either", async () => {
    const { deps, request, provider, row } = given();
    const asked = await request();
    provider.submits(() => Promise.reject(new Error("killed")));
    await createPayment(deps, asked, "req_test").catch(() => undefined);
    await moveClock(given().database, LAPSED);
    provider.reads({ kind: "registered" });
    const again = await request({ payment_id: asked.payment_id });
    // Between the take-over and the submission the card's last month ends.
    const store: PaymentsStore = {
      ...deps.store,
      takeSubmission: async (id, version, claim) => {
        const seen = await deps.store.takeSubmission(id, version, claim);
        return seen === null ? null : { ...seen, now_ms: Date.UTC(2100, 0, 1) };
      },
    };
    expect((await createPayment({ ...deps, store }, again, "req_test")).status).to.equal("PENDING");
    expect(await row(asked.payment_id)).to.include({ status: "PENDING", submission: null });
  });
});

describe("what an attempt knows of itself alone", () => {
  const given = withPayments();

  // `make types` finds each of these lines; what happens to who insists shows when they run.
  it("cannot be passed for what the provider said of the order, nor the other way round", async () => {
    const { deps, create, request } = given();
    const { id } = await create(await request());
    const row = await deps.store.read(id);
    if (row === null) throw new Error("no row");
    const time = databaseTime(row.now_ms);
    const end = cardRefused("invalid_number");
    // @ts-expect-error An attempt's end is no fact of the order.
    const fact: OrderFact = end;
    expect(() => eventOf(fact, row, time)).to.throw(TypeError);
    // @ts-expect-error Nor is what a submission did not execute.
    expect(factOf(notExecuted("error"), row.now_ms, 1_000)).to.equal(undefined);
    // @ts-expect-error Nor is an event of the lifecycle.
    const made: OrderFact = { type: "failed", code: "processor_error" };
    expect(() => eventOf(made, row, time)).to.throw(TypeError);
    // @ts-expect-error A fact ends no attempt.
    const attempt: AttemptEnd | null = factOf({ kind: "succeeded" }, row.now_ms, 1_000);
    expect(attempt).to.not.have.any.keys("type", "code");
  });
});

describe("a row that is gone is never answered with an older copy", () => {
  const given = withPayments();

  /** A Payment whose sender died, and the same request once more after its claim. */
  async function lapsed() {
    const { create, request, provider, database } = given();
    const asked = await request();
    provider.submits(() => Promise.reject(new Error("killed")), { kind: "succeeded" });
    await create(asked).catch(() => undefined);
    await moveClock(database, LAPSED);
    const gone = () => database.sql("delete from payments.payments where id = $1", [asked.payment_id]);
    return { again: await request({ payment_id: asked.payment_id }), gone };
  }

  const said: readonly [ReadOutcome, "hold" | "release"][] = [
    [UNKNOWN, "hold"],
    [{ kind: "in_progress", stage: "received" }, "hold"],
    [{ kind: "succeeded" }, "hold"],
    [{ kind: "failed", code: "do_not_honor" }, "release"],
    [{ kind: "closed" }, "release"],
    [{ kind: "registered" }, "hold"],
  ];
  for (const [outcome, key] of said) {
    it(`by a repeated request that reads ${JSON.stringify(outcome)}: object_not_found, ${key} the key`, async () => {
      const { deps, provider } = given();
      const { again, gone } = await lapsed();
      const read: typeof provider.read = async () => {
        await gone();
        return outcome;
      };
      const acquirers = acquirersOf([{ ...provider, read }]);
      const refused = await refusal(createPayment({ ...deps, acquirers }, again, "req_test"));
      expect(refused).to.include({ type: "object_not_found", key });
    });
  }

  for (const outcome of [
    { kind: "unknown", cause: "lost" },
    { kind: "unknown", cause: "garbled" },
    { kind: "in_progress", stage: "received" },
    { kind: "not_executed", cause: "error" },
  ] as const) {
    it(`by an attempt whose submission came to ${JSON.stringify(outcome)}`, async () => {
      const { create, request, provider, database } = given();
      const asked = await request();
      provider.submits(async () => {
        await database.sql("delete from payments.payments where id = $1", [asked.payment_id]);
        return outcome;
      });
      expect(await refusal(create(asked))).to.include({ type: "object_not_found", key: "hold" });
    });
  }
});

describe("an attempt's own end whose commit is not answered", () => {
  const given = withPayments();
  let pools: Pools;
  let answers: LosingPool;
  beforeEach(async () => {
    const url = given().database.urlOf("payments");
    pools = await createPools({ url, name: "test", hot: 2, read: 1, background: 1 });
    answers = losingAnswers(pools.hot);
  });
  afterEach(() => pools?.close());

  const create = (request: CreatePayment) =>
    createPayment({ ...given().deps, store: createPaymentsStore(answers.pool) }, request, "req_test");

  it("is told, with one event, where it was FAILED", async () => {
    const { request, provider, events } = given();
    const asked = await request();
    provider.submits(notExecuted("unreachable"));
    answers.lose(/^payments_move/);
    expect(await create(asked)).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
    expect(await events(asked.payment_id)).to.have.length(1);
  });

  it("frees the key where the row was removed", async () => {
    const { request, provider, row } = given();
    const asked = await request();
    provider.submits(notExecuted("throttled"));
    answers.lose(/^payments_void/);
    expect(await refusal(create(asked))).to.include({ type: "rate_limit_exceeded", key: "release" });
    expect(await row(asked.payment_id)).to.equal(undefined);
  });

  it("is told as PENDING where the submission was left to the status sync", async () => {
    const { request, provider, row } = given();
    const asked = await request();
    provider.submits({ kind: "unknown", cause: "lost" });
    answers.lose(/^payments_end_submission/);
    expect((await create(asked)).status).to.equal("PENDING");
    expect(await row(asked.payment_id)).to.include({ submission: null, version: 2 });
  });
});
