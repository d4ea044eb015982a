import { refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { withPayments, type PaymentsUnderTest } from "./support/payments-under-test.ts";
import { createPayment } from "../src/create/create-payment.ts";
import type { PaymentsStore } from "../src/payment/payments-store.ts";

/** The use case on a store; some parts of it are the test's. */
function createOn(under: PaymentsUnderTest, changes: Partial<PaymentsStore>) {
  const deps = { ...under.deps, store: { ...under.deps.store, ...changes } };
  return async () => createPayment(deps, await under.request(), "req_test");
}

describe("recording the provider's update", () => {
  const given = withPayments();

  it("is repeated on the row as it is now when its version was overtaken", async () => {
    const under = given();
    const { database, deps } = under;
    let overtaken = false;
    const create = createOn(under, {
      move: async (move) => {
        if (!overtaken)
          await database.sql("update payments.payments set version = version + 1 where id = $1", [move.id]);
        overtaken = true;
        return deps.store.move(move);
      },
    });
    expect((await create()).status).to.equal("SUCCEEDED");
  });

  it("answers 201 with what is recorded after it was lost three times [D10-11]", async () => {
    const payment = await createOn(given(), { move: async () => false })();
    expect(payment.status).to.equal("PENDING");
  });

  it("is object_state_conflict, with the key held, where it was lost and cannot be read either [ERR-9, D10-11]", async () => {
    let reads = 0;
    const { deps } = given();
    const create = createOn(given(), {
      move: async () => false,
      read: async (id) => {
        reads += 1;
        if (reads > 3) throw new Error("the database does not answer");
        return deps.store.read(id);
      },
    });
    expect(await refusal(create())).to.include({ type: "object_state_conflict", key: "hold" });
  });

  it("is object_not_found where the object was voided meanwhile, and a charge on it is an exception [ERR-8]", async () => {
    const under = given();
    const { database, deps } = under;
    const create = createOn(under, {
      move: async (move) => {
        await database.sql("delete from payments.payments where id = $1", [move.id]);
        return deps.store.move(move);
      },
    });
    expect(await refusal(create())).to.include({ type: "object_not_found", key: "hold" });
    expect((await deps.exceptions.list(true, 10)).some(({ kind }) => kind === "charged_after_end")).to.equal(
      true,
    );
  });

  it("frees the key of an object that was voided meanwhile only where nothing was charged", async () => {
    const under = given();
    const { database, deps, provider } = under;
    provider.submits({ kind: "failed", code: "do_not_honor" });
    const create = createOn(under, {
      move: async (move) => {
        await database.sql("delete from payments.payments where id = $1", [move.id]);
        return deps.store.move(move);
      },
    });
    expect(await refusal(create())).to.include({ type: "object_not_found", key: "release" });
  });

  it("takes a different end that was reached meanwhile as an exception and answers with what is recorded", async () => {
    const under = given();
    const { database, deps } = under;
    const create = createOn(under, {
      move: async (move) => {
        await database.sql(
          `update payments.payments set status = 'FAILED', failure_code = 'processor_error', version = version + 1,
                  submission = null, submit_until = null, failed_at = now() where id = $1`,
          [move.id],
        );
        return deps.store.move(move);
      },
    });
    const payment = await create();
    expect(payment).to.include({ status: "FAILED", failure_code: "processor_error" });
    const exceptions = await deps.exceptions.list(true, 10);
    expect(exceptions.find(({ object_id }) => object_id === payment.id)?.kind).to.equal("charged_after_end");
  });
});
