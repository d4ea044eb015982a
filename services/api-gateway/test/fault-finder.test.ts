import { expect } from "chai";
import * as fc from "fast-check";
import { OPERATIONS, type TSchema } from "@flowlix/contracts";
import { compileSchema, isDomainError } from "@flowlix/runtime";
import { TEST_CRYPTOGRAM } from "@flowlix/testkit";
import { createFaultFinder } from "../src/validation/fault-finder.ts";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import { validBody, validPayoutBody } from "./support/requests.ts";
import { applePay, googlePay3ds, googlePayPanOnly } from "./support/wallets.ts";

const schema: TSchema = OPERATIONS.createPayment.body;
const NAMES = [
  "amount",
  "currency",
  "type",
  "card",
  "google_pay",
  "data",
  "auth_method",
  "cryptogram",
  "number",
  "address",
  "country",
  "email",
  "foo",
  "__proto__",
  "constructor",
];

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "card",
    "apple_pay",
    "google_pay",
    "decrypted",
    "PAN_ONLY",
    TEST_CRYPTOGRAM,
    "05",
    "EUR",
    "4111111111111111",
    "DE",
    "+4420",
    "a@b.example",
    "\ud800",
    "",
  ),
);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie("value"), { maxKeys: 4 }),
})).value;

/** Every place of a valid body that has all optional parts. */
const full = () => ({
  ...validBody(),
  merchant_reference: 1_234_567_890,
  description: "x",
  statement_descriptor: "BOOKS",
  billing_details: { email: "a@b.example", phone: "+4420718387", address: { city: "x", country: "DE" } },
});
/** The same of a Payout. */
const fullPayout = () => {
  const address = { line1: "x", line2: "x", city: "x", state: "x", postal_code: "x", country: "DE" };
  const { destination, recipient, ...rest } = validPayoutBody();
  return {
    ...rest,
    destination: { ...destination, exp_month: 12, exp_year: 2034 },
    recipient: { ...recipient, address },
    sender: { first_name: "Charles", last_name: "Babbage", address },
  };
};
const places = (value: unknown, at: string[] = []): string[][] =>
  typeof value === "object" && value !== null
    ? [at, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...at, name]))]
    : [at];

/** `undefined` leaves the field out. */
function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof body !== "object" || body === null) return value;
  const entries = Object.entries(body).map(
    ([key, inner]) => [key, key === name ? withValue(inner, rest, value) : inner] as const,
  );
  return Object.fromEntries(entries);
}

describe("the finder of the first fault", () => {
  const agreeOn = (of: TSchema) => {
    const isValid = compileSchema(of);
    const findFaults = createFaultFinder(of);
    return (body: unknown): void => {
      const [first] = findFaults(body, []);
      expect(first === undefined).to.equal(isValid(body));
    };
  };
  const payment = agreeOn(schema);
  const payout = agreeOn(OPERATIONS.createPayout.body);
  const bodies: readonly (readonly [name: string, bodyOf: () => object, agree: (body: unknown) => void])[] = [
    ["a card", full, payment],
    ["Apple Pay", applePay, payment],
    ["Google Pay", googlePay3ds, payment],
    ["a card of Google Pay", googlePayPanOnly, payment],
    ["a Payout", fullPayout, payout],
  ];

  it("finds a fault exactly where ajv says that there is one", () => {
    fc.assert(fc.property(anyJson, payment), { numRuns: 500 });
  });

  for (const [name, bodyOf, agree] of bodies) {
    it(`finds a fault exactly where ajv does, with any part of ${name} changed or left out`, () => {
      const mutated = fc
        .tuple(fc.constantFrom(...places(bodyOf())), anyJson)
        .map(([path, value]) => withValue(bodyOf(), path, value));
      fc.assert(fc.property(mutated, agree), { numRuns: 2_000 });
      for (const path of places(bodyOf()).slice(1))
        agree(JSON.parse(JSON.stringify(withValue(bodyOf(), path, undefined))));
      agree(bodyOf());
    });
  }

  it("never answers with anything but the two codes of a body, nor with a value of the client", () => {
    const validate = createRequestValidator(schema);
    const param = /^[A-Za-z0-9_.-]*$/;
    fc.assert(
      fc.property(anyJson, (body) => {
        try {
          validate(body);
        } catch (error) {
          if (!isDomainError(error)) throw error;
          expect(error.type).to.be.oneOf(["request_body_invalid", "parameter_invalid"]);
          expect(error.param ?? "").to.match(param);
          expect(error.faults?.[0]?.param, "the first of all faults").to.equal(error.faults && error.param);
        }
      }),
      { numRuns: 500 },
    );
  });
});
