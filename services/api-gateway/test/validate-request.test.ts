import { expect } from "chai";
import { OPERATIONS } from "@flowlix/contracts";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import {
  accepted,
  BODY_INVALID,
  describeOrder,
  describeRows,
  faultOf,
  INVALID,
  MISSING,
  nameOf,
  nullable,
  optional,
  refused,
  required,
  setAt,
  text,
  type Order,
  type Row,
} from "./support/fault-rows.ts";
import { validBody } from "./support/requests.ts";

const validate = createRequestValidator(OPERATIONS.createPayment.body);

const card = "payment_method_data.card";
const browser = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1920,
  screen_height: 1080,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -120,
  java_enabled: false,
};

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  amount: [
    ...required("amount"),
    ...refused("amount", "4999", 49.99, 0, -1, true, [], {}, 9_007_199_254_740_992, 1e21),
    ...accepted("amount", 1, 9_007_199_254_740_991),
  ],
  currency: [
    ...required("currency"),
    ...refused(
      "currency",
      978,
      "",
      "EU",
      "EURO",
      "E1R",
      "EU R",
      "€€€",
      `EUR${" ".repeat(14)}`,
      "eur\u0000",
      "\ud800UR",
    ),
    ...accepted("currency", "eur", " EUR ", "\tGbP\n", "USD", `EUR${" ".repeat(13)}`),
  ],
  payment_method_data: [
    ...required("payment_method_data"),
    ...refused("payment_method_data", "card", [], 1),
    ...required("payment_method_data.type"),
    ...refused("payment_method_data.type", 1, "", "Card", "applePay", "sepa"),
    ["payment_method_data.apple_pay", {}, [BODY_INVALID, "payment_method_data.apple_pay"]],
    ...required(card),
    ...refused(card, "4111111111111111", []),
  ],
  "card.number": [
    ...required(`${card}.number`),
    ...refused(
      `${card}.number`,
      4111111111111111,
      "",
      "41111111111",
      "4".repeat(20),
      "4111 1111 1111 1111",
      "٤".repeat(16),
    ),
    ...accepted(`${card}.number`, "411111111111", "4".repeat(19)),
  ],
  "card.exp_month": [
    ...required(`${card}.exp_month`),
    ...refused(`${card}.exp_month`, "12", 0, 13, 1.5),
    ...accepted(`${card}.exp_month`, 1),
  ],
  "card.exp_year": [
    ...required(`${card}.exp_year`),
    ...refused(`${card}.exp_year`, "2030", 30, 1999, 2100),
    ...accepted(`${card}.exp_year`, 2000, 2099),
  ],
  "card.cvc": [
    ...required(`${card}.cvc`),
    ...refused(`${card}.cvc`, 123, "12", "12345", "12a", ""),
    ...accepted(`${card}.cvc`, "1234", "000"),
  ],
  "card.holder_name": [
    ...required(`${card}.holder_name`),
    ...refused(`${card}.holder_name`, 1, "", "   ", "a\nb", "x".repeat(256), "\udc00"),
    ...accepted(`${card}.holder_name`, ` ${"x".repeat(255)} `, "Ærøskøbing 李"),
    [`${card}.format`, "decrypted", [BODY_INVALID, `${card}.format`]],
  ],
  customer_ip_address: [
    ...required("customer_ip_address"),
    ...refused(
      "customer_ip_address",
      1,
      "",
      "::",
      "localhost",
      "203.0.113.7:80",
      "1.2.3.4, 5.6.7.8",
      "fe80::1%eth0",
      "1.2.3",
      "01.2.3.4",
    ),
    ...accepted("customer_ip_address", "2001:db8::1", "::1", "::ffff:203.0.113.7"),
  ],
  merchant_customer_id: [
    ...required("merchant_customer_id"),
    ...refused("merchant_customer_id", "", " \t\n ", "\u00a0"),
    ...text("merchant_customer_id", 255),
    ...accepted("merchant_customer_id", " a ", "é"),
  ],
  return_url: [
    ...required("return_url"),
    ...refused(
      "return_url",
      1,
      "",
      "http://shop.example",
      "shop.example",
      "/x",
      "https://u:p@shop.example",
      "https://",
      `https://shop.example/${"x".repeat(2028)}`,
      "https://shop.example/\u0000",
    ),
    ...accepted(
      "return_url",
      `https://shop.example/${"x".repeat(2027)}`,
      "https://shop.example:8443/r?a=1&b=2#f",
      "HTTPS://SHOP.EXAMPLE",
    ),
  ],
  merchant_reference: [
    ...optional("merchant_reference"),
    ...refused("merchant_reference", "1234567890", 999_999_999, 10_000_000_000, 1234567890.5),
    ...accepted("merchant_reference", 1_000_000_000, 9_999_999_999, MISSING),
  ],
  browser_information: [
    ...optional("browser_information"),
    ...refused("browser_information", "x", []),
    ["browser_information", {}, [BODY_INVALID, "browser_information.accept_header"]],
    ...accepted("browser_information", browser),
    ...Object.keys(browser).flatMap((field): Row[] => [
      ["browser_information", without(field), [BODY_INVALID, `browser_information.${field}`]],
      ["browser_information", { ...browser, [field]: null }, [BODY_INVALID, `browser_information.${field}`]],
    ]),
    ...browserRow("accept_header", "", "x".repeat(2049), 1),
    ...browserRow("javascript_enabled", "true", 1),
    ...browserRow("screen_width", 0, 32_769, "1"),
    ...browserRow("screen_height", 0, 32_769),
    ...browserRow("color_depth", 0, 65),
    ...browserRow("user_agent", "", "x".repeat(2049), "a\u0000"),
    ...browserRow("language", "", "x".repeat(36)),
    ...browserRow("time_zone_offset", -841, 841, 0.5),
    ...browserRow("java_enabled", 0),
    ["browser_information", { ...browser, ip: "1.2.3.4" }, [BODY_INVALID, "browser_information.ip"]],
  ],
  billing_details: [
    ...optional("billing_details"),
    ...refused("billing_details", "x", []),
    ...accepted("billing_details", {}, MISSING),
    ...optional("billing_details.email"),
    ...refused("billing_details.email", "", "x", "a@", 1, `${"x".repeat(250)}@shop.example`),
    ...accepted("billing_details.email", "ada@shop.example"),
    ...nullable("billing_details.first_name"),
    ...text("billing_details.first_name", 255),
    ...accepted("billing_details.first_name", ""),
    ...nullable("billing_details.last_name"),
    ...text("billing_details.last_name", 255),
    ...nullable("billing_details.phone"),
    ...refused("billing_details.phone", "", "442071838750", "+0123", "+1", "+1234567890123456", "+44 20"),
    ...accepted("billing_details.phone", "+442071838750", "+123456789012345", "+12"),
    ...nullable("billing_details.address"),
    ...accepted("billing_details.address", {}),
    ...nullable("billing_details.address.country"),
    ...refused("billing_details.address.country", "", "D", "DEU", "XX", "UK", 1),
    ...accepted("billing_details.address.country", "de", "GB"),
    ...text("billing_details.address.line1", 255),
    ...text("billing_details.address.line2", 255),
    ...text("billing_details.address.city", 100),
    ...text("billing_details.address.state", 100),
    ...text("billing_details.address.postal_code", 32),
    ["billing_details.address.zip", "1", [BODY_INVALID, "billing_details.address.zip"]],
    ["billing_details.company", "1", [BODY_INVALID, "billing_details.company"]],
  ],
  description: [
    ...nullable("description"),
    ...text("description", 500),
    ...accepted("description", "", MISSING),
  ],
};

function without(field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(browser).filter(([name]) => name !== field));
}

function browserRow(field: string, ...values: unknown[]): Row[] {
  return values.map((value) => [
    "browser_information",
    { ...browser, [field]: value },
    [INVALID, `browser_information.${field}`],
  ]);
}

describe("the body of a Direct Payment", () => {
  it("is accepted with the required fields alone", () => {
    expect(faultOf(validate, validBody())).to.equal(undefined);
  });

  describeRows(validate, validBody, ROWS);

  for (const body of [null, [], "x", 1, true]) {
    it(`${JSON.stringify(body)} is request_body_invalid without a param, being no object`, () => {
      expect(faultOf(validate, body)).to.deep.equal([BODY_INVALID]);
    });
  }
});

describe("of several faults the first in the order of the documented field list", () => {
  const orders: readonly Order[] = [
    [
      "an invalid field goes before a later missing one",
      { amount: 0, currency: MISSING },
      [INVALID, "amount"],
    ],
    [
      "a missing field goes before a later invalid one",
      { amount: MISSING, currency: 1 },
      [BODY_INVALID, "amount"],
    ],
    [
      "a nested fault stands in the place of its object",
      { [`${card}.cvc`]: "1", customer_ip_address: "x" },
      [INVALID, `${card}.cvc`],
    ],
    [
      "currency goes before the method",
      { currency: "EURO", payment_method_data: MISSING },
      [INVALID, "currency"],
    ],
    [
      "fields of an object keep their order",
      { [`${card}.cvc`]: MISSING, [`${card}.number`]: "1" },
      [INVALID, `${card}.number`],
    ],
    [
      "an unknown property comes after every field of its object",
      { foo: 1, description: 1 },
      [INVALID, "description"],
    ],
    [
      "an unknown property of a nested object comes before later fields",
      { [`${card}.foo`]: 1, return_url: "x" },
      [BODY_INVALID, `${card}.foo`],
    ],
    [
      "the order of the body does not matter",
      { zzz: 1, aaa: 1, merchant_reference: 1 },
      [INVALID, "merchant_reference"],
    ],
    [
      "an optional field keeps its place",
      { merchant_reference: 1, billing_details: 1 },
      [INVALID, "merchant_reference"],
    ],
    [
      "the type of a method goes before its parts",
      { "payment_method_data.type": null, [card]: null },
      [BODY_INVALID, "payment_method_data.type"],
    ],
  ];
  describeOrder(validate, validBody, orders);
});

describe("an unknown property's name", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["foo", "foo"],
    ["x".repeat(64), "x".repeat(64)],
    ["x".repeat(65), undefined],
    ["4111111111111111", undefined],
    ["card_411111111111", undefined],
    ["a b", undefined],
    ["<script>", undefined],
    ["__proto__", "__proto__"],
    ["\u0000", undefined],
  ];
  for (const [name, param] of cases) {
    it(`${nameOf(name)} is ${param === undefined ? "not echoed" : "named"}`, () => {
      const body: unknown = JSON.parse(
        JSON.stringify(validBody()).replace(/}$/, `,${JSON.stringify(name)}:1}`),
      );
      expect(faultOf(validate, body)).to.deep.equal(
        param === undefined ? [BODY_INVALID] : [BODY_INVALID, param],
      );
    });
  }

  it("that must not be echoed gives way to its object's path", () => {
    const body = setAt(validBody(), "billing_details.address", { "4111111111111111": "x" });
    expect(faultOf(validate, body)).to.deep.equal([BODY_INVALID, "billing_details.address"]);
  });
});
