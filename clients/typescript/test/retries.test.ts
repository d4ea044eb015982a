import { ERROR_CATALOGUE } from "@flowlix/contracts";
import { expect } from "chai";
import { callerOf } from "../src/caller.ts";
import { ApiError, NoAnswerError } from "../src/errors.ts";
import { failureOf, scripted, type Step } from "./support/scripted.ts";

const PAYMENT = { id: "pay_1", status: "SUCCEEDED" };
const MADE: Step = { status: 201, body: PAYMENT };
const keysOf = (sent: readonly { readonly headers: Readonly<Record<string, string>> }[]) =>
  new Set(sent.map(({ headers }) => headers["idempotency-key"]));

describe("a create", () => {
  for (const [code, { status, retry }] of Object.entries(ERROR_CATALOGUE)) {
    if (retry === "later")
      it(`is repeated after ${status} ${code}, with the same key and the same body`, async () => {
        const { settings, sent } = scripted([{ status, code }, { status, code }, MADE]);
        expect(await callerOf(settings).make("/v1/payments", { amount: 1 })).to.deep.equal(PAYMENT);
        expect(sent).to.have.lengthOf(3);
        expect(keysOf(sent).size).to.equal(1);
        expect(new Set(sent.map(({ body }) => body)).size).to.equal(1);
      });
    else
      it(`is not repeated after ${status} ${code}, and the error has that code`, async () => {
        const { settings, sent } = scripted([{ status, code }, MADE]);
        const error = await failureOf(callerOf(settings).make("/v1/payments", {}));
        expect(error)
          .to.be.instanceOf(ApiError)
          .and.include({ code, status, outcomeUnknown: false, tries: 1 });
        expect(sent).to.have.lengthOf(1);
      });
  }

  for (const step of [
    "broken",
    { status: 504, body: "<h1>Gateway</h1>" },
    { status: 201, body: "<html>" },
  ] as const)
    it(`is repeated with the same key where ${JSON.stringify(step)} leaves no answer`, async () => {
      const { settings, sent } = scripted([step, MADE]);
      expect(await callerOf(settings).make("/v1/payments", {})).to.deep.equal(PAYMENT);
      expect(keysOf(sent).size).to.equal(1);
    });

  it("is repeated with the same key after a time-out", async () => {
    const { settings, sent } = scripted(["silent", MADE]);
    expect(await callerOf(settings).make("/v1/payments", {}, { timeoutMs: 5 })).to.deep.equal(PAYMENT);
    expect(keysOf(sent).size).to.equal(1);
  });

  it("has another key for each call, and the caller's where one is given", async () => {
    const { settings, sent } = scripted([MADE]);
    const caller = callerOf(settings);
    await caller.make("/v1/payments", {});
    await caller.make("/v1/payments", {});
    await caller.make("/v1/payments", {}, { idempotencyKey: "order 7" });
    expect(keysOf(sent).size).to.equal(3);
    expect(sent[2]?.headers["idempotency-key"]).to.equal("order 7");
  });

  it("whose deadline is over tells its key, and that an object may exist", async () => {
    const { settings, sent, pauses } = scripted(["broken"]);
    const error = await failureOf(callerOf(settings).make("/v1/payments", {}, { deadlineMs: 20_000 }));
    expect(error)
      .to.be.instanceOf(NoAnswerError)
      .and.include({ code: "connection_failed", outcomeUnknown: true });
    expect(Object(error)).to.include({
      idempotencyKey: sent[0]?.headers["idempotency-key"],
      tries: sent.length,
    });
    expect(pauses.reduce((sum, one) => sum + one, 0)).to.be.lessThan(20_000);
  });

  it("tells before each pause what it came to, and nothing of the one that stands", async () => {
    const { settings, sent, pauses } = scripted(["broken"]);
    const told: unknown[] = [];
    const onRepeat = (error: Error) => void told.push(error);
    const options = { deadlineMs: 20_000, onRepeat };
    const error = await failureOf(callerOf(settings).make("/v1/payments", {}, options));
    expect(told)
      .to.have.lengthOf(pauses.length)
      .and.lengthOf(sent.length - 1);
    expect(told).not.to.include(error);
  });

  it("is sent once where its deadline is 0", async () => {
    const { settings, sent } = scripted(["broken", MADE]);
    await failureOf(callerOf(settings).make("/v1/payments", {}, { deadlineMs: 0 }));
    expect(sent).to.have.lengthOf(1);
  });

  it("that once had no answer may have been carried out, whatever is answered then", async () => {
    for (const second of [
      { status: 401, code: "invalid_api_key" },
      { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "100" } },
    ]) {
      const { settings } = scripted(["broken", second]);
      expect(await failureOf(callerOf(settings).make("/v1/payments", {}))).to.include({
        code: second.code,
        outcomeUnknown: true,
      });
    }
  });

  it("that reached nobody was not carried out, and is given up within ten seconds", async () => {
    const { settings, pauses } = scripted(["refused"]);
    expect(await failureOf(callerOf(settings).make("/v1/payments", {}))).to.include({
      code: "connection_failed",
      outcomeUnknown: false,
    });
    expect(pauses.reduce((sum, one) => sum + one, 0)).to.be.within(1_000, 10_000);
  });

  it("whose connection broke after it was made may have been carried out, with the code of an unreached one too", async () => {
    const { settings } = scripted([MADE]);
    for (const [syscall, outcomeUnknown] of [
      ["connect", false],
      ["read", true],
      ["write", true],
    ] as const) {
      const cause = Object.assign(new Error(), { code: "EHOSTUNREACH", syscall });
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
      const call = callerOf({ ...settings, fetch }).make("/v1/payments", {}, { deadlineMs: 0 });
      expect(await failureOf(call), syscall).to.include({ code: "connection_failed", outcomeUnknown });
    }
  });

  it("is repeated as it was first sent, even if the caller changes the object that was passed", async () => {
    const { settings, sent } = scripted(["broken", MADE]);
    const request = { amount: 1 };
    const call = callerOf(settings).make("/v1/payments", request);
    request.amount = 2;
    await call;
    expect(sent.map(({ body }) => body)).to.deep.equal(['{"amount":1}', '{"amount":1}']);
  });

  it("that cannot be written as JSON is a mistake of the program, and nothing is sent", async () => {
    const { settings, sent } = scripted([MADE]);
    expect(await failureOf(callerOf(settings).make("/v1/payments", { amount: 1n }))).to.be.instanceOf(
      TypeError,
    );
    expect(sent).to.have.lengthOf(0);
  });

  it("refuses a key that is none before anything is sent", async () => {
    const { settings, sent } = scripted([MADE]);
    for (const idempotencyKey of ["", "  ", "ä", "a\n", "x".repeat(256)])
      expect(
        await failureOf(callerOf(settings).make("/v1/payments", {}, { idempotencyKey })),
      ).to.be.instanceOf(TypeError);
    expect(sent).to.have.lengthOf(0);
  });

  it("that its signal ends is repeated no more", async () => {
    const { settings, sent } = scripted(["silent"]);
    const ending = new AbortController();
    const call = failureOf(callerOf(settings).make("/v1/payments", {}, { signal: ending.signal }));
    ending.abort();
    expect(await call).to.include({ code: "aborted", outcomeUnknown: true });
    expect(sent).to.have.lengthOf(1);
  });

  it("never follows a redirect", async () => {
    const { settings, sent } = scripted([
      { status: 302, headers: { location: "https://elsewhere.example/" } },
    ]);
    expect(await failureOf(callerOf(settings).make("/v1/payments", {}))).to.include({
      code: "unknown_code",
      status: 302,
    });
    expect(sent.map(({ redirect }) => redirect)).to.deep.equal(["manual"]);
  });
});

describe("pauses between two requests", () => {
  it("are as long as Retry-After says at least, in seconds or as a date", async () => {
    const until = new Date(1_789_300_000_000 + 30_000).toUTCString();
    for (const [value, leastMs] of [
      ["7", 7_000],
      [until, 29_000],
    ] as const) {
      const { settings, pauses } = scripted([
        { status: 503, code: "service_unavailable", headers: { "retry-after": value } },
        MADE,
      ]);
      await callerOf(settings).make("/v1/payments", {});
      expect(pauses[0]).to.be.at.least(leastMs);
    }
  });

  it("that would end after the deadline are not begun", async () => {
    const limited: Step = { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "120" } };
    const { settings, pauses } = scripted([limited, MADE]);
    const error = await failureOf(callerOf(settings).make("/v1/payments", {}));
    expect(error).to.include({ code: "rate_limit_exceeded", retryAfterMs: 120_000, outcomeUnknown: false });
    expect(pauses).to.deep.equal([]);
  });

  it("grow, and none is longer than eight seconds", async () => {
    const { settings, pauses } = scripted(["broken"]);
    await failureOf(callerOf(settings).make("/v1/payments", {}));
    for (const [index, pause] of pauses.entries()) {
      const full = Math.min(8_000, 500 * 2 ** index);
      expect(pause).to.be.within(full / 2, full);
    }
    expect(pauses).to.have.length.above(8);
  });
});

describe("what has no idempotency key", () => {
  it("is not sent again where an answer is lost, unless repeating changes nothing more", async () => {
    for (const [way, times] of [
      ["post", 1],
      ["patch", 2],
      ["remove", 2],
      ["read", 2],
    ] as const) {
      const { settings, sent } = scripted(["broken", { status: 200 }]);
      const caller = callerOf(settings);
      const call = way === "post" || way === "patch" ? caller[way]("/v1/x", {}) : caller[way]("/v1/x");
      await call.catch(() => undefined);
      expect(sent.length, way).to.equal(times);
      expect(sent[0]?.headers).not.to.have.property("idempotency-key");
    }
  });

  it("is sent again after 429, which did nothing", async () => {
    const { settings, sent } = scripted([{ status: 429, code: "rate_limit_exceeded" }, { status: 200 }]);
    await callerOf(settings).post("/v1/events/evt_1/resend", undefined);
    expect(sent).to.have.lengthOf(2);
  });
});
