import type { TraceEntry } from "@flowlix/contracts";
import { expect } from "chai";
import { withCauses } from "../src/control/trace/causes.ts";

type Facts = TraceEntry["facts"];

const entry = (at_ms: number, part: TraceEntry["part"], what: string, facts: Facts = {}): TraceEntry => ({
  at_ms,
  object_id: "pay_1",
  part,
  what,
  facts,
});
const [CREATES, SYNCS, LATER_REQUESTS] = ["1".repeat(32), "2".repeat(32), "3".repeat(32)];
const submission = entry(10, "call", "authorise", { trace_id: CREATES, request_id: null });
const causesOf = (entries: readonly TraceEntry[]) =>
  withCauses(entries).flatMap(({ what, facts: { cause } }) => (cause === undefined ? [] : [[what, cause]]));

describe("The cause of a move, in the story of an object", () => {
  it("is the create for the first one within a request's time", () => {
    const story = [entry(0, "status", "PENDING"), entry(50, "status", "SUCCEEDED", { trace_id: CREATES })];
    expect(causesOf(story)).to.deep.equal([
      ["PENDING", "create"],
      ["SUCCEEDED", "create"],
    ]);
  });

  for (const call of ["read", "close", "read_refund", "read_payout"])
    it(`is the status sync for the first one, too, where a status sync's ${call} is in its trace`, () => {
      const story = [
        entry(0, "status", "PENDING"),
        submission,
        entry(1_200, "call", call, { trace_id: SYNCS, request_id: null }),
        entry(1_210, "status", "SUCCEEDED", { trace_id: SYNCS }),
      ];
      expect(causesOf(story).at(-1)).to.deep.equal(["SUCCEEDED", "status sync"]);
    });

  it("is the create where a later request of it read the acquirer", () => {
    const story = [
      entry(0, "status", "PENDING"),
      submission,
      entry(900, "call", "read", { trace_id: LATER_REQUESTS, request_id: "req_2" }),
      entry(910, "status", "FAILED", { trace_id: LATER_REQUESTS }),
    ];
    expect(causesOf(story).at(-1)).to.deep.equal(["FAILED", "create"]);
  });

  it("is the create for the first status of a hosted Payment, then the payer, who sent the form, and neither after it", () => {
    const story = [
      entry(0, "status", "REQUIRES_ACTION", { trace_id: CREATES }),
      entry(3_000, "status", "REQUIRES_ACTION", { trace_id: LATER_REQUESTS }),
      entry(9_000, "status", "SUCCEEDED", { trace_id: SYNCS }),
    ];
    expect(causesOf(story)).to.deep.equal([
      ["REQUIRES_ACTION", "create"],
      ["REQUIRES_ACTION", "payer"],
      ["SUCCEEDED", "status sync"],
    ]);
  });

  it("is the status sync for what one read of a hosted Payment whose form was sent, and expiry where none was", () => {
    const begun = entry(0, "status", "REQUIRES_ACTION", { trace_id: CREATES });
    const read = [
      entry(8_000, "call", "read", { trace_id: SYNCS, request_id: null }),
      entry(8_010, "status", "SUCCEEDED", { trace_id: SYNCS }),
    ];
    expect(causesOf([begun, ...read]).at(-1)).to.deep.equal(["SUCCEEDED", "status sync"]);
    const expired = entry(90_000, "status", "EXPIRED", { trace_id: SYNCS });
    expect(causesOf([begun, expired]).at(-1)).to.deep.equal(["EXPIRED", "expiry"]);
  });

  it("is a callback's status sync after one, and expiry where it expired", () => {
    const story = [
      entry(0, "status", "PENDING"),
      entry(5, "status", "REQUIRES_ACTION", { trace_id: CREATES }),
      entry(9, "callback", "succeeded"),
      entry(12, "status", "SUCCEEDED", { trace_id: SYNCS }),
    ];
    expect(causesOf(story).at(-1)).to.deep.equal(["SUCCEEDED", "callback"]);
    expect(causesOf([...story.slice(0, 2), entry(90_000, "status", "EXPIRED")]).at(-1)?.[1]).to.equal(
      "expiry",
    );
  });
});
