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
  nullable,
  optional,
  refused,
  required,
  text,
  type Order,
  type Row,
} from "./support/fault-rows.ts";
import { validBody, validHostedBody } from "./support/requests.ts";

const validate = createRequestValidator(OPERATIONS.createHostedPayment.body);

const billing = "billing_details";

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "`amount`: int64 in minor units, required, minimum 1 [D3-1]": [
    ...required("amount"),
    ...refused("amount", "4999", 49.99, 0, -1, true, 9_007_199_254_740_992),
    ...accepted("amount", 1, 9_007_199_254_740_991),
  ],
  "`currency`: three letters, 3 to 16 characters as sent, optional surrounding whitespace, any case [D3-1]": [
    ...required("currency"),
    ...refused("currency", 978, "", "EU", "EURO", "E1R", `EUR${" ".repeat(14)}`),
    ...accepted("currency", "eur", " GBP ", "USD"),
  ],
  "`return_url`: required, absolute HTTPS URL, max 2048, no user info [D3-1]": [
    ...required("return_url"),
    ...refused("return_url", 1, "", "http://shop.example", "/x", "https://u:p@shop.example"),
    ...refused("return_url", `https://shop.example/${"x".repeat(2028)}`),
    ...accepted(
      "return_url",
      "https://shop.example:8443/r?a=1#f",
      `https://shop.example/${"x".repeat(2027)}`,
    ),
  ],
  "`merchant_customer_id`: required on the hosted page as on Direct; 1 to 255 scalar values, nonblank [HPP-2, D3-1]":
    [
      ...required("merchant_customer_id"),
      ...refused("merchant_customer_id", "", " \t\n "),
      ...text("merchant_customer_id", 255),
      ...accepted("merchant_customer_id", " a "),
    ],
  "`customer_ip_address`: optional here, the page's own view of the payer otherwise; one literal address [D3-2]":
    [
      ...optional("customer_ip_address"),
      ...refused("customer_ip_address", 1, "", "localhost", "203.0.113.7:80", "fe80::1%eth0"),
      ...accepted("customer_ip_address", MISSING, "203.0.113.7", "2001:db8::1"),
    ],
  "`merchant_reference`: optional integer of exactly 10 digits [D3-2]": [
    ...optional("merchant_reference"),
    ...refused("merchant_reference", "1234567890", 999_999_999, 10_000_000_000),
    ...accepted("merchant_reference", MISSING, 1_000_000_000),
  ],
  "`description`: optional string or null, maximum 500 characters [D3-2]": [
    ...nullable("description"),
    ...text("description", 500),
    ...accepted("description", MISSING, ""),
  ],
  "`billing_details`: optional, the same rules as on Direct, no unknown keys [D3-2]": [
    ...optional(billing),
    ...refused(`${billing}.email`, "x", ""),
    ...refused(`${billing}.phone`, "0123", `+1${"2".repeat(15)}`),
    ...text(`${billing}.first_name`, 255),
    ...refused(`${billing}.address.country`, "XX", "DEU"),
    ...accepted(`${billing}.address.country`, "de"),
    [`${billing}.nickname`, "x", [BODY_INVALID, `${billing}.nickname`]],
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
  "anything else is refused, what belongs to a Direct Payment included [D3-3]": [
    ["payment_method_data", validBody().payment_method_data, [BODY_INVALID, "payment_method_data"]],
    ["browser_information", {}, [BODY_INVALID, "browser_information"]],
    ["cancel_url", "https://shop.example", [BODY_INVALID, "cancel_url"]],
  ],
};

describe("the body of a Hosted Payment Page Payment", () => {
  it("is accepted with the required fields alone [D3-1]", () => {
    expect(faultOf(validate, validHostedBody())).to.equal(undefined);
  });

  describeRows(validate, validHostedBody, ROWS);
});

describe("of several faults of a hosted Payment the first in the order of the documented field list [D3-3]", () => {
  const orders: readonly Order[] = [
    [
      "`return_url` stands before `merchant_customer_id`",
      { return_url: 1, merchant_customer_id: MISSING },
      [INVALID, "return_url"],
    ],
    [
      "required fields stand before optional ones",
      { merchant_customer_id: MISSING, customer_ip_address: 1 },
      [BODY_INVALID, "merchant_customer_id"],
    ],
    [
      "an unknown property comes last",
      { unknown: 1, "billing_details.email": "x" },
      [INVALID, "billing_details.email"],
    ],
  ];
  describeOrder(validate, validHostedBody, orders);
});
