import { expect } from "chai";
import { Type } from "typebox";
import { identityFields } from "../src/identity.ts";
import { OPERATIONS } from "../src/operations.ts";

const OF_PAYMENTS = [
  "amount",
  "billing_details",
  "currency",
  "customer_ip_address",
  "description",
  "merchant_customer_id",
  "merchant_reference",
  "return_url",
  "statement_descriptor",
] as const;

/** The table of the specification (docs/design/specification.md#idempotency-3). */
const IDENTITIES = {
  createPayment: OF_PAYMENTS,
  createHostedPayment: OF_PAYMENTS,
  createRefund: ["amount", "merchant_reference", "payment_id", "reason"],
  createPayout: [
    "amount",
    "currency",
    "destination",
    "initiator_ip_address",
    "merchant_reference",
    "recipient",
    "sender",
  ],
} as const;

describe("the identity of a create", () => {
  for (const [id, fields] of Object.entries(IDENTITIES))
    it(`of ${id} is made of ${fields.join(", ")} [IDEM-3]`, () => {
      const operation = Object.values(OPERATIONS).find((each) => each.id === id);
      const identity =
        operation !== undefined && "idempotency" in operation ? operation.idempotency.identity : [];
      expect([...identity].sort()).to.deep.equal(fields);
    });

  it("has every field of a body that nobody left out", () => {
    const body = Type.Object({
      amount: Type.Integer(),
      card: Type.String(),
      added: Type.Optional(Type.String()),
    });
    expect(identityFields(body, ["card"])).to.deep.equal(["amount", "added"]);
  });
});
