import { isDomainError } from "@flowlix/runtime";
import { expect } from "chai";
import * as fc from "fast-check";
import { readJson } from "../src/http/read-json.ts";
import { hasRepeatedName } from "../src/http/repeated-names.ts";

/** What a body is refused with: code, param and explanation; undefined where it is read. */
function refusalOf(text: string): unknown {
  try {
    readJson("application/json", Buffer.from(text));
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [error.type, error.param, error.explanation];
  }
}

const said = (name: string, where: string) =>
  `${name} stands in the body twice, the second time at ${where}. Send each field once.`;

describe("a field that stands twice in an object of a body is request_body_invalid [D1-3]", () => {
  const rows: readonly (readonly [where: string, text: string, param: string | undefined, said: string])[] = [
    ["in the body itself", '{"amount":1,"amount":2}', "amount", said("amount", "line 1, column 13")],
    ["with one value", '{"amount":1,"amount":1}', "amount", said("amount", "line 1, column 13")],
    [
      "in an object of it, on another line",
      '{"card":\n {"cvc": "123",\n  "cvc": "124"}}',
      "card.cvc",
      said("card.cvc", "line 3, column 3"),
    ],
    [
      "in an object of a list",
      '{"list":[{"a":1},{"a":1,"a":2}]}',
      "list.1.a",
      said("list.1.a", "line 1, column 25"),
    ],
    ["written once with an escape", '{"a":1,"\\u0061":2}', "a", said("a", "line 1, column 8")],
    ["beside a text with quotes and colons", '{"a":"\\\\\\":,","a":2}', "a", said("a", "line 1, column 15")],
    [
      "by a name that objects have already",
      '{"__proto__":1,"__proto__":2}',
      "__proto__",
      "line 1, column 16",
    ],
    ["by a name that may be secret", `{"${"4".repeat(16)}":1,"${"4".repeat(16)}":2}`, undefined, "A field"],
    [
      "below a name that may be secret",
      `{"a":{"${"4".repeat(16)}":{"b":1,"b":2}}}`,
      "a",
      said("A field", "line 1, column 33"),
    ],
    [
      "deeper than any field lies",
      `${'{"a":'.repeat(10_000)}{"b":1,"b":2}${"}".repeat(10_000)}`,
      "a.a.a.a.a.a.a.a.a.a",
      said("A field", "line 1, column 50008"),
    ],
  ];
  for (const [where, text, param, explanation] of rows)
    it(where, () => {
      const [code, named, told] = [refusalOf(text)].flat();
      expect([code, named]).to.deep.equal(["request_body_invalid", param]);
      expect(told).to.be.a("string").and.contain(explanation);
    });
});

describe("whether a field stands twice in a JSON text", () => {
  /** Of a JSON value the same text with the first field of its first object once more. */
  const withRepeat = (text: string): string =>
    text.replace(/\{("(?:[^"\\]|\\.)*")/, (whole, name: string) => `{${name}:"","a":[],${whole.slice(1)}`);

  it("is no for whatever a value is written as", () => {
    const values = fc.json({ noUnicodeString: false });
    fc.assert(fc.property(values, (text) => !hasRepeatedName(text, JSON.parse(text))));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, "\t");
        return !hasRepeatedName(text, JSON.parse(text));
      }),
    );
  });

  it("is yes for whatever stands beside that field", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(objects, (value) => {
        const text = withRepeat(JSON.stringify(value));
        return hasRepeatedName(text, JSON.parse(text));
      }),
    );
  });
});
