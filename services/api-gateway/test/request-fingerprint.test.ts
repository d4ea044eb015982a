import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { canonicalJson } from "../src/idempotency/canonical-json.ts";
import { createFingerprinter } from "../src/idempotency/request-fingerprint.ts";

const ringKey = (id: string) => ({ id, key: randomBytes(32) });

describe("canonical JSON of an identity [IDEM-8]", () => {
  const same: readonly (readonly [string, unknown, unknown])[] = [
    ["the order of names does not matter", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ["omitted and null are one value", { a: 1 }, { a: 1, b: null }],
    ["an empty object is the same as none", { a: 1 }, { a: 1, b: {} }],
    ["an object of nothing but nulls is the same as none", { a: 1 }, { a: 1, b: { c: null, d: {} } }],
    ["the notation of a number does not matter", { a: JSON.parse("1e3") as unknown }, { a: 1000 }],
  ];
  for (const [name, left, right] of same)
    it(name, () => expect(canonicalJson(left)).to.equal(canonicalJson(right)));

  const different: readonly (readonly [string, unknown, unknown])[] = [
    ["an empty text is a value", { a: "" }, {}],
    ["case counts", { a: "EUR" }, { a: "eur" }],
    ["white space counts", { a: "EUR" }, { a: "EUR " }],
    ["a number is not its text", { a: 1 }, { a: "1" }],
    ["false is a value", { a: false }, {}],
    ["forms of Unicode are not folded", { a: "é" }, { a: "e\u0301" }],
    ["places in a list count", { a: [null, 1] }, { a: [1] }],
    ["names cannot be moved into values", { a: 'b","c":"d' }, { a: "b", c: "d" }],
    ["a member called __proto__ counts", JSON.parse('{"__proto__":{"a":1}}'), {}],
  ];
  for (const [name, left, right] of different)
    it(name, () => expect(canonicalJson(left)).not.to.equal(canonicalJson(right)));
});

describe("the fingerprint of a request", () => {
  const [first, second] = [ringKey("k1"), ringKey("k2")];

  it("is made by every key of the ring, the active one first", () => {
    const prints = createFingerprinter({ active: second, all: [first, second] })("create_payment", {
      amount: 1,
    });
    expect(prints.map((print) => print.key_id)).to.deep.equal(["k2", "k1"]);
    expect(prints.every((print) => /^[0-9a-f]{64}$/.test(print.hash))).to.equal(true);
  });

  it("is recognised after the ring's active key has changed", () => {
    const [before] = createFingerprinter({ active: first, all: [first] })("create_payment", { amount: 1 });
    const after = createFingerprinter({ active: second, all: [second, first] })("create_payment", {
      amount: 1,
    });
    expect(after).to.deep.include(before);
  });

  it("differs between operations and between keys", () => {
    const print = createFingerprinter({ active: first, all: [first] });
    const [payment] = print("create_payment", { amount: 1 });
    const [payout] = print("create_payout", { amount: 1 });
    const [other] = createFingerprinter({ active: second, all: [second] })("create_payment", { amount: 1 });
    expect(new Set([payment?.hash, payout?.hash, other?.hash]).size).to.equal(3);
  });
});
