import { expect } from "chai";
import { stopClock, waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, send, withAcquirer, type Answer } from "./support/acquirer.ts";
import { errorOf } from "./support/requests.ts";

describe("a fault of refunds or payouts", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  beforeEach("let nothing come due by itself", () => stopClock(database()));
  afterEach("take back every fault", () => send(`${acquirer().adminUrl}/faults`, "DELETE"));
  let charged = "";
  before("make a charge", async () => {
    charged = newReference();
    await acquirer().register(charged, 1_000_000);
    await acquirer().authorise(charged);
  });

  interface Kind {
    readonly prefix: "ref" | "po";
    readonly submit: (reference: string) => Promise<Answer>;
    readonly read: (reference: string) => Promise<Answer>;
    readonly cancel: (reference: string) => Promise<Answer>;
  }
  const kinds: Readonly<Record<"refund" | "payout", Kind>> = {
    refund: {
      prefix: "ref",
      submit: (reference) => acquirer().refund(reference, charged, 500),
      read: (reference) => acquirer().readRefund(reference),
      cancel: (reference) => acquirer().cancelRefund(reference, charged, 500),
    },
    payout: {
      prefix: "po",
      submit: (reference) => acquirer().payout(reference, 500),
      read: (reference) => acquirer().readPayout(reference),
      cancel: (reference) => acquirer().cancelPayout(reference, 500),
    },
  };

  for (const [kind, { prefix, submit, read, cancel }] of Object.entries(kinds)) {
    for (const [fault, status, code] of [
      ["fail_before", 500, "not_executed"],
      ["throttle", 429, "throttled"],
      ["unavailable", 503, "unavailable"],
    ] as const) {
      it(`${fault} keeps a ${kind} from being executed, and says so`, async () => {
        const reference = newReference(prefix);
        await acquirer().faults([{ operation: kind, fault }]);
        const answer = await submit(reference);
        expect(answer.status).to.equal(status);
        expect(answer.json()["error"]).to.include({ code, executed: false });
        expect(answer.headers["sandbox-outcome"]).to.equal(undefined);
        expect((await read(reference)).status).to.equal(404);
      });
    }

    it(`lose_answer and garbage execute a ${kind}`, async () => {
      const [lost, garbled] = [newReference(prefix), newReference(prefix)];
      await acquirer().faults([
        { operation: kind, fault: "lose_answer", reference: lost },
        { operation: kind, fault: "garbage", reference: garbled },
      ]);
      expect(await errorOf(submit(lost))).to.equal("UND_ERR_SOCKET");
      const answer = await submit(garbled);
      expect(() => answer.json()).to.throw(SyntaxError);
      for (const reference of [lost, garbled])
        expect((await read(reference)).json()).to.include({ state: "processing", amount: 500 });
    });

    it(`other_amount answers another amount than that of the ${kind}`, async () => {
      const reference = newReference(prefix);
      await acquirer().faults([{ operation: `read_${kind}`, fault: "other_amount", times: 1 }]);
      await submit(reference);
      expect((await read(reference)).json()).to.include({ amount: 501 });
      expect((await read(reference)).json()).to.include({ amount: 500 });
    });

    it(`slow lets a cancellation overtake a ${kind}, which then executes nothing`, async () => {
      const reference = newReference(prefix);
      await acquirer().faults([{ operation: kind, fault: "slow", delay_ms: 120_000, times: 1 }]);
      const late = submit(reference);
      await waitFor(
        "the request to arrive",
        async () => (await send(`${acquirer().adminUrl}/faults`, "GET")).text === '{"rules":[]}',
      );
      expect((await cancel(reference)).json()).to.include({ state: "cancelled" });
      await send(`${acquirer().adminUrl}/faults`, "DELETE");
      expect((await late).json()).to.include({ state: "cancelled" });
    });

    it(`leaves the ${kind} open whose cancellation it keeps from being executed`, async () => {
      const reference = newReference(prefix);
      await acquirer().faults([{ operation: `cancel_${kind}`, fault: "unavailable" }]);
      expect((await cancel(reference)).status).to.equal(503);
      expect((await submit(reference)).json()).to.include({ state: "processing" });
    });
  }
});
