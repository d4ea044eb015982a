import { askFirstAgainInMs, SYNCS_AT_END_MAX, verifyFirstInMs } from "@flowlix/engine";
import type { AbsentFinality, ReadOutcome } from "@flowlix/provider";
import { expect } from "chai";

const HOUR = 3_600_000;
const SUBMITTED_UNTIL = 1_700_000_000_000;
const PAUSE_MAX = 300_000;

const asked = (
  outcome: ReadOutcome,
  finality: AbsentFinality = "by_close",
  syncCount = 1,
  endedAtMs: number | null = SUBMITTED_UNTIL,
) =>
  askFirstAgainInMs({
    outcome,
    finality,
    endedAtMs,
    submittedBetween: { firstMs: SUBMITTED_UNTIL - 30_000, lastMs: SUBMITTED_UNTIL },
    askedAtMs: SUBMITTED_UNTIL + HOUR,
    syncCount,
  });

describe("an order that the first account did not execute", () => {
  it("is asked about a minute after the end, where there was a first account, and else never", () => {
    expect(verifyFirstInMs({ route: null })).to.equal(null);
    expect(verifyFirstInMs({ route: '{"chosen":"acq_b","candidates":[]}' })).to.equal(null);
    const tried = { provider: "checkout", account: "acq_a", cause: "error" };
    expect(verifyFirstInMs({ route: JSON.stringify({ chosen: "acq_b", instead_of: tried }) })).to.equal(
      60_000,
    );
  });

  const stands: readonly ReadOutcome[] = [
    { kind: "succeeded" },
    { kind: "failed", code: "do_not_honor" },
    { kind: "registered" },
    { kind: "closed" },
    { kind: "undone", reason: "capture_declined" },
    { kind: "unknown", cause: "garbled", contradicts: "amount" },
  ];
  for (const outcome of stands)
    it(`is not asked about again after ${outcome.kind}, which stands`, () => {
      expect(asked(outcome)).to.equal(null);
    });

  const passes: readonly ReadOutcome[] = [
    { kind: "unknown", cause: "lost" },
    { kind: "unknown", cause: "garbled" },
    { kind: "in_progress", stage: "received" },
    { kind: "in_progress", stage: "processing" },
    { kind: "action_required", url: "https://acquirer.example/c" },
  ];
  for (const outcome of passes)
    it(`is asked about within minutes again after ${outcome.kind}, and once a day in the end`, () => {
      expect(asked(outcome)).to.be.within(1, PAUSE_MAX);
      expect(asked(outcome, "by_close", SYNCS_AT_END_MAX)).to.equal(24 * HOUR);
    });

  const absences: readonly [AbsentFinality, boolean][] = [
    ["by_close", false],
    ["never", false],
    [{ afterMs: HOUR / 2 }, false],
    [{ afterMs: 2 * HOUR }, true],
  ];
  for (const [finality, again] of absences)
    it(`is asked about again after an absence only where a later one proves more: ${JSON.stringify(finality)}`, () => {
      const inMs = asked({ kind: "absent" }, finality);
      if (again) expect(inMs).to.be.within(HOUR, HOUR + PAUSE_MAX);
      else expect(inMs).to.equal(null);
    });

  it("is asked about again after an absence that was read sooner than the end had it asked", () => {
    const now = SUBMITTED_UNTIL + HOUR;
    expect(asked({ kind: "absent" }, "by_close", 1, now - 10_000)).to.be.within(50_000, 50_000 + PAUSE_MAX);
    expect(asked({ kind: "absent" }, "by_close", 1, now - 60_000)).to.equal(null);
    expect(asked({ kind: "absent" }, "by_close", 1, null), "its end has it asked").to.equal(null);
  });
});
