import { IllegalTransition } from "@flowlix/engine";
import { expect } from "chai";
import { FAILURE_CODES, OPEN_STATUSES, PAYMENT_STATUSES } from "@flowlix/contracts";
import {
  advance,
  isTerminal,
  nextStatus,
  verdictOn,
  type PaymentEvent,
  type PaymentState,
} from "../src/lifecycle/payment-lifecycle.ts";

const NONE = {
  requires_action_at: null,
  processing_at: null,
  succeeded_at: null,
  failed_at: null,
  expired_at: null,
};
const URL_A = "https://acquirer.example/challenge/a";

const ACTION = {
  type: "action_required",
  reason: "three_d_secure",
  url: URL_A,
  expiresAtMs: 900_000,
} as const;

const EVENTS: readonly PaymentEvent[] = [
  ACTION,
  { type: "submitted" },
  { type: "succeeded" },
  { type: "failed", code: "insufficient_funds" },
  { type: "card_declined", code: "insufficient_funds", url: "https://pay.example/pay/x" },
  { type: "action_expired" },
];

/** Status × event, one line a status; `-` never happens. The committed truth of what a Payment can do. */
const TABLE = `
                  action_required  submitted   succeeded  failed  card_declined    action_expired
PENDING           REQUIRES_ACTION  PROCESSING  SUCCEEDED  FAILED  -                -
REQUIRES_ACTION   REQUIRES_ACTION  PROCESSING  SUCCEEDED  FAILED  REQUIRES_ACTION  EXPIRED
PROCESSING        REQUIRES_ACTION  -           SUCCEEDED  FAILED  -                -
SUCCEEDED         -                -           -          -       -                -
FAILED            -                -           -          -       -                -
EXPIRED           -                -           -          -       -                -`;

function stateIn(status: PaymentState["status"]): PaymentState {
  return {
    status,
    failure_code: status === "FAILED" ? "do_not_honor" : null,
    next_action:
      status === "REQUIRES_ACTION"
        ? { reason: "three_d_secure", url: "https://acquirer.example/challenge/old" }
        : null,
    action_expires_at_ms: status === "REQUIRES_ACTION" ? 500_000 : null,
    transitions: NONE,
  };
}

const [header = "", ...rows] = TABLE.trim().split("\n");
const columns = header.trim().split(/\s+/);

describe("the lifecycle of a Payment", () => {
  it("has a row for every status and a column for every event [PAY-2]", () => {
    expect(rows.map((row) => row.trim().split(/\s+/)[0])).to.deep.equal([...PAYMENT_STATUSES]);
    expect(columns).to.deep.equal(EVENTS.map(({ type }) => type));
  });

  for (const row of rows) {
    const [status = "", ...cells] = row.trim().split(/\s+/);
    const from = PAYMENT_STATUSES.find((candidate) => candidate === status);
    for (const [index, cell] of cells.entries()) {
      const event = EVENTS[index];
      if (from === undefined || event === undefined) continue;
      it(`${status} × ${event.type} → ${cell === "-" ? "refused" : cell}`, () => {
        expect(nextStatus(from, event.type)).to.equal(cell === "-" ? null : cell);
        if (cell === "-") expect(() => advance(stateIn(from), event, 100)).to.throw(IllegalTransition);
        else expect(advance(stateIn(from), event, 100).status).to.equal(cell);
      });
    }
  }

  it("is open in no other status than what our books take for open", () => {
    const open = PAYMENT_STATUSES.filter((status) => !isTerminal(status));
    expect(open).to.have.members(OPEN_STATUSES);
  });

  it("ends with SUCCEEDED, FAILED and EXPIRED and with nothing else [STATE-1, STATE-9]", () => {
    expect(PAYMENT_STATUSES.filter(isTerminal)).to.deep.equal(["SUCCEEDED", "FAILED", "EXPIRED"]);
  });

  it("stamps the time a status is first entered and keeps it [PAY-7, D2-15]", () => {
    const first = advance(stateIn("PENDING"), ACTION, 100);
    const again = advance(first, { ...ACTION, url: "https://b.example" }, 200);
    expect(again.transitions.requires_action_at).to.equal(100);
    expect(advance(again, { type: "succeeded" }, 300).transitions).to.deep.equal({
      ...NONE,
      requires_action_at: 100,
      succeeded_at: 300,
    });
  });

  it("has a failure code only when FAILED and a next action only while REQUIRES_ACTION [PAY-5, PAY-9, D2-16]", () => {
    for (const from of PAYMENT_STATUSES) {
      for (const event of EVENTS) {
        if (nextStatus(from, event.type) === null) continue;
        const next = advance(stateIn(from), event, 1);
        expect(next.failure_code !== null, `${from} ${event.type}`).to.equal(next.status === "FAILED");
        expect(next.next_action !== null, `${from} ${event.type}`).to.equal(
          next.status === "REQUIRES_ACTION",
        );
      }
    }
  });

  it("keeps every failure code a provider can report [FAIL-1]", () => {
    for (const code of FAILURE_CODES)
      expect(advance(stateIn("PENDING"), { type: "failed", code }, 1).failure_code).to.equal(code);
  });

  it("neither extends nor shortens a step's time by a new URL or a retry [D10-13]", () => {
    for (const expiresAtMs of [900_000, 100_000]) {
      const state = advance(stateIn("REQUIRES_ACTION"), { ...ACTION, expiresAtMs }, 1);
      expect(state.action_expires_at_ms).to.equal(500_000);
    }
  });

  it("lets the earlier of two steps' expiries count: the page's and the challenge's", () => {
    const page: PaymentState = {
      ...stateIn("REQUIRES_ACTION"),
      next_action: { reason: "hosted_payment_page", url: "https://pay.example/pay/1" },
    };
    expect(advance(page, ACTION, 1).action_expires_at_ms).to.equal(500_000);
    expect(advance(page, { ...ACTION, expiresAtMs: 100_000 }, 1).action_expires_at_ms).to.equal(100_000);
  });

  const verdicts: readonly [PaymentState["status"], PaymentEvent, string][] = [
    ["SUCCEEDED", { type: "succeeded" }, "same"],
    ["SUCCEEDED", { type: "submitted" }, "same"],
    ["SUCCEEDED", { type: "failed", code: "do_not_honor" }, "contradiction"],
    ["SUCCEEDED", { type: "action_expired" }, "contradiction"],
    ["FAILED", { type: "failed", code: "insufficient_funds" }, "same"],
    ["FAILED", { type: "action_expired" }, "same"],
    ["FAILED", { type: "succeeded" }, "contradiction"],
    ["EXPIRED", { type: "action_expired" }, "same"],
    ["EXPIRED", { type: "failed", code: "do_not_honor" }, "same"],
    ["EXPIRED", { type: "succeeded" }, "contradiction"],
    ["PROCESSING", { type: "submitted" }, "same"],
    ["PROCESSING", { type: "action_expired" }, "contradiction"],
    ["PENDING", { type: "action_expired" }, "contradiction"],
    ["PENDING", { type: "succeeded" }, "advance"],
    ["REQUIRES_ACTION", ACTION, "advance"],
  ];
  for (const [status, event, verdict] of verdicts) {
    it(`takes late news "${event.type}" of a ${status} payment as: ${verdict} [D10-10]`, () => {
      expect(verdictOn(stateIn(status), event)).to.equal(verdict);
    });
  }
});
