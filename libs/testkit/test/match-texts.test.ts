import { AssertionError, expect } from "chai";

describe("A pattern in a test", () => {
  it("is held against a text", () => {
    expect("given").to.match(/^giv/);
    expect("given").not.to.match(/^un/);
    expect(() => expect("given").to.match(/^un/)).to.throw(AssertionError);
  });

  for (const given of [undefined, null, 7, ["given"], { given: "given" }])
    it(`fails on what is no text: ${JSON.stringify(given)}`, () => {
      expect(() => expect(given).to.match(/./)).to.throw(AssertionError, "expected a text to match");
      expect(() => expect(given).not.to.match(/./)).to.throw(AssertionError, "expected a text to match");
    });

  it("fails with the message of the test, wherever the test gives it", () => {
    const said = "the answer: expected a text to match /./, not undefined";
    expect(() => expect(undefined, "the answer").to.match(/./)).to.throw(AssertionError, said);
    expect(() => expect(undefined).to.match(/./, "the answer")).to.throw(AssertionError, said);
  });
});
