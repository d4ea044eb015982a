import { expect } from "chai";
import { DomainError, TIME_LADDER } from "@flowlix/runtime";
import { waitFor, whileClockStands } from "@flowlix/testkit";
import { nobody, OBJECT_ID, OWN, play, proceed, STORED, timeout, TOKEN } from "./support/played-create.ts";

describe("a create under an idempotency key", () => {
  it("begins, makes the object under the id that begin chose, completes and answers 201 [IDEM-2]", async () => {
    const { calls, seen, answer } = await play({});
    expect(calls).to.deep.equal(["begin", "run", "complete"]);
    expect(seen).to.include({ token: TOKEN });
    expect(seen.started).to.deep.equal({ objectId: OBJECT_ID, submissionDeadline: 42 });
    expect(answer).to.deep.equal({ status: 201, body: OWN });
  });

  it("tells of what may exist before it refuses: it was begun and never answered", async () => {
    const refusal = new DomainError("payment_acceptance_unavailable");
    const find = { kind: "unfinished", object_id: OBJECT_ID } as const;
    const played = await play({ refusal, find, recorded: OBJECT_ID });
    expect(played.calls).to.deep.equal(["find", "recorded"]);
    expect(played.answer).to.deep.equal({ status: 201, body: OWN });
    const refused = await play({ refusal, find });
    expect(refused.error).to.include({ type: "payment_acceptance_unavailable" });
  });

  it("waits for the key's owner no longer than is left of the request's time, and no longer than a step may take", async () => {
    for (const [deadlineMs, waited] of [
      [5_000, 5_000],
      [25_000, TIME_LADDER.keyStepMs],
    ] as const) {
      const { seen } = await whileClockStands(() => play({ deadlineMs }));
      expect(seen.timeoutMs).to.equal(waited);
    }
  });

  it("replays the stored bytes with Idempotent-Replayed and makes nothing [IDEM-3]", async () => {
    const { calls, answer } = await play({ begin: { kind: "replay", response: STORED } });
    expect(calls).to.deep.equal(["begin"]);
    expect(answer).to.deep.equal({ ...STORED, headers: { "Idempotent-Replayed": "true" } });
  });

  for (const [kind, code, rules] of [
    ["reused", "idempotency_key_reused", "ERR-3, ERR-19"],
    ["in_use", "idempotency_key_in_use", "ERR-3"],
  ] as const) {
    it(`is ${code} where the key is ${kind} [${rules}]`, async () => {
      const { calls, error } = await play({ begin: { kind } });
      expect(calls).to.deep.equal(["begin"]);
      expect([error?.type, error?.param]).to.deep.equal([code, "Idempotency-Key"]);
    });
  }

  it("sends what complete returns, so that two finishers tell the same story", async () => {
    const { answer } = await play({ complete: STORED });
    expect(answer).to.deep.equal({ ...STORED });
  });

  it("sends its own 201 where its token is stale and nothing is stored", async () => {
    expect((await play({ complete: null })).answer).to.deep.equal({ status: 201, body: OWN });
  });

  it("sends the 201 anyway when complete cannot be reached", async () => {
    const { answer, left, goOn } = await play({ complete: timeout });
    expect(answer).to.deep.equal({ status: 201, body: OWN });
    goOn();
    await waitFor("the last try", () => left.length > 0);
    expect(left).to.deep.equal(["complete"]);
  });

  it("completes even where the request's time is used up", async () => {
    expect((await play({ deadlineMs: -1 })).calls).to.include("complete");
  });

  for (const disposition of ["release", "hold"] as const) {
    const rule = disposition === "hold" ? " [D1-IDEM-5]" : "";
    it(`does what the owner says of the key: ${disposition}${rule}`, async () => {
      const run = new DomainError("processing_error", { key: disposition });
      const { calls, error, seen } = await play({ run });
      expect(calls).to.deep.equal(["begin", "run", disposition]);
      expect(seen.token).to.equal(TOKEN);
      expect(error).to.equal(run);
    });

    it(`a ${disposition} that fails never changes the answer`, async () => {
      const run = new DomainError("rate_limit_exceeded", { key: disposition, retryAfterS: 7 });
      const { error, left, goOn } = await play({ run, [disposition]: timeout });
      expect(error).to.equal(run);
      goOn();
      await waitFor("the last try", () => left.length > 0);
      expect(left).to.deep.equal([disposition]);
    });
  }

  for (const [step, run] of [
    ["complete", undefined],
    ["release", new DomainError("processing_error", { key: "release" })],
    ["hold", new DomainError("processing_error", { key: "hold" })],
  ] as const) {
    const how = run === undefined ? {} : { run };

    it(`a ${step} may take what is left of the request's time, and no longer than a step may`, async () => {
      const { seen } = await whileClockStands(() => play({ ...how, deadlineMs: 5_000 }));
      expect(seen.endTimeoutMs).to.equal(5_000);
      const long = await whileClockStands(() => play({ ...how, deadlineMs: 20_000 }));
      expect(long.seen.endTimeoutMs).to.equal(TIME_LADDER.keyStepMs);
      const late = await whileClockStands(() => play({ ...how, deadlineMs: 0 }));
      expect(late.seen.endTimeoutMs).to.equal(250);
    });

    it(`a ${step} that fails goes on behind the answer until it comes off`, async () => {
      const { calls, left, goOn } = await play({ ...how, failures: 3 });
      expect(calls).to.deep.equal(["begin", "run", step]);
      goOn();
      await waitFor("the fourth try", () => calls.length === 6);
      expect(calls).to.deep.equal(["begin", "run", step, step, step, step]);
      expect(left).to.deep.equal([]);
    });
  }

  it("leaves the record open where the owner says nothing of it", async () => {
    const run = new DomainError("internal_error");
    const { calls, error } = await play({ run });
    expect(calls).to.deep.equal(["begin", "run"]);
    expect(error).to.equal(run);
  });

  it("leaves the record open when the transport fails, and says when its lease is over", async () => {
    const { calls, error } = await whileClockStands(() => play({ run: timeout }));
    expect(calls).to.deep.equal(["begin", "run"]);
    expect(error?.type).to.equal("service_unavailable");
    // What is left of 25 s, and the 15 s of the lease behind it.
    expect(error?.retryAfterS).to.equal(40);
  });

  it("frees the key when the call certainly reached nobody", async () => {
    const { calls, error } = await play({ run: nobody });
    expect(calls).to.deep.equal(["begin", "run", "release"]);
    expect([error?.type, error?.retryAfterS]).to.deep.equal(["service_unavailable", 1]);
  });

  it("leaves the record open all the same where an earlier attempt may have made the object", async () => {
    expect((await play({ begin: proceed(true), run: nobody })).calls).to.deep.equal(["begin", "run"]);
  });

  it("passes on a failure to begin", async () => {
    const { calls, outcome } = await play({ begin: timeout });
    expect(calls).to.deep.equal(["begin"]);
    expect(outcome).to.equal(timeout);
  });
});

describe("a create that must be refused", () => {
  const refusal = new DomainError("payment_acceptance_unavailable");

  it("is refused without a record where the key is free", async () => {
    const { calls, error } = await play({ refusal });
    expect(calls).to.deep.equal(["find"]);
    expect(error).to.equal(refusal);
  });

  it("is replayed first", async () => {
    const { calls, answer } = await play({ refusal, find: { kind: "replay", response: STORED } });
    expect(calls).to.deep.equal(["find"]);
    expect(answer?.body).to.equal(STORED.body);
    expect(answer?.headers).to.deep.equal({ "Idempotent-Replayed": "true" });
  });

  for (const [kind, code] of [
    ["reused", "idempotency_key_reused"],
    ["in_use", "idempotency_key_in_use"],
  ] as const) {
    it(`is ${code} first`, async () => {
      expect((await play({ refusal, find: { kind } })).error?.type).to.equal(code);
    });
  }
});
