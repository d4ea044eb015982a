import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayout, validPayoutBody } from "./support/requests.ts";

const CARD = "destination.card_number";
const LUHN_BAD = "4111111111111112";

describe("the body of a Payout's create", () => {
  let gateway: TestGateway;
  let apiKey: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const withBody = (changes: object) => ({ ...validPayoutBody(), ...changes });
  const toCard = (card_number: unknown) => withBody({ destination: { card_number } });
  const recipient = (changes: object) =>
    withBody({ recipient: { ...validPayoutBody().recipient, ...changes } });

  const home = (changes: object = {}) => ({
    line1: "1 rue de Rivoli",
    city: "Paris",
    country: "FR",
    ...changes,
  });
  const livingAt = (address: unknown) => recipient({ address });
  const from = (changes: object) =>
    withBody({ sender: { first_name: "Charles", last_name: "Babbage", ...changes } });
  const expiring = (changes: object) =>
    withBody({ destination: { card_number: "4111111111111111", ...changes } });

  const faults: readonly (readonly [rule: string, body: unknown, code: string, param?: string])[] = [
    ["an amount is required", withBody({ amount: undefined }), "request_body_invalid", "amount"],
    ["an amount is at least 1", withBody({ amount: 0 }), "parameter_invalid", "amount"],
    ["an amount is an integer", withBody({ amount: 1.5 }), "parameter_invalid", "amount"],
    ["a currency is required", withBody({ currency: null }), "request_body_invalid", "currency"],
    ["a currency is three letters", withBody({ currency: "EURO" }), "parameter_invalid", "currency"],
    [
      "a reference has ten digits",
      withBody({ merchant_reference: 123 }),
      "parameter_invalid",
      "merchant_reference",
    ],
    [
      "a reference is not null",
      withBody({ merchant_reference: null }),
      "parameter_invalid",
      "merchant_reference",
    ],
    [
      "a destination is required",
      withBody({ destination: undefined }),
      "request_body_invalid",
      "destination",
    ],
    ["a card number is required", withBody({ destination: {} }), "request_body_invalid", CARD],
    ["a card number is a string", toCard(4_111_111_111_111_111), "parameter_invalid", CARD],
    ["a card number has 12 digits at least", toCard("41111111111"), "parameter_invalid", CARD],
    ["a card number has 19 digits at most", toCard("41111111111111111111"), "parameter_invalid", CARD],
    ["a card number has no blanks", toCard("4111 1111 1111 1111"), "parameter_invalid", CARD],
    [
      "a destination has nothing else",
      withBody({ destination: { card_number: "4111111111111111", cvc: "123" } }),
      "request_body_invalid",
      "destination.cvc",
    ],
    [
      "an address is required",
      withBody({ initiator_ip_address: null }),
      "request_body_invalid",
      "initiator_ip_address",
    ],
    [
      "an address is a literal one",
      withBody({ initiator_ip_address: "localhost" }),
      "parameter_invalid",
      "initiator_ip_address",
    ],
    [
      "an address has no zone",
      withBody({ initiator_ip_address: "fe80::1%eth0" }),
      "parameter_invalid",
      "initiator_ip_address",
    ],
    ["a recipient is required", withBody({ recipient: null }), "request_body_invalid", "recipient"],
    ["a country is required", recipient({ country: undefined }), "request_body_invalid", "recipient.country"],
    ["a country exists", recipient({ country: "XX" }), "parameter_invalid", "recipient.country"],
    [
      "a first name is required",
      recipient({ first_name: null }),
      "request_body_invalid",
      "recipient.first_name",
    ],
    [
      "a first name is not blank",
      recipient({ first_name: " \t" }),
      "parameter_invalid",
      "recipient.first_name",
    ],
    ["a last name is not empty", recipient({ last_name: "" }), "parameter_invalid", "recipient.last_name"],
    [
      "a last name has 255 characters at most",
      recipient({ last_name: "\u{1f980}".repeat(256) }),
      "parameter_invalid",
      "recipient.last_name",
    ],
    ["a name has no U+0000", recipient({ last_name: "a\u0000" }), "parameter_invalid", "recipient.last_name"],
    ["a name is Unicode", recipient({ last_name: "a\ud800" }), "parameter_invalid", "recipient.last_name"],
    ["half an expiry is none", expiring({ exp_month: 12 }), "request_body_invalid", "destination.exp_year"],
    ["half an expiry is none", expiring({ exp_year: 2034 }), "request_body_invalid", "destination.exp_month"],
    [
      "a month is a number",
      expiring({ exp_month: "12", exp_year: 2034 }),
      "parameter_invalid",
      "destination.exp_month",
    ],
    [
      "a month is 12 at most",
      expiring({ exp_month: 13, exp_year: 2034 }),
      "parameter_invalid",
      "destination.exp_month",
    ],
    [
      "a year has four digits",
      expiring({ exp_month: 12, exp_year: 34 }),
      "parameter_invalid",
      "destination.exp_year",
    ],
    [
      "an expiry is not null",
      expiring({ exp_month: null, exp_year: null }),
      "request_body_invalid",
      "destination.exp_month",
    ],
    ["an address is not null", livingAt(null), "parameter_invalid", "recipient.address"],
    ["an address is an object", livingAt("Paris"), "parameter_invalid", "recipient.address"],
    [
      "an address has a street",
      livingAt(home({ line1: undefined })),
      "request_body_invalid",
      "recipient.address.line1",
    ],
    ["a street is not blank", livingAt(home({ line1: " " })), "parameter_invalid", "recipient.address.line1"],
    [
      "an address has a city",
      livingAt(home({ city: null })),
      "request_body_invalid",
      "recipient.address.city",
    ],
    [
      "a city has 100 characters at most",
      livingAt(home({ city: "x".repeat(101) })),
      "parameter_invalid",
      "recipient.address.city",
    ],
    ["a state is a text", livingAt(home({ state: 1 })), "parameter_invalid", "recipient.address.state"],
    [
      "a postal code is a text",
      livingAt(home({ postal_code: 75_001 })),
      "parameter_invalid",
      "recipient.address.postal_code",
    ],
    [
      "a postal code has 32 characters at most",
      livingAt(home({ postal_code: "7".repeat(33) })),
      "parameter_invalid",
      "recipient.address.postal_code",
    ],
    [
      "an address has a country",
      livingAt(home({ country: undefined })),
      "request_body_invalid",
      "recipient.address.country",
    ],
    [
      "the country of an address exists",
      livingAt(home({ country: "UK" })),
      "parameter_invalid",
      "recipient.address.country",
    ],
    [
      "an address has nothing else",
      livingAt(home({ zip: "75001" })),
      "request_body_invalid",
      "recipient.address.zip",
    ],
    ["a sender is not null", withBody({ sender: null }), "parameter_invalid", "sender"],
    [
      "a sender has a first name",
      from({ first_name: undefined }),
      "request_body_invalid",
      "sender.first_name",
    ],
    ["a sender's name is not blank", from({ last_name: "\t" }), "parameter_invalid", "sender.last_name"],
    [
      "a sender's address is whole",
      from({ address: home({ line1: undefined }) }),
      "request_body_invalid",
      "sender.address.line1",
    ],
    ["a sender has nothing else", from({ country: "GB" }), "request_body_invalid", "sender.country"],
    [
      "nothing else is there [PO-1]",
      withBody({ return_url: "https://a.example" }),
      "request_body_invalid",
      "return_url",
    ],
    [
      "the first fault in the order of the fields is told",
      { ...recipient({ country: "XX" }), initiator_ip_address: "x", destination: { card_number: "1" } },
      "parameter_invalid",
      CARD,
    ],
  ];
  for (const [rule, body, code, param] of faults) {
    it(`${rule}: 400 ${code} at ${param ?? "nothing"} [PO-6]`, async () => {
      const answer = await createPayout(gateway.url, { apiKey, body });
      expect([answer.status, answer.code, answer.param]).to.deep.equal([400, code, param]);
    });
  }

  it("a name of 255 characters beyond the basic plane is accepted", async () => {
    const answer = await createPayout(gateway.url, {
      apiKey,
      body: recipient({ first_name: "\u{1f980}".repeat(255) }),
    });
    expect(answer.status).to.equal(201);
  });

  const WHOLE = home({ line2: "Apartment 4", state: "Île-de-France", postal_code: "75001" });
  const optional: readonly (readonly [name: string, body: unknown])[] = [
    ["an expiry", expiring({ exp_month: 1, exp_year: 2099 })],
    ["an expiry that is over", expiring({ exp_month: 1, exp_year: 2001 })],
    ["an address of a street, a city and a country", livingAt(home())],
    ["a whole address", livingAt(WHOLE)],
    ["a sender", from({})],
    ["a sender with an address", from({ address: WHOLE })],
  ];
  for (const [name, body] of optional) {
    it(`${name} is accepted [PO-22]`, async () => {
      const answer = await createPayout(gateway.url, { apiKey, body });
      expect(answer.status, answer.text).to.equal(201);
    });
  }

  const cards: readonly (readonly [name: string, number: string, code?: string])[] = [
    ["a Visa card of 16 digits", "4111111111111111"],
    ["a Visa card of 13 digits", "4222222222222"],
    ["a Visa card of 19 digits", "4000000000000000006"],
    ["a Mastercard of the 5-series", "5555555555554444"],
    ["a Mastercard of the 2-series", "2223003122003222"],
    ["the last Mastercard of the 2-series", "2720990000000007"],
    ["a wrong check digit", LUHN_BAD, "invalid_card"],
    ["a Visa card of 15 digits", "411111111111116", "invalid_card"],
    ["a Mastercard of 17 digits", "55555555555555551", "invalid_card"],
    ["a wrong check digit of another brand", "378282246310006", "invalid_card"],
    ["American Express", "378282246310005", "unsupported_card"],
    ["Discover", "6011111111111117", "unsupported_card"],
    ["Maestro", "6759649826438453", "unsupported_card"],
    ["just below the 2-series", "2220990000000002", "unsupported_card"],
    ["just above the 2-series", "2721000000000004", "unsupported_card"],
  ];
  for (const [name, number, code] of cards) {
    it(`${name} is ${code ?? "accepted"} [${code === undefined ? "PO-1" : "PO-7"}]`, async () => {
      const answer = await createPayout(gateway.url, { apiKey, body: toCard(number) });
      const expected = code === undefined ? [201, undefined, undefined] : [422, code, CARD];
      expect([answer.status, answer.code, answer.param]).to.deep.equal(expected);
    });
  }
});
