import { luhnValid } from "@flowlix/cards";
import { DirectPaymentRequest } from "@flowlix/contracts";
import { compileSchema, readConfig, keyRing } from "@flowlix/runtime";
import {
  applePay,
  BAD_CHECK_DIGIT,
  directPaymentRequest,
  fullDirectPaymentRequest,
  googlePay3ds,
  googlePayPanOnly,
  TEST_BROWSER,
  TEST_CARDS,
  TEST_DEVICE_CARD,
  testKeyRing,
  testKeyRingText,
} from "@flowlix/testkit";
import { expect } from "chai";

describe("Builders", () => {
  it("build requests that the contract accepts", () => {
    const validate = compileSchema(DirectPaymentRequest);
    for (const request of [
      directPaymentRequest(),
      fullDirectPaymentRequest(),
      directPaymentRequest({ amount: 1 }),
      directPaymentRequest({ payment_method_data: applePay() }),
      directPaymentRequest({ payment_method_data: googlePay3ds() }),
      directPaymentRequest({ payment_method_data: googlePayPanOnly(), browser_information: TEST_BROWSER }),
    ]) {
      expect(validate(request), JSON.stringify(validate.errors)).to.equal(true);
    }
  });

  it("have cards whose check digit is right, but one", () => {
    const numbers = [...Object.values(TEST_CARDS), TEST_DEVICE_CARD.number];
    expect(numbers.filter((number) => !luhnValid(number))).to.deep.equal([]);
    expect(luhnValid(BAD_CHECK_DIGIT)).to.equal(false);
  });

  it("spell a key ring as the settings read it", () => {
    const read = readConfig({ CARD_KEYS: keyRing() }, { CARD_KEYS: testKeyRingText("k2", "k1") });
    if (!read.ok) throw new Error(read.problems.join());
    const ring = testKeyRing("k2", "k1");
    expect(read.config.CARD_KEYS.active).to.deep.equal(ring.active);
    expect(read.config.CARD_KEYS.byId("k1")).to.deep.equal(ring.byId("k1"));
    expect(ring.ids).to.deep.equal(["k2", "k1"]);
  });
});
