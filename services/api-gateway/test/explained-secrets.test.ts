import { OPERATIONS } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { explainJson } from "../src/explain/explain-json.ts";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import { validBody } from "./support/requests.ts";

const validate = createRequestValidator(OPERATIONS.createPayment.body);

/** Everything that is said about a body with these values in it. */
function saidOf(changes: object): string {
  try {
    validate({ ...validBody(), ...changes });
  } catch (error) {
    if (isDomainError(error)) return JSON.stringify([error.explanation, error.faults]);
    throw error;
  }
  throw new Error("it was accepted");
}

describe("an explanation repeats no card number, wherever it was sent", () => {
  const rows: readonly (readonly [string, object])[] = [
    ["in full-width digits", { currency: "４１１１１１１１１１１１１１１１" }],
    ["in Arabic digits", { currency: "٤١١١١١١١١١١١١١١١" }],
    ["as dinars with three decimals", { amount: "378282246310.005", currency: "KWD" }],
    ["as a number with decimals", { amount: 378282246310.05 }],
    ["with blanks between its groups", { currency: "4111 1111 1111 1111" }],
    ["as the name of a field", { "4111111111111111": 1 }],
  ];
  for (const [where, changes] of rows)
    it(where, () => {
      expect(saidOf(changes)).not.to.match(/4[\s]?111|\p{Nd}{12}|４１１１|٤١١١/u);
    });
});

describe("an explanation repeats no API key that was sent as the name of a field", () => {
  it("of the Sandbox or of live mode", () => {
    for (const mode of ["test", "live"])
      expect(saidOf({ [`api_${mode}_sk_${"aB".repeat(16)}`]: 1 })).not.to.contain("aBaB");
  });
});

describe("a text that is no JSON is explained in bounded work", () => {
  const BODY_MAX = 65_536;

  for (const [what, text] of [
    ["arrays", "[".repeat(BODY_MAX)],
    ["objects", '{"a":'.repeat(BODY_MAX / 5)],
    ["arrays that end otherwise", `${"[1,".repeat(BODY_MAX / 4)}}`],
  ] as const)
    it(`also where it is nested as deep as a body allows: ${what}`, () => {
      expect(explainJson(text)).to.equal(
        'The body is not valid JSON: it is nested more than 100 deep. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
      );
    });

  it("also of what stands before a fault", () => {
    const started = performance.now();
    for (const before of [
      "[" + "1, ".repeat(BODY_MAX / 3),
      "[" + " ".repeat(BODY_MAX),
      "[" + "0".repeat(BODY_MAX),
      ",".repeat(BODY_MAX),
    ])
      explainJson(`${before}]`);
    expect(performance.now() - started).to.be.below(2_000);
  });

  it("which ends with the first fault", () => {
    expect(explainJson(`{"a": @ ${"[".repeat(BODY_MAX)}`)).to.equal(
      'The body is not valid JSON at line 1, column 7: JSON does not know this word; texts and names stand in double quotes. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
    );
  });
});
