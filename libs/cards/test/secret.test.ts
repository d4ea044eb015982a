import { inspect } from "node:util";
import { expect } from "chai";
import { Secret } from "../src/index.ts";

describe("a secret", () => {
  const hidden = "4242424242424242";
  const secret = new Secret({ number: hidden });

  const ways: readonly (readonly [name: string, show: () => string])[] = [
    ["JSON", () => JSON.stringify({ card: secret })],
    ["inspection", () => inspect({ card: secret }, { depth: 9, showHidden: true })],
    ["a template", () => `${secret.toString()} ${String(secret)}`],
    ["concatenation", () => ["card: ", secret].join("")],
    ["its own keys", () => Object.getOwnPropertyNames(secret).join()],
    ["a shallow copy", () => JSON.stringify(Object.assign({}, secret))],
    ["a structured clone", () => inspect(structuredClone(secret), { depth: 9 })],
    ["an error's message", () => new Error(String(secret)).stack ?? ""],
  ];
  for (const [name, show] of ways) {
    it(`does not show itself in ${name}`, () => {
      expect(show()).not.to.contain(hidden);
    });
  }

  it("is read by reveal() alone", () => {
    expect(secret.reveal()).to.deep.equal({ number: hidden });
  });
});
