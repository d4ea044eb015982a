import { expect } from "chai";
import { idempotencyKeyOf, type KeyedOperation } from "../src/adyen/idempotency-key.ts";
import { failureOfRefusal, failureOfTransfer } from "../src/adyen/refusal-reasons.ts";

const OPERATIONS: readonly KeyedOperation[] = [
  "authorise",
  "details",
  "refund",
  "payout",
  "reverse",
  "cancel",
];
const LONGEST = `pay_${"A".repeat(24)}_10`;

describe("idempotency keys for Adyen", () => {
  it("are derived from reference and operation: no two operations of a reference share one, and a repeat has the same", () => {
    const keys = OPERATIONS.map((operation) => idempotencyKeyOf(operation, LONGEST));
    expect(new Set(keys).size).to.equal(OPERATIONS.length);
    for (const key of keys) expect(key).to.include(LONGEST);
    expect(OPERATIONS.map((operation) => idempotencyKeyOf(operation, LONGEST))).to.deep.equal(keys);
  });

  it("have another one for each result that a payer brings back, and tell nothing of it", () => {
    const [one, other] = ["first result", "second result"].map((result) =>
      idempotencyKeyOf("details", LONGEST, result),
    );
    expect(one).not.to.equal(other);
    expect(one).not.to.include("result");
    expect(idempotencyKeyOf("details", LONGEST, "first result")).to.equal(one);
  });

  it("have at most 64 characters, whatever the reference and the result", () => {
    const references = [LONGEST, `pay_${"B".repeat(60)}`, `pay_${"C".repeat(60)}`];
    const keys = references.flatMap((reference) =>
      OPERATIONS.flatMap((operation) => [
        idempotencyKeyOf(operation, reference),
        idempotencyKeyOf(operation, reference, "r".repeat(4_096)),
      ]),
    );
    for (const key of keys) expect(key).to.match(/^[!-~]{1,64}$/);
    expect(new Set(keys).size).to.equal(keys.length);
  });
});

describe("refusals by Adyen", () => {
  for (const [code, ours] of [
    ["2", "generic_decline"],
    ["3", "issuer_declined"],
    ["4", "processor_error"],
    ["6", "expired_card"],
    ["8", "invalid_number"],
    ["9", "processor_unavailable"],
    ["11", "three_d_secure_failed"],
    ["12", "insufficient_funds"],
    ["20", "fraud_filter"],
    ["31", "suspect_fraud"],
    ["39", "three_d_secure_timeout"],
    ["42", "three_d_secure_error"],
    ["999", "generic_decline"],
    [undefined, "generic_decline"],
  ] as const)
    it(`with code ${code} are ${ours}`, () => {
      expect(failureOfRefusal(code)).to.equal(ours);
    });

  for (const [reason, ours] of [
    ["lostCard", "lost_card"],
    ["stolenCard", "stolen_card"],
    ["notEnoughBalance", "insufficient_funds"],
    ["doNotHonor", "do_not_honor"],
    ["somethingNew", "generic_decline"],
    [undefined, "generic_decline"],
  ] as const)
    it(`of a transfer with reason ${reason} are ${ours}`, () => {
      expect(failureOfTransfer(reason)).to.equal(ours);
    });
});
