import { OPEN_STATUSES } from "@flowlix/contracts";
import { expect } from "chai";
import {
  advance,
  IllegalTransition,
  isTerminal,
  RECORDED_STATUSES,
  verdictOn,
  type RecordedStatus,
  type RefundEvent,
  type RefundState,
  type Verdict,
} from "../src/lifecycle/refund-lifecycle.ts";

const EVENTS: readonly RefundEvent[] = [
  { type: "submitted", inDoubt: false },
  { type: "submitted", inDoubt: true },
  { type: "succeeded" },
  { type: "failed", code: "generic_decline" },
];

const stateOf = (status: RecordedStatus, in_doubt = false): RefundState => ({
  status,
  failure_code: status === "FAILED" ? "do_not_honor" : null,
  in_doubt,
  updated_at: 100,
  completed_at: status === "FAILED" || status === "SUCCEEDED" ? 100 : null,
});

/** Every status with every event: where it leads, and what it means where it leads nowhere. */
const TABLE: Readonly<Record<RecordedStatus, readonly (RecordedStatus | Verdict)[]>> = {
  PENDING: ["PROCESSING", "PROCESSING", "SUCCEEDED", "FAILED"],
  PROCESSING: ["same", "same", "SUCCEEDED", "FAILED"],
  SUCCEEDED: ["same", "same", "same", "contradiction"],
  FAILED: ["same", "same", "contradiction", "same"],
  VOIDED: ["contradiction", "contradiction", "contradiction", "same"],
};

describe("the lifecycle of a Refund", () => {
  for (const status of RECORDED_STATUSES) {
    for (const [index, event] of EVENTS.entries()) {
      const expected = TABLE[status][index] ?? "";
      it(`${status}, ${JSON.stringify(event)}: ${expected}`, () => {
        const state = stateOf(status);
        if (expected === "same" || expected === "contradiction") {
          expect(verdictOn(state, event)).to.equal(expected);
          expect(() => advance(state, event, 200)).to.throw(IllegalTransition);
        } else {
          expect(verdictOn(state, event)).to.equal("advance");
          expect(advance(state, event, 200)).to.deep.equal({
            status: expected,
            failure_code: event.type === "failed" ? "generic_decline" : null,
            in_doubt: event.type === "submitted" && event.inDoubt,
            updated_at: 200,
            completed_at: expected === "PROCESSING" ? null : 200,
          });
        }
      });
    }
  }

  it("is open in no other status than what our books take for open", () => {
    const open = RECORDED_STATUSES.filter((status) => !isTerminal(status));
    expect(OPEN_STATUSES).to.include.members(open);
  });

  it("a doubt ends with the provider's word alone", () => {
    const state = stateOf("PROCESSING", true);
    expect(verdictOn(state, { type: "submitted", inDoubt: false })).to.equal("assured");
    expect(verdictOn(state, { type: "submitted", inDoubt: true })).to.equal("same");
    expect(advance(state, { type: "succeeded" }, 200).in_doubt).to.equal(false);
  });

  it("times never run backwards", () => {
    expect(advance(stateOf("PENDING"), { type: "succeeded" }, 50)).to.include({
      updated_at: 100,
      completed_at: 100,
    });
  });
});
