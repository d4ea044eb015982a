import { expect } from "chai";
import { OPEN_STATUSES, PAYOUT_STATUSES, type PayoutStatus } from "@flowlix/contracts";
import {
  advance,
  IllegalTransition,
  isTerminal,
  newPayout,
  verdictOn,
  type PayoutEvent,
  type PayoutState,
  type Verdict,
} from "../src/lifecycle/payout-lifecycle.ts";

const EVENTS = {
  submitted: { type: "submitted" },
  succeeded: { type: "succeeded" },
  failed: { type: "failed", code: "not_permitted" },
} as const satisfies Record<string, PayoutEvent>;

const stateIn = (status: PayoutStatus): PayoutState => ({
  status,
  failure_code: status === "FAILED" ? "lost_card" : null,
  updated_at: 100,
  completed_at: isTerminal(status) ? 100 : null,
});

/** Every pair: where it leads, and what it means where it leads nowhere. */
const TABLE: Readonly<Record<PayoutStatus, Record<keyof typeof EVENTS, PayoutStatus | Verdict>>> = {
  PENDING: { submitted: "PROCESSING", succeeded: "SUCCEEDED", failed: "FAILED" },
  PROCESSING: { submitted: "same", succeeded: "SUCCEEDED", failed: "FAILED" },
  SUCCEEDED: { submitted: "same", succeeded: "same", failed: "contradiction" },
  FAILED: { submitted: "same", succeeded: "contradiction", failed: "same" },
};

describe("the lifecycle of a Payout", () => {
  for (const status of PAYOUT_STATUSES) {
    for (const [name, event] of Object.entries(EVENTS)) {
      const outcome = TABLE[status][event.type];
      it(`${status}, ${name}: ${outcome}`, () => {
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

  it("is open in no other status than what our books take for open", () => {
    const open = PAYOUT_STATUSES.filter((status) => !isTerminal(status));
    expect(OPEN_STATUSES).to.include.members(open);
  });

  it("begins PENDING, updated when it was made and not completed", () => {
    expect(newPayout(100)).to.deep.equal(stateIn("PENDING"));
  });
});
