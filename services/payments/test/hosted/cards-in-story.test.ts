import { acquirersOf, createCallLog, createCallsStore, traceObjects } from "@flowlix/engine";
import type { Instrument } from "@flowlix/cards";
import { createProvider, PROVIDER_LIMITS } from "@flowlix/provider";
import { createLogger, createMetrics } from "@flowlix/runtime";
import { quietLoop, testCard } from "@flowlix/testkit";
import { expect } from "chai";
import { atFault, fakeAdapter, healthy, type Script } from "../../../../libs/provider/test/fake-adapter.ts";
import { tracedPayments } from "../../src/trace/traced-payments.ts";
import { hostedPage } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

type Answer = ReturnType<NonNullable<Script["both"]>>;

const DECLINED = healthy({ kind: "failed", code: "insufficient_funds" } as const);
const SUCCEEDED = healthy({ kind: "succeeded" } as const);

/** Statuses and declines that a card leads to. */
const TOLD = ["card declined", "FAILED", "SUCCEEDED"];

const [VISA, MASTERCARD] = ["4111111111111111", "5555555555554444"];
const cardOf = (number: string): { readonly instrument: Instrument } => ({
  instrument: { kind: "card", card: testCard({ number }) },
});

describe("the cards in the story of a Payment that takes several", () => {
  const given = withPayments();

  /** A page at an acquirer that answers so, one submit after the other, with its calls kept. */
  async function pageAt(answers: readonly Answer[], card_attempts: number | undefined) {
    const { pool } = given();
    const log = createCallLog(
      {
        loops: { add: () => quietLoop, failing: () => [] },
        logger: createLogger({ service: "payments", instance: "test", level: "silent" }),
        metrics: createMetrics({ processMetrics: false }),
        store: createCallsStore(pool, "payments"),
      },
      "payments",
    );
    const left = [...answers];
    const port = createProvider({
      adapter: fakeAdapter({
        both: () => left.shift() ?? expect.fail("nothing more was to be sent"),
      }),
      limits: { ...PROVIDER_LIMITS, tries: 1 },
      pause: async () => undefined,
      observe: (call) => log.note(call, { provider: "fake", account: null, livemode: false }),
    });
    const under = { ...given(), deps: { ...given().deps, acquirers: acquirersOf([port]) } };
    const page = await hostedPage(under, card_attempts === undefined ? {} : { card_attempts });
    const recorded = async () => {
      await log.flush();
      return traceObjects(pool, "payments", tracedPayments, [page.id]);
    };
    return {
      ...page,
      recorded,
      /** What is told of cards at each call, decline and end. */
      story: async () =>
        (await recorded()).entries
          .filter(({ part, what }) => part === "call" || TOLD.includes(what))
          .map(({ part, what, facts: { attempt, brand, last4 } }) =>
            [part === "call" ? "call" : what, attempt, brand, last4].join(" ").trim(),
          )
          .toSorted(),
    };
  }

  it("stand in a story that begins with REQUIRES_ACTION: a hosted Payment is never PENDING", async () => {
    const { submit, recorded } = await pageAt([SUCCEEDED], undefined);
    await submit(cardOf(VISA));
    const { entries } = await recorded();
    expect(entries.filter(({ part }) => part === "status").map(({ what }) => what)).to.deep.equal([
      "REQUIRES_ACTION",
      "SUCCEEDED",
    ]);
  });

  it("are said at each call of the acquirer, each decline and the end: attempt, brand and last four digits", async () => {
    const { submit, story } = await pageAt([DECLINED, DECLINED, SUCCEEDED], 3);
    await submit(cardOf(VISA));
    await submit(cardOf(MASTERCARD));
    await submit(cardOf(VISA));
    expect(await story()).to.deep.equal([
      "SUCCEEDED 3 visa 1111",
      "call 1 visa 1111",
      "call 2 mastercard 4444",
      "call 3 visa 1111",
      "card declined 1 visa 1111",
      "card declined 2 mastercard 4444",
    ]);
  });

  it("are not said of a call that executed nothing once the payer gave another card for the same attempt", async () => {
    const unreached = atFault({ kind: "not_executed", cause: "unreachable" } as const);
    const { submit, story } = await pageAt([unreached, SUCCEEDED], 3);
    await submit(cardOf(VISA));
    expect(await story(), "no card was sent").to.deep.equal(["call 1"]);
    await submit(cardOf(MASTERCARD));
    expect(await story()).to.deep.equal(["SUCCEEDED 1 mastercard 4444", "call 1", "call 1 mastercard 4444"]);
  });

  it("are said of a call whose answer was lost, as long as no other card can have been given for its attempt", async () => {
    const lost = atFault({ kind: "unknown", cause: "lost" } as const);
    const { submit, story } = await pageAt([DECLINED, lost], 3);
    await submit(cardOf(VISA));
    await submit(cardOf(MASTERCARD));
    expect(await story()).to.deep.equal([
      "call 1 visa 1111",
      "call 2 mastercard 4444",
      "card declined 1 visa 1111",
    ]);
  });

  it("are left out where it takes one card alone", async () => {
    const { submit, story } = await pageAt([SUCCEEDED], undefined);
    await submit(cardOf(VISA));
    expect(await story()).to.deep.equal(["SUCCEEDED", "call"]);
  });

  it("are never told with more than these: no number, no expiry, no holder, no CVC", async () => {
    const { id, submit, recorded } = await pageAt([DECLINED, SUCCEEDED], 3);
    await submit(cardOf(VISA));
    await submit(cardOf(MASTERCARD));
    const text = JSON.stringify(await recorded()).replaceAll(id, "");
    const { exp_year, cvc, holder_name } = testCard();
    for (const secret of [VISA, MASTERCARD, VISA.slice(0, 6), String(exp_year), holder_name, `"${cvc}"`])
      expect(text, secret).not.to.contain(secret);
  });
});
