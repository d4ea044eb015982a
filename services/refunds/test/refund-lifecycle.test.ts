import { IllegalTransition } from "@flowlix/engine";
import { OPEN_STATUSES } from "@flowlix/contracts";
import { expect } from "chai";
import {
  advance,
  type AttemptEnd,
  isTerminal,
  RECORDED_STATUSES,
  verdictOn,
  type RecordedStatus,
  type RefundState,
  type Verdict,
} from "../src/lifecycle/refund-lifecycle.ts";
import { applyEvent } from "../src/lifecycle/apply-event.ts";
import type { TransferEvent, TransferFact } from "@flowlix/engine";
import { endAttempt } from "../src/lifecycle/end-attempt.ts";

const TOLD: readonly TransferEvent[] = [
  { type: "submitted" },
  { type: "succeeded" },
  { type: "failed", code: "generic_decline" },
];

/** What an attempt knows of itself alone, and where it leads from PENDING, the only status that it ends. */
const ENDS: readonly (readonly [AttemptEnd, Partial<RefundState>])[] = [
  [
    { type: "not_executed", code: "processor_unavailable" },
    { status: "FAILED", failure_code: "processor_unavailable", in_doubt: false, completed_at: 200 },
  ],
  [{ type: "unanswered" }, { status: "PROCESSING", failure_code: null, in_doubt: true, completed_at: null }],
];

/** Never run: that each marked line is wrong is what the type checker proves. */
export function mistakes(
  [deps, row, , time]: Parameters<typeof applyEvent>,
  state: RefundState,
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

const stateOf = (status: RecordedStatus, in_doubt = false): RefundState => ({
  status,
  failure_code: status === "FAILED" ? "do_not_honor" : null,
  in_doubt,
  updated_at: 100,
  completed_at: status === "FAILED" || status === "SUCCEEDED" ? 100 : null,
});

/** Every status with every word of the provider's: where it leads, and what it means where it leads nowhere. */
const TABLE: Readonly<Record<RecordedStatus, readonly (RecordedStatus | Verdict)[]>> = {
  PENDING: ["PROCESSING", "SUCCEEDED", "FAILED"],
  PROCESSING: ["same", "SUCCEEDED", "FAILED"],
  SUCCEEDED: ["same", "same", "contradiction"],
  FAILED: ["same", "contradiction", "same"],
  VOIDED: ["contradiction", "contradiction", "same"],
};

describe("the lifecycle of a Refund", () => {
  for (const status of RECORDED_STATUSES) {
    for (const [index, event] of TOLD.entries()) {
      const expected = TABLE[status][index] ?? "";
      it(`${status}, ${JSON.stringify(event)}: ${expected} [RF-4]`, () => {
        const state = stateOf(status);
        if (expected === "same" || expected === "contradiction") {
          expect(verdictOn(state, event)).to.equal(expected);
          expect(() => advance(state, event, 200)).to.throw(IllegalTransition);
        } else {
          expect(verdictOn(state, event)).to.equal("advance");
          expect(advance(state, event, 200)).to.deep.equal({
            status: expected,
            failure_code: event.type === "failed" ? "generic_decline" : null,
            in_doubt: false,
            updated_at: 200,
            completed_at: expected === "PROCESSING" ? null : 200,
          });
        }
      });
    }
  }

  for (const [end, expected] of ENDS) {
    it(`an attempt's own end (${end.type}) moves what is PENDING to ${expected.status}, and nothing else`, () => {
      expect(advance(stateOf("PENDING"), end, 200)).to.deep.equal({ ...expected, updated_at: 200 });
      for (const status of RECORDED_STATUSES.filter((other) => other !== "PENDING"))
        expect(() => advance(stateOf(status), end, 200), status).to.throw(IllegalTransition);
    });
  }

  it("is open in no other status than what our books take for open", () => {
    const open = RECORDED_STATUSES.filter((status) => !isTerminal(status));
    expect(OPEN_STATUSES).to.include.members(open);
  });

  it("a doubt ends with the provider's word alone", () => {
    const state = stateOf("PROCESSING", true);
    expect(verdictOn(state, { type: "submitted" })).to.equal("confirmed");
    expect(advance(state, { type: "succeeded" }, 200).in_doubt).to.equal(false);
  });

  it("times never run backwards [RF-7]", () => {
    expect(advance(stateOf("PENDING"), { type: "succeeded" }, 50)).to.include({
      updated_at: 100,
      completed_at: 100,
    });
  });
});
