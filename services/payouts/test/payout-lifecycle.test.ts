import { IllegalTransition } from "@flowlix/engine";
import { expect } from "chai";
import { OPEN_STATUSES, PAYOUT_STATUSES, type PayoutStatus } from "@flowlix/contracts";
import {
  advance,
  type AttemptEnd,
  isTerminal,
  newPayout,
  verdictOn,
  type PayoutState,
  type Verdict,
} from "../src/lifecycle/payout-lifecycle.ts";
import { applyEvent } from "../src/lifecycle/apply-event.ts";
import type { TransferEvent, TransferFact } from "@flowlix/engine";
import { endAttempt } from "../src/lifecycle/end-attempt.ts";

/** Never run: that each marked line is wrong is what the type checker proves. */
export function mistakes(
  [deps, row, , time]: Parameters<typeof applyEvent>,
  state: PayoutState,
  fact: TransferFact,
  end: AttemptEnd,
): void {
  // @ts-expect-error -- what an attempt knows of itself alone is no fact about the order
  const asFact: TransferFact = end;
  // @ts-expect-error -- a fact about the order is no attempt's own
  const asEnd: AttemptEnd = fact;
  // @ts-expect-error -- nor is it taken for one: it contradicts nobody
  verdictOn(state, end);
  // @ts-expect-error -- nor applied again to what another one has recorded
  void applyEvent(deps, row, end, time);
  // @ts-expect-error -- and nobody makes a fact but from what the provider said
  void applyEvent(deps, row, { type: "failed", code: "processor_unavailable" }, time);
  // @ts-expect-error -- and a fact never hangs on an attempt's claim
  void endAttempt(deps, { row, time }, fact);
  void [asFact, asEnd];
}

const TOLD = {
  submitted: { type: "submitted" },
  succeeded: { type: "succeeded" },
  failed: { type: "failed", code: "not_permitted" },
} as const satisfies Record<string, TransferEvent>;

const stateIn = (status: PayoutStatus): PayoutState => ({
  status,
  failure_code: status === "FAILED" ? "lost_card" : null,
  updated_at: 100,
  completed_at: isTerminal(status) ? 100 : null,
});

/** Every pair: where it leads, and what it means where it leads nowhere. */
const TABLE: Readonly<Record<PayoutStatus, Record<keyof typeof TOLD, PayoutStatus | Verdict>>> = {
  PENDING: { submitted: "PROCESSING", succeeded: "SUCCEEDED", failed: "FAILED" },
  PROCESSING: { submitted: "same", succeeded: "SUCCEEDED", failed: "FAILED" },
  SUCCEEDED: { submitted: "same", succeeded: "same", failed: "contradiction" },
  FAILED: { submitted: "same", succeeded: "contradiction", failed: "same" },
};

describe("the lifecycle of a Payout", () => {
  for (const status of PAYOUT_STATUSES) {
    for (const [name, event] of Object.entries(TOLD)) {
      const outcome = TABLE[status][event.type];
      it(`${status}, ${name}: ${outcome} [PO-3]`, () => {
        const state = stateIn(status);
        if (outcome === "same" || outcome === "contradiction") {
          expect(verdictOn(state, event)).to.equal(outcome);
          expect(() => advance(state, event, 200)).to.throw(IllegalTransition);
          return;
        }
        expect(verdictOn(state, event)).to.equal("advance");
        expect(advance(state, event, 200)).to.deep.equal({
          status: outcome,
          failure_code: outcome === "FAILED" ? "not_permitted" : null,
          updated_at: 200,
          completed_at: outcome === "PROCESSING" ? null : 200,
        });
      });
    }
  }

  it("an attempt that executed nothing ends what is PENDING, and nothing else", () => {
    const end = { type: "not_executed", code: "processor_unavailable" } as const;
    expect(advance(stateIn("PENDING"), end, 200)).to.deep.equal({
      status: "FAILED",
      failure_code: "processor_unavailable",
      updated_at: 200,
      completed_at: 200,
    });
    for (const status of PAYOUT_STATUSES.filter((other) => other !== "PENDING"))
      expect(() => advance(stateIn(status), end, 200), status).to.throw(IllegalTransition);
  });

  it("times never run backwards", () => {
    expect(advance(stateIn("PENDING"), { type: "submitted" }, 50)).to.include({ updated_at: 100 });
    expect(advance(stateIn("PROCESSING"), { type: "succeeded" }, 50)).to.include({
      updated_at: 100,
      completed_at: 100,
    });
  });

  it("is open in no other status than what our books take for open", () => {
    const open = PAYOUT_STATUSES.filter((status) => !isTerminal(status));
    expect(OPEN_STATUSES).to.include.members(open);
  });

  it("begins PENDING, updated when it was made and not completed", () => {
    expect(newPayout(100)).to.deep.equal(stateIn("PENDING"));
  });
});
