import { expect } from "chai";
import { moveClock, stopClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, withAcquirer, type Answer } from "./support/acquirer.ts";

/** Which amount has which result, written out by hand (docs/design/decisions.md#sandbox-transfers). */
const CODES = "01 05 06 13 14 25 33 41 43 51 54 57 59 61 63 65 78 91 96".split(" ");
const CHARGED = 10_000_000;

type End = readonly [amount: number, first: string, code: string | null, end: string, endCode: string | null];
const processed = (amount: number): End => [amount, "processing", null, "succeeded", null];

const SHARED: readonly End[] = [
  // Any other, and what is special for a payment alone.
  ...[1, 2_500, 100_000, 100_002, 100_099, 103_000, 103_051, 103_098, 103_101, 104_000].map(processed),
  ...[104_002, 104_098, 104_100, 105_002, 105_003, 105_029, 105_099].map(processed),
  ...CODES.map((code): End => [100_000 + Number(code), "failed", code, "failed", code]),
  ...CODES.map((code): End => [104_000 + Number(code), "processing", null, "failed", code]),
  [104_099, "processing", null, "processing", null],
];
const REFUNDS: readonly End[] = [...SHARED, processed(106_000), processed(106_001)];
const PAYOUTS: readonly End[] = [
  ...SHARED,
  [106_000, "succeeded", null, "succeeded", null],
  [106_001, "received", null, "received", null],
];

describe("what the amount of a refund or a payout decides", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  beforeEach("let nothing come due by itself", () => stopClock(database()));
  const facts = (answer: Answer) => {
    const { state, response_code: code } = answer.json();
    return [answer.status, state, code];
  };
  const lost = (call: Promise<Answer>) =>
    call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
  const charge = async (): Promise<string> => {
    const reference = newReference();
    await acquirer().register(reference, CHARGED);
    await acquirer().authorise(reference);
    return reference;
  };

  const kinds = {
    refund: {
      ends: REFUNDS,
      submit: async (reference: string, amount: number) =>
        acquirer().refund(reference, await charge(), amount),
      read: (reference: string) => acquirer().readRefund(reference),
    },
    payout: {
      ends: PAYOUTS,
      submit: (reference: string, amount: number) => acquirer().payout(reference, amount),
      read: (reference: string) => acquirer().readPayout(reference),
    },
  } as const;

  for (const [kind, { ends, submit, read }] of Object.entries(kinds)) {
    it(`comes to what the table says, at once and after two seconds: ${kind}s`, async () => {
      const made = await Promise.all(
        ends.map(async ([amount, first, code]) => {
          const reference = newReference(kind === "refund" ? "ref" : "po");
          expect(facts(await submit(reference, amount)), `${amount}`).to.deep.equal([200, first, code]);
          return reference;
        }),
      );
      await moveClock(database(), 2_000);
      for (const [index, [amount, , , end, code]] of ends.entries()) {
        const reference = made[index] ?? "";
        expect(facts(await read(reference)), `${amount}`).to.deep.equal([200, end, code]);
        const book = await acquirer().book(reference);
        expect(book.map((line) => [line["kind"], line["amount"], line["executions"]])).to.deep.equal(
          end === "succeeded" ? [[kind, amount, 1]] : [],
        );
      }
      await moveClock(database(), 86_400_000);
      const lasting = ends.flatMap(([, first, , end], index) =>
        first === end ? [[index, end] as const] : [],
      );
      for (const [index, end] of lasting)
        expect((await read(made[index] ?? "")).json()["state"]).to.equal(end);
    });

    it(`executes 105098 and loses its answer; the first to ask finds it, and a repetition shows it: ${kind}`, async () => {
      const reference = newReference("ref");
      const charged = await charge();
      const again = () =>
        kind === "refund" ? acquirer().refund(reference, charged, 105_098) : submit(reference, 105_098);
      expect(await lost(again())).to.have.property("code", "UND_ERR_SOCKET");
      expect(facts(await read(reference))).to.deep.equal([200, "succeeded", null]);
      expect(facts(await again())).to.deep.equal([200, "succeeded", null]);
      expect(await acquirer().book(reference)).to.have.length(1);
    });
  }
});
