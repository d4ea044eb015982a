import type { TraceEntry } from "@flowlix/contracts";
import { expect } from "chai";
import { timelineOf } from "../src/control/trace/timeline.ts";

const T = 1_700_000_000_000;
const entry = (
  ms: number,
  part: TraceEntry["part"],
  what: string,
  facts: TraceEntry["facts"] = {},
  object_id = "pay_1",
): TraceEntry => ({ at_ms: T + ms, object_id, part, what, facts });

const causesOf = (entries: readonly TraceEntry[]) =>
  timelineOf(entries).flatMap(({ part, what, facts }) =>
    part === "status" ? [`${what}: ${String(facts["cause"])}`] : [],
  );

describe("the timeline of an object", () => {
  it("is in the order of the times, and of one moment the cause comes first", () => {
    const reported = timelineOf([
      entry(5, "delivery", "succeeded"),
      entry(3, "event", "payment.succeeded"),
      entry(3, "journal", "capture"),
      entry(1, "status", "PENDING"),
      entry(2, "status", "PENDING", {}, "ref_1"),
      entry(1, "key", "done"),
    ]);
    expect(reported.map(({ part, object_id }) => `${object_id} ${part}`)).to.deep.equal([
      "pay_1 key",
      "pay_1 status",
      "ref_1 status",
      "pay_1 status",
      "pay_1 journal",
      "pay_1 event",
      "pay_1 delivery",
    ]);
  });

  it("has a move at the time of its event, else of what was written with it, though its row knows the second alone", () => {
    const reported = timelineOf([
      entry(0, "status", "PENDING"),
      entry(370, "key", "done"),
      entry(1_000, "status", "REQUIRES_ACTION"),
      entry(1_430, "event", "payment.requires_action", { version: 2, trace_id: "t1" }),
      entry(5_000, "status", "SUCCEEDED", { version: 3 }),
      entry(5_713, "journal", "capture"),
    ]);
    const moves = reported.filter(({ part }) => part === "status");
    expect(moves.map(({ what, at_ms }) => [what, at_ms - T])).to.deep.equal([
      ["PENDING", 370],
      ["REQUIRES_ACTION", 1_430],
      ["SUCCEEDED", 5_713],
    ]);
    expect(moves[1]?.facts).to.include({ version: 2, trace_id: "t1" });
  });

  it("has a status that was told again at the time of its first event", () => {
    const reported = timelineOf([
      entry(0, "status", "PENDING"),
      entry(0, "status", "REQUIRES_ACTION"),
      entry(60, "event", "payment.requires_action"),
      entry(9_000, "callback", "succeeded"),
      entry(9_010, "event", "payment.requires_action"),
    ]);
    const [, entered] = reported.filter(({ part }) => part === "status");
    expect([entered?.at_ms, entered?.facts["cause"]]).to.deep.equal([T + 60, "create"]);
  });

  it("tells a move that only an event knows", () => {
    const reported = timelineOf([
      entry(0, "status", "PENDING"),
      entry(40, "event", "refund.processing", { version: 2 }),
    ]);
    expect(reported.map(({ part, what }) => `${part} ${what}`)).to.include("status PROCESSING");
  });

  it("names the create as the cause of the first move in a request's time, and of what stands in its trace", () => {
    const soon = [entry(0, "status", "PENDING"), entry(60, "event", "payment.succeeded", { trace_id: "t1" })];
    expect(causesOf(soon)).to.deep.equal(["PENDING: create", "SUCCEEDED: create"]);
    const late = [entry(0, "status", "PENDING"), entry(40_000, "status", "SUCCEEDED")];
    expect(causesOf(late)).to.deep.equal(["PENDING: create", "SUCCEEDED: status sync"]);
    const both = [
      entry(0, "event", "payout.pending", { trace_id: "t1" }),
      entry(50, "event", "payout.processing", { trace_id: "t1" }),
      entry(2_500, "event", "payout.succeeded", { trace_id: "t2" }),
    ];
    expect(causesOf(both)).to.deep.equal(["PENDING: create", "PROCESSING: create", "SUCCEEDED: status sync"]);
  });

  it("names a callback that came since the last move, and the end of the payer's time", () => {
    const begun = [entry(0, "status", "PENDING"), entry(50, "event", "payment.requires_action")];
    const called = [
      ...begun,
      entry(9_000, "callback", "succeeded"),
      entry(9_020, "event", "payment.succeeded"),
    ];
    expect(causesOf(called).at(-1)).to.equal("SUCCEEDED: callback");
    expect(causesOf([...begun, entry(9_020, "event", "payment.succeeded")]).at(-1)).to.equal(
      "SUCCEEDED: status sync",
    );
    expect(causesOf([...begun, entry(900_000, "event", "payment.expired")]).at(-1)).to.equal(
      "EXPIRED: expiry",
    );
  });
});
