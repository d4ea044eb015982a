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
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "`amount`: int64 in minor units, required, minimum 1 [CUR-1, IN-2, LIM-2, D1-12]": [
    ...required("amount"),
    ...refused("amount", "4999", 49.99, 0, -1, true, [], {}, 9_007_199_254_740_992, 1e21),
    ...accepted("amount", 1, 9_007_199_254_740_991),
  ],
  "`currency`: three letters, 3 to 16 characters as sent, optional surrounding whitespace, any case [CUR-2, IN-3, CUR-5, VER-3]":
    [
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
  "`payment_method_data`: exactly one method, selected by `type` [IN-4]": [
    ...required("payment_method_data"),
    ...refused("payment_method_data", "card", [], 1),
    ...required("payment_method_data.type"),
    ...refused("payment_method_data.type", 1, "", "Card", "applePay", "sepa"),
    ["payment_method_data.apple_pay", {}, [BODY_INVALID, "payment_method_data.apple_pay"]],
    ...required(card),
    ...refused(card, "4111111111111111", []),
  ],
  "`card.number`: a string of 12 to 19 ASCII digits [IN-17, D2-1]": [
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
  "`card.exp_month`: an integer 1 to 12 [IN-17, D2-3]": [
    ...required(`${card}.exp_month`),
    ...refused(`${card}.exp_month`, "12", 0, 13, 1.5),
    ...accepted(`${card}.exp_month`, 1),
  ],
  "`card.exp_year`: an integer of four digits 2000 to 2099 [IN-17, D2-3]": [
    ...required(`${card}.exp_year`),
    ...refused(`${card}.exp_year`, "2030", 30, 1999, 2100),
    ...accepted(`${card}.exp_year`, 2000, 2099),
  ],
  "`card.cvc`: a string of 3 or 4 digits, required for `card` [IN-17, D2-6]": [
    ...required(`${card}.cvc`),
    ...refused(`${card}.cvc`, 123, "12", "12345", "12a", ""),
    ...accepted(`${card}.cvc`, "1234", "000"),
  ],
  "`card.holder_name`: 1 to 255 characters after trimming, no control characters, required for `card` [IN-17, D2-7]":
    [
      ...required(`${card}.holder_name`),
      ...refused(`${card}.holder_name`, 1, "", "   ", "a\nb", "x".repeat(256), "\udc00"),
      ...accepted(`${card}.holder_name`, ` ${"x".repeat(255)} `, "Ærøskøbing 李"),
      [`${card}.format`, "decrypted", [BODY_INVALID, `${card}.format`]],
    ],
  "`customer_ip_address`: one literal IPv4 or IPv6 address, 3 to 45 characters, no hostname, port, chain or zone [IN-5, D2-13]":
    [
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
  "`merchant_customer_id`: 1 to 255 Unicode scalar values, nonblank, no U+0000, whitespace kept [IN-6, VER-2, POST-8]":
    [
      ...required("merchant_customer_id"),
      ...refused("merchant_customer_id", "", " \t\n ", "\u00a0"),
      ...text("merchant_customer_id", 255),
      ...accepted("merchant_customer_id", " a ", "é"),
    ],
  "`return_url`: absolute HTTPS URL, max 2048, no user info [IN-7, D2-11]": [
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
  "`merchant_reference`: optional integer of exactly 10 digits [IN-8]": [
    ...optional("merchant_reference"),
    ...refused("merchant_reference", "1234567890", 999_999_999, 10_000_000_000, 1234567890.5),
    ...accepted("merchant_reference", 1_000_000_000, 9_999_999_999, MISSING),
  ],
  "`description`: optional string or null, maximum 500 characters [IN-10, D1-9]": [
    ...nullable("description"),
    ...text("description", 500),
    ...accepted("description", "", MISSING),
  ],
  "`statement_descriptor`: optional, 1 to 22 printable ASCII characters, none of them < > \\ \" ' *, no space at either end [IN-19]":
    [
      ...optional("statement_descriptor"),
      ...refused("statement_descriptor", 42, "", " ", " BOOKS", "BOOKS ", "x".repeat(23), "BÜCHER", "A\tB"),
      ...refused("statement_descriptor", "A<B", "A>B", "A\\B", 'A"B', "A'B", "A*B", "A\u0000B", "A\u007fB"),
      ...accepted(
        "statement_descriptor",
        MISSING,
        "B",
        "x".repeat(22),
        "Lovelace & Co.",
        "a!#$%&()+,-./:;=?@[]_",
      ),
      ...accepted("statement_descriptor", "^`{|}~ 0123456789"),
    ],
};

describe("the body of a Direct Payment [ERR-10, ERR-15, LIM-3]", () => {
  it("is accepted with the required fields alone", () => {
    expect(faultOf(validate, validBody())).to.equal(undefined);
  });

  describeRows(validate, validBody, ROWS);

  for (const body of [null, [], "x", 1, true]) {
    it(`${JSON.stringify(body)} is request_body_invalid without a param, being no object [D1-3]`, () => {
      expect(faultOf(validate, body)).to.deep.equal([BODY_INVALID]);
    });
  }
});

describe("of several faults the first in the order of the documented field list [D1-7]", () => {
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
      "an unknown property comes after every field of its object [IN-1]",
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

describe("an unknown property's name [IN-1, D1-8]", () => {
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
