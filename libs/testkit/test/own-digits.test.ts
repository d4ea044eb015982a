import { holdsDigits } from "@flowlix/testkit";
import { expect } from "chai";

describe("digits that are looked for in a text", () => {
  for (const text of ["123", '{"cvc":"123"}', '{"cvc":123}', "code 123.", "cvc=123&x", "a\n123\nb"])
    it(`are found where they stand by themselves: ${JSON.stringify(text)}`, () => {
      expect(holdsDigits(text, "123")).to.equal(true);
    });

  for (const text of ["pay_0U6123T3", "41231", "evt_123", "x123", "123x", "1 23", ""])
    it(`are not found in what is drawn at random: ${JSON.stringify(text)}`, () => {
      expect(holdsDigits(text, "123")).to.equal(false);
    });
});
