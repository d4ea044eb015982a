import { OPERATIONS } from "@flowlix/contracts";
import { expect } from "chai";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import { BODY_INVALID, faultOf, INVALID, MISSING, setAt, type Row } from "./support/fault-rows.ts";
import { validRefundBody } from "./support/requests.ts";

const validate = createRequestValidator(OPERATIONS.createRefund.body);

const required = (field: string): Row[] => [
  [field, MISSING, [BODY_INVALID, field]],
  [field, null, [BODY_INVALID, field]],
];

const ROWS: readonly Row[] = [
  ...required("payment_id"),
  ["payment_id", 7, [INVALID, "payment_id"]],
  ["payment_id", "", [INVALID, "payment_id"]],
  ["payment_id", `ref_${"0".repeat(24)}`, [INVALID, "payment_id"]],
  ["payment_id", `pay_${"0".repeat(23)}`, [INVALID, "payment_id"]],
  ["payment_id", `pay_${"0".repeat(24)}\n`, [INVALID, "payment_id"]],
  ...required("amount"),
  ["amount", 0, [INVALID, "amount"]],
  ["amount", -1, [INVALID, "amount"]],
  ["amount", 1.5, [INVALID, "amount"]],
  ["amount", "100", [INVALID, "amount"]],
  ["amount", 2 ** 53, [INVALID, "amount"]],
  ["amount", 1],
  ["amount", 2 ** 53 - 1],
  ...required("reason"),
  ["reason", "", [INVALID, "reason"]],
  ["reason", " \t\u00a0\u2003\n", [INVALID, "reason"]],
  ["reason", 7, [INVALID, "reason"]],
  ["reason", "x".repeat(51), [INVALID, "reason"]],
  ["reason", "x".repeat(50)],
  ["reason", "\u{1f9e6}".repeat(50)],
  ["reason", "\u{1f9e6}".repeat(51), [INVALID, "reason"]],
  ["reason", "a\u0000b", [INVALID, "reason"]],
  ["reason", "\ud800", [INVALID, "reason"]],
  ["reason", " kept as it is "],
  ["merchant_reference", null, [INVALID, "merchant_reference"]],
  ["merchant_reference", 999_999_999, [INVALID, "merchant_reference"]],
  ["merchant_reference", 10_000_000_000, [INVALID, "merchant_reference"]],
  ["merchant_reference", "1234567890", [INVALID, "merchant_reference"]],
  ["merchant_reference", 1_000_000_000],
  ["merchant_reference", 9_999_999_999],
  ["currency", "EUR", [BODY_INVALID, "currency"]],
];

describe("the body of a Refund's create", () => {
  it("is accepted with the three required fields [RF-8]", () => {
    expect(faultOf(validate, validRefundBody())).to.equal(undefined);
  });

  for (const [path, value, fault] of ROWS) {
    const shown = value === MISSING ? "missing" : JSON.stringify(value);
    it(`${path} ${shown} is ${fault === undefined ? "accepted" : fault.join(" at ")} [RF-8]`, () => {
      expect(faultOf(validate, setAt(validRefundBody(), path, value))).to.deep.equal(fault);
    });
  }

  it("of several faults the first in the order of the documented fields is told, unknown fields last", () => {
    const body: Record<string, unknown> = { other: 1, merchant_reference: 1, reason: "", amount: 0 };
    const order = [
      [BODY_INVALID, "payment_id"],
      [INVALID, "amount"],
      [INVALID, "reason"],
      [INVALID, "merchant_reference"],
      [BODY_INVALID, "other"],
    ];
    const good: Record<string, unknown> = { ...validRefundBody(), merchant_reference: 1_234_567_890 };
    for (const fault of order) {
      expect(faultOf(validate, body)).to.deep.equal(fault);
      const [, field = ""] = fault;
      body[field] = good[field];
    }
  });

  it("a body that is no object names no field", () => {
    for (const body of [null, [], "text", 7]) expect(faultOf(validate, body)).to.deep.equal([BODY_INVALID]);
  });
});
