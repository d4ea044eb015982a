import { expect } from "chai";
import type { FailureCode } from "@flowlix/contracts";
import { cardRefusalOf, failureOf, refundRefusalOf } from "../src/checkout/response-codes.ts";

/** The table of docs/acquirers/checkout.md#codes. */
const TABLE: readonly (readonly [becomes: FailureCode, codes: string])[] = [
  ["issuer_declined", "20001 20002 20063 200N7 200R1 200R3 30004"],
  ["do_not_honor", "20005"],
  ["invalid_number", "20014 30015"],
  ["invalid_amount", "20013"],
  ["insufficient_funds", "20051"],
  ["expired_card", "20054"],
  ["invalid_expiry", "20100"],
  ["not_permitted", "20057 20062 20078 20182 50001 50150"],
  ["suspect_fraud", "20059 20183"],
  ["cardholder_limit", "20061"],
  ["card_velocity_exceeded", "20065"],
  ["three_d_secure_not_supported", "20150"],
  ["three_d_secure_failed", "20151 20154"],
  ["three_d_secure_timeout", "20152"],
  ["three_d_secure_error", "20153"],
  ["lost_card", "30041"],
  ["stolen_card", "30043"],
  ["fraud_filter", "40101 40201"],
  ["processor_error", "20003 20068 20088"],
  ["generic_decline", "20999 30999 10000 4 50 400001 x"],
];

describe("response codes of Checkout.com", () => {
  for (const [becomes, codes] of TABLE)
    it(`${codes} become ${becomes}`, () => {
      for (const code of codes.split(" ")) expect(failureOf(code), code).to.equal(becomes);
    });

  it("none is a generic decline: it failed all the same", () => {
    expect(failureOf(undefined)).to.equal("generic_decline");
  });

  it("a refusal of a request is about the card or the charge only where its words say so", () => {
    expect(cardRefusalOf(["amount_invalid", "card_number_invalid"])).to.equal("invalid_number");
    expect(cardRefusalOf(["card_expired"])).to.equal("expired_card");
    expect(cardRefusalOf(["processing_channel_id_invalid"])).to.equal(undefined);
    expect(refundRefusalOf(["refund_amount_exceeds_balance"])).to.equal("invalid_amount");
    expect(refundRefusalOf(["payment_not_refundable"])).to.equal("not_permitted");
    expect(refundRefusalOf(["card_expired"])).to.equal(undefined);
  });
});
