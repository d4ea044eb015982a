import { databaseTime } from "@flowlix/persistence";
import { expect } from "chai";
import { movePayment } from "../src/lifecycle/move-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("a move of a Payment", () => {
  const given = withPayments();

  it("has no time before those that it has, in its answer and in its event", async () => {
    const { create, request, provider, deps, events } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const { id, created_at: createdAt, ...made } = await create(await request());
    const row = await deps.store.read(id);
    if (row === null) throw new Error("the payment that was made is gone");
    const processingAt = made.status_transitions.processing_at ?? 0;
    expect(processingAt).to.be.at.least(createdAt);
    const behind = databaseTime((createdAt - 60) * 1_000);
    const moved = await movePayment(deps, { row, event: { type: "succeeded" }, submission: null }, behind);
    expect(moved?.succeeded_at).to.deep.equal(new Date(processingAt * 1_000));
    const reported = (await events(id)).at(-1);
    expect(reported).to.include({ event_type: "payment.succeeded" });
    const payload = await given().database.sql(
      "select (payload::json ->> 'created_at')::int as at from payments.outbox where object_id = $1 order by version desc limit 1",
      [id],
    );
    expect(payload).to.deep.equal([{ at: processingAt }]);
  });
});
