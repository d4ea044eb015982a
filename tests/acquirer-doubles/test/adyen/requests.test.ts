import { expect } from "chai";
import type { Instrument } from "@flowlix/cards";
import type { Order } from "@flowlix/provider";
import { paymentRequest, refundRequest, transferRequest } from "@flowlix/provider/adyen-requests";
import { skipBecause } from "@flowlix/testkit";
import {
  aCard,
  aGooglePay,
  anApplePay,
  anOrder,
  aPanOnly,
  aPayout,
  aPayoutCard,
  aRefund,
  BROWSER,
  CRYPTOGRAM,
} from "./support.ts";
import { NO_STRUCTURES, recordedRequests, STRUCTURES } from "./structures.ts";

const SETTINGS = { merchant_account: "Shop" };
const request = (instrument: Instrument, order: Partial<Order> = {}, more: object = {}) =>
  paymentRequest(anOrder(order), instrument, { ...SETTINGS, ...more });
/** As it goes over the wire. */
const wire = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value));

describe("what is sent to Adyen", () => {
  for (const [name, instrument, brand] of [
    ["Apple Pay", anApplePay, "applepay"],
    ["Google Pay", aGooglePay, "googlepay"],
  ] as const) {
    it(`has the cryptogram of ${name} in cavv, and never where a scheme's own token has its`, () => {
      const { mpiData, paymentMethod } = wire(request(instrument("05")));
      expect(mpiData).to.deep.equal({
        authenticationResponse: "Y",
        directoryResponse: "Y",
        cavv: CRYPTOGRAM,
        eci: "05",
      });
      expect(paymentMethod).to.include({ type: "scheme", brand });
      expect(JSON.stringify(request(instrument("05")))).not.to.include(
        "tokenAuthenticationVerificationValue",
      );
    });

    it(`has no eci of ${name} that the wallet did not give: none is constant`, () => {
      expect(wire(request(instrument())).mpiData).not.to.have.property("eci");
      expect(wire(request(instrument("07"))).mpiData).to.have.property("eci", "07");
    });

    it(`asks for no challenge of ${name}: the device has asked its owner`, () => {
      expect(request(instrument()).authenticationData).to.deep.equal({ attemptAuthentication: "never" });
    });
  }

  it("takes a card that Google Pay saved as the payer's own: challenged, with neither cryptogram nor brand", () => {
    const sent = wire(request(aPanOnly()));
    expect(sent).not.to.have.property("mpiData");
    expect(sent["paymentMethod"]).to.not.have.any.keys("brand", "cvc");
    expect(sent["authenticationData"]).to.deep.include({ attemptAuthentication: "always" });
  });

  it("asks for 3D Secure by redirect alone, unless the account says never", () => {
    expect(request(aCard()).authenticationData).to.deep.equal({
      attemptAuthentication: "always",
      threeDSRequestData: { nativeThreeDS: "disabled" },
    });
    expect(request(aCard(), {}, { three_d_secure: "never" }).authenticationData).to.deep.equal({
      attemptAuthentication: "never",
    });
  });

  it("has the browser in Adyen's words, the month in two digits, and nothing that nobody gave", () => {
    const sent = wire(request(aCard()));
    expect(sent["browserInfo"]).to.deep.equal({
      acceptHeader: BROWSER.accept_header,
      colorDepth: 24,
      javaEnabled: false,
      javaScriptEnabled: true,
      language: "en-GB",
      screenHeight: 900,
      screenWidth: 1440,
      timeZoneOffset: -60,
      userAgent: "Mozilla/5.0",
    });
    expect(sent["paymentMethod"]).to.include({ expiryMonth: "03", expiryYear: "2030", cvc: "737" });
    expect(sent).to.not.have.any.keys("shopperEmail", "shopperStatement", "captureDelayHours", "mpiData");
  });

  it("has an origin of at most 80 characters or none", () => {
    expect(request(aCard())).to.have.property("origin", "https://pay.example");
    const long = `https://${"a".repeat(60)}.${"b".repeat(20)}.example/return`;
    expect(wire(request(aCard(), { return_url: long }))).not.to.have.property("origin");
  });

  it("has a recipient's name and address as they were given", () => {
    const { cardHolder, cardIdentification } = transferRequest(aPayout(), aPayoutCard(), "BA1").counterparty
      .card;
    expect(cardHolder).to.deep.equal({
      type: "individual",
      firstName: "Ada",
      lastName: "Lovelace",
      address: { line1: "12 St James's Square", city: "London", country: "GB", postalCode: "SW1Y 4JH" },
    });
    expect(wire(cardIdentification)).to.deep.equal({ number: aPayoutCard().number });
    const dated = transferRequest(aPayout(), { ...aPayoutCard(), exp_month: 7, exp_year: 2031 }, "BA1");
    expect(dated.counterparty.card.cardIdentification).to.include({ expiryMonth: "07", expiryYear: "2031" });
  });

  describe("beside what another connector in use sends", () => {
    interface Recorded {
      readonly flow: string;
      readonly variant: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Record<string, unknown>;
    }
    let recorded: readonly Recorded[] = [];
    before(function () {
      if (STRUCTURES === null) skipBecause(this, NO_STRUCTURES);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests below read a part of this file
      recorded = recordedRequests("adyen-recorded-requests.json") as readonly Recorded[];
    });

    /** Paths of the values in one and not in the other, objects within objects by points. */
    const pathsOf = (value: Record<string, unknown>, at = ""): string[] =>
      Object.entries(value).flatMap(([name, part]) =>
        typeof part === "object" && part !== null && Object.keys(part).length > 0
          ? pathsOf(Object.fromEntries(Object.entries(part)), `${at}${name}.`)
          : [`${at}${name}`],
      );
    function differences(flow: string, variant: string, ours: object) {
      const theirs = recorded.find((each) => each.flow === flow && each.variant === variant)?.body ?? {};
      const [mine, other] = [pathsOf(wire(ours)), pathsOf(theirs)];
      return {
        ours: mine.filter((path) => !other.includes(path)).sort(),
        theirs: other.filter((path) => !mine.includes(path)).sort(),
      };
    }

    // Ours: `channel`, `origin` and `authenticationData` are today's words for what they say with executeThreeD; the
    // name on the card is what Adyen's risk rules want. Theirs: an empty shopperName says nothing.
    const EVERYWHERE = ["authenticationData.attemptAuthentication", "channel", "origin"];
    const REDIRECTED = "authenticationData.threeDSRequestData.nativeThreeDS";

    it("a card differs in the words for 3D Secure, the holder's name and the script flag of the browser", () => {
      expect(differences("authorize", "Card", request(aCard()))).to.deep.equal({
        ours: [
          EVERYWHERE[0],
          REDIRECTED,
          "browserInfo.javaScriptEnabled",
          "channel",
          "origin",
          "paymentMethod.holderName",
        ],
        theirs: ["additionalData.executeThreeD", "shopperName"],
      });
    });

    it("Apple Pay differs in that we send the payer's address, and the wallet's name instead of the scheme's", () => {
      const { browser: _none, ...order } = anOrder();
      const ours = paymentRequest(order, anApplePay("05"), SETTINGS);
      expect(differences("authorize", "ApplePayDecrypted", ours)).to.deep.equal({
        ours: [...EVERYWHERE, "shopperIP"],
        theirs: ["additionalData.executeThreeD"],
      });
      expect(ours.paymentMethod).to.include({ brand: "applepay" });
    });

    it("Google Pay differs in nothing else, but for an eci that theirs always has", () => {
      expect(differences("authorize", "GooglePayDecrypted", request(aGooglePay()))).to.deep.equal({
        ours: [EVERYWHERE[0], "browserInfo.javaScriptEnabled", "channel", "origin"],
        theirs: ["additionalData.executeThreeD", "mpiData.eci"],
      });
    });

    it("a refund differs in the reason that theirs makes up", () => {
      const ours = refundRequest(aRefund(anOrder(), "PSP"), "Shop");
      expect(differences("refund", "default", ours)).to.deep.equal({
        ours: [],
        theirs: ["merchantRefundReason"],
      });
    });

    it("has no idempotency header, which ours never goes without", () => {
      expect(recorded).to.have.length.greaterThan(0);
      for (const { headers } of recorded) expect(headers).not.to.have.property("idempotency-key");
    });
  });
});
