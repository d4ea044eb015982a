import { expect } from "chai";
import type { ProviderAdapter } from "@flowlix/provider";
import type { CheckoutDouble, Fault } from "../../src/index.ts";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";
import { aCard, aPayoutCard, call, newOrder, newPayout, newRefund } from "../support/orders.ts";
import { GARBLED, LOST, READ_FAULTS, SUBMIT_FAULTS } from "../support/checkout-faults.ts";

type Kind = "payment" | "refund" | "payout";

/** Something that moves money, with what can be asked of it. */
interface Movement {
  readonly reference: string;
  readonly submit: (
    isRepeat?: boolean,
  ) => Promise<{ readonly outcome: object; readonly providerAtFault: boolean }>;
  readonly read: () => Promise<{ readonly outcome: object; readonly providerAtFault: boolean }>;
}

const SUBMITS: Readonly<Record<Kind, RegExp>> = {
  payment: /\/payments$/,
  refund: /\/refunds$/,
  payout: /\/payments$/,
};

describe("what the adapter of Checkout.com makes of every fault", () => {
  let fixture: CheckoutFixture;
  beforeEach(async () => (fixture = await makeCheckout()));
  afterEach(() => fixture.stop());

  async function make(kind: Kind): Promise<Movement> {
    const { adapter, double } = fixture;
    if (kind === "payment") return paymentOf(adapter);
    if (kind === "payout") {
      const payout = newPayout();
      return {
        reference: payout.reference,
        submit: (isRepeat) => adapter.payouts.submit(payout, aPayoutCard(), call(isRepeat)),
        read: () => adapter.payouts.read(payout, call(), []),
      };
    }
    const charge = newOrder({ amount: 2_000 });
    await adapter.registerAndAuthorise?.(charge, aCard(), call());
    double.clock.advance(LATER_MS);
    const refund = newRefund(charge);
    return {
      reference: refund.reference,
      submit: (isRepeat) => adapter.refunds.submit(refund, call(isRepeat)),
      read: () => adapter.refunds.read(refund, call(), []),
    };
  }

  const plan = (kind: Kind, fault: Fault) =>
    fixture.double.faults.plan({
      match: { method: "POST", pathEnds: kind === "refund" ? "/refunds" : "/payments" },
      fault,
    });
  const executions = (reference: string): number => {
    fixture.double.clock.advance(LATER_MS);
    return fixture.double.book.executions(reference);
  };
  const submissions = (kind: Kind): number =>
    fixture.double.server.seen.filter(({ method, path }) => method === "POST" && SUBMITS[kind].test(path))
      .length;

  for (const kind of ["payment", "refund", "payout"] as const) {
    for (const { name, fault, executed, outcome, isAtFault } of SUBMIT_FAULTS) {
      it(`a ${kind}'s submission, ${name}: ${JSON.stringify(outcome[kind])}; another only reads`, async () => {
        const { reference, submit } = await make(kind);
        plan(kind, fault);
        const sentBefore = submissions(kind);
        expect(await submit()).to.deep.equal({ outcome: outcome[kind], providerAtFault: isAtFault });
        expect(submissions(kind) - sentBefore, "submissions").to.equal(1);

        const again = await submit(true);
        expect(submissions(kind) - sentBefore, "submissions after another one").to.equal(1);
        if (executed) expect(again.outcome).to.include({ kind: "in_progress" });
        else expect(again.outcome).to.deep.equal(LOST);
        expect(executions(reference)).to.equal(executed ? 1 : 0);
      });
    }

    for (const { name, fault, outcome, isAtFault } of READ_FAULTS) {
      it(`a ${kind}'s look-up, ${name}: ${JSON.stringify(outcome)}`, async () => {
        const { submit, read } = await make(kind);
        await submit();
        fixture.double.faults.plan({ match: { method: "GET" }, fault });
        expect(await read()).to.deep.equal({ outcome, providerAtFault: isAtFault });
        expect((await read()).outcome, "the next look-up").to.have.property("kind", "in_progress");
      });
    }

    it(`a ${kind}'s submission and look-up where nobody listens: not executed, and unknown`, async () => {
      const { submit, read } = await make(kind);
      await fixture.double.server.stop();
      const unreachable = { kind: "not_executed", cause: "unreachable" };
      expect(await submit()).to.deep.equal({ outcome: unreachable, providerAtFault: true });
      expect(await read()).to.deep.equal({ outcome: LOST, providerAtFault: true });
      expect((await submit(true)).outcome, "another submission").to.deep.equal(LOST);
      fixture = await makeCheckout();
    });

    it(`a ${kind} under a reference that two payments have: a contradiction, and nothing is chosen`, async () => {
      const { reference, submit, read } = await make(kind);
      await submit();
      const { adapter, double } = fixture;
      if (kind === "refund") {
        // Another refund of the charge, by somebody else, under the same reference.
        const charge = double.book.lines()[0]?.reference ?? "";
        await postRefund(double, double.paymentsOf(charge)[0]?.id ?? "", reference);
      } else {
        double.keys.forget(`/payments ${kind}-${reference}`);
        if (kind === "payout") await adapter.payouts.submit(newPayout({ reference }), aPayoutCard(), call());
        else await adapter.registerAndAuthorise?.(newOrder({ reference }), aCard(), call());
      }
      expect((await read()).outcome).to.deep.equal({ ...GARBLED, contradicts: "reference" });
    });

    it(`a ${kind} of another amount: a contradiction`, async () => {
      const { double } = fixture;
      const { read, submit } = await make(kind);
      await submit();
      const match = { method: "GET", pathEnds: kind === "refund" ? "/actions" : "/payments" };
      double.faults.plan({ match, fault: { kind: "changed", set: { amount: 999 } } });
      expect((await read()).outcome).to.deep.equal({ ...GARBLED, contradicts: "amount" });
    });
  }

  function paymentOf(adapter: ProviderAdapter): Movement {
    const order = newOrder();
    return {
      reference: order.reference,
      submit: async (isRepeat) => {
        const reply = await adapter.registerAndAuthorise?.(order, aCard(), call(isRepeat));
        if (reply === undefined) throw new Error("the adapter submits in one call");
        return reply;
      },
      read: () => adapter.readOrder(order, call(), []),
    };
  }
});

async function postRefund(
  { server, secretKey }: CheckoutDouble,
  payment: string,
  reference: string,
): Promise<void> {
  const answer = await fetch(`${server.url}/payments/${payment}/refunds`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ amount: 1, reference }),
  });
  expect(answer.status).to.equal(202);
}
