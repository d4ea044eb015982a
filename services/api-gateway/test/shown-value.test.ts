import { expect } from "chai";
import { shownValue } from "../src/explain/shown-value.ts";
import { isHarmlessName } from "../src/validation/harmless-name.ts";

const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";
const KEY = `api_test_sk_${"a".repeat(32)}`;
const counted = (text: string) => `a text of ${Array.from(text).length} characters`;

describe("what an error repeats of a request cannot be secret", () => {
  const SECRET: readonly (readonly [what: string, text: string])[] = [
    ["a password in a URL", "https://user:password@shop.example/"],
    ["a password in a URL without a scheme", "//user:password@shop.example/"],
    ["a token in a URL's query", "http://shop.example/return?token=abc"],
    ["a card number in full-width digits", "４２４２４２４２４２４２４２４２"],
    ["a card number in Arabic digits", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"],
    ["a cryptogram", CRYPTOGRAM],
    ["what Base64 makes of a card number", "NDI0MjQyNDI0MjQyNDI0Mg=="],
    ["a header with a token", "Bearer abc"],
    ["the beginning of a private key", "-----BEGIN PRIVATE KEY-----"],
    ["a key", KEY],
  ];
  for (const [what, text] of SECRET)
    it(`${what} is not repeated, wherever it stands`, () => {
      expect(shownValue(text, ["currency"])).to.equal(counted(text));
      const choice = ["payment_method_data", "google_pay", "data", "auth_method"];
      expect(shownValue(text, choice)).to.equal(counted(text));
    });

  for (const path of [
    ["payment_method_data"],
    ["payment_method_data", "type"],
    ["payment_method_data", "card"],
    ["payment_method_data", "apple_pay"],
    ["payment_method_data", "apple_pay", "format"],
    ["destination"],
  ])
    it(`a CVC that was sent as ${path.join(".")} is not repeated`, () => {
      expect(shownValue("987", path)).to.equal(counted("987"));
      expect(shownValue(987, path)).to.equal("a number");
    });

  it("a card number's beginning in the place of a card is not repeated", () => {
    expect(shownValue("424242 x", ["payment_method_data", "card"])).to.equal(counted("424242 x"));
    expect(shownValue("424242 x", ["destination"])).to.equal(counted("424242 x"));
  });

  for (const [what, text, path] of [
    ["an id of another kind", `ref_${"Abc1".repeat(6)}`, ["payment_id"]],
    ["a URL", "http://shop.example/return", ["return_url"]],
    ["an address without @", "ada.shop.example", ["billing_details", "email"]],
    ["a choice", "encrypted", ["payment_method_data", "apple_pay", "format"]],
    ["a way of paying", "card", ["payment_method_data"]],
  ] as const)
    it(`${what} is repeated`, () => {
      expect(shownValue(text, path)).to.equal(`the text "${text}"`);
    });

  for (const name of [KEY, "api_live_sk_x", "whsec_abcdefabcdef"])
    it(`a field is not named after ${name.slice(0, 12)}`, () => {
      expect(isHarmlessName(name)).to.equal(false);
    });
});
