import { expect } from "chai";
import { brandOf } from "@flowlix/cards";
import { OPERATIONS } from "@flowlix/contracts";
import { TEST_BROWSER as BROWSER, TEST_CRYPTOGRAM as CRYPTOGRAM } from "@flowlix/testkit";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import {
  accepted,
  BODY_INVALID,
  describeOrder,
  describeRows,
  faultOf,
  INVALID,
  MISSING,
  optional,
  refused,
  required,
  setAt,
  type Row,
} from "./support/fault-rows.ts";
import { validBody } from "./support/requests.ts";
import { applePay, googlePay3ds, googlePayPanOnly } from "./support/wallets.ts";

const validate = createRequestValidator(OPERATIONS.createPayment.body);

const APPLE = "payment_method_data.apple_pay";
const GOOGLE = "payment_method_data.google_pay";

/** What may be there as far as JSON goes, but is no property of its object. */
const unknown = (path: string, value: unknown = "x"): Row => [path, value, [BODY_INVALID, path]];

const format = (wallet: string): Row[] => [
  ...required(wallet),
  ...refused(wallet, "decrypted", []),
  ...required(`${wallet}.format`),
  ...refused(`${wallet}.format`, "encrypted", "Decrypted", "", 1),
  [wallet, { format: "encrypted", data: { token: "opaque" } }, [INVALID, `${wallet}.format`]],
  ...required(`${wallet}.data`),
  ...refused(`${wallet}.data`, "opaque", []),
];

const card = (path: string): Row[] => [
  ...required(path),
  ...refused(path, "4895370012003478", []),
  ...required(`${path}.number`),
  ...refused(`${path}.number`, 4895370012003478, "", "48953700120", "4".repeat(20), "4895 3700 1200 3478"),
  ...accepted(`${path}.number`, "489537001200", "4".repeat(19)),
  ...required(`${path}.exp_month`),
  ...refused(`${path}.exp_month`, "12", 0, 13),
  ...required(`${path}.exp_year`),
  ...refused(`${path}.exp_year`, 34, 1999, 2100),
  ...optional(`${path}.holder_name`),
  ...refused(`${path}.holder_name`, "", "  ", 1, "x".repeat(256), "a\nb"),
  ...accepted(`${path}.holder_name`, "Ada Lovelace", MISSING),
  unknown(`${path}.cvc`, "123"),
];

const cryptogram = (path: string): Row[] => [
  ...required(path),
  ...refused(
    path,
    "",
    1,
    CRYPTOGRAM.slice(1),
    `A${CRYPTOGRAM}`,
    CRYPTOGRAM.replace("4", "-"),
    CRYPTOGRAM.replace("4", "_"),
    ` ${CRYPTOGRAM.slice(1)}`,
    `${CRYPTOGRAM.slice(0, 27)}\n`,
    `=${CRYPTOGRAM.slice(1)}`,
    `${"A".repeat(25)}===`,
    `${"A".repeat(26)}=A`,
    "Ａ".repeat(28),
  ),
  ...accepted(path, "A".repeat(28), `${"+/9z".repeat(6)}A+==`),
];

const eci = (path: string): Row[] => [
  ...optional(path),
  ...refused(path, "", "5", "005", "0x", 5, 5.1, " 5", "٠٥"),
  ...accepted(path, "05", "07", "00", MISSING),
];

/** Other people's words for what is not taken in: vaults, keys, merchants, EMV. */
const foreign = (wallet: string): Row[] =>
  [
    `${wallet}.token`,
    `${wallet}.merchant_id`,
    `${wallet}.data.token`,
    `${wallet}.data.vault_id`,
    `${wallet}.data.private_key`,
    `${wallet}.data.emv_data`,
    `${wallet}.data.card.type`,
  ].map((path) => unknown(path));

describe("an Apple Pay request", () => {
  it("is accepted with the required fields alone, and with every optional one [IN-9, WAL-4]", () => {
    expect(faultOf(validate, applePay())).to.equal(undefined);
    const full = setAt(setAt(applePay(), `${APPLE}.data.eci`, "05"), `${APPLE}.data.card.holder_name`, "Ada");
    expect(faultOf(validate, setAt(full, "browser_information", BROWSER))).to.equal(undefined);
  });

  describeRows(validate, applePay, {
    "only the format `decrypted` is accepted; `encrypted` is reserved [WAL-1, WAL-2, D1-4, D1-5]":
      format(APPLE),
    "`data.card` requires number, exp_month and exp_year; holder_name is optional; no CVC [WAL-3, D2-7]":
      card(`${APPLE}.data.card`),
    "`cryptogram` is exactly 28 standard-Base64 characters [WAL-4, WAL-11]": cryptogram(
      `${APPLE}.data.cryptogram`,
    ),
    "`eci` is exactly two decimal digits; null, empty and one digit are invalid [WAL-13, D1-5]": eci(
      `${APPLE}.data.eci`,
    ),
    "vault references, private keys, wallet merchant IDs and EMV data are refused [WAL-5, WAL-16]":
      foreign(APPLE),
    "mixing encrypted and decrypted fields is refused [WAL-15, D1-4]": [
      unknown(`${APPLE}.data.token`, "opaque"),
    ],
    "`auth_method` is Google Pay's alone": [unknown(`${APPLE}.data.auth_method`, "CRYPTOGRAM_3DS")],
    "`cvc` is refused for wallets [WAL-3, D2-6]": [
      unknown(`${APPLE}.cvc`, "123"),
      unknown(`${APPLE}.data.cvc`, "123"),
      unknown("payment_method_data.cvc", "123"),
    ],
    "there is exactly one matching object of the same name [IN-4, WAL-1]": [
      unknown("payment_method_data.google_pay", {}),
      unknown("payment_method_data.card", { number: "4111111111111111" }),
      ["payment_method_data.type", "google_pay", [BODY_INVALID, GOOGLE]],
      ["payment_method_data.type", "card", [BODY_INVALID, "payment_method_data.card"]],
    ],
    "China UnionPay is not supported [WAL-5, D2-14]": [
      ...refused(`${APPLE}.data.card.number`, "6200000000000005", "8100000000000000", "8171999999999990"),
      ...accepted(`${APPLE}.data.card.number`, "6011111111111117", "8172000000000000", "8099999999999999"),
    ],
  });

  it("knows as UnionPay exactly what the table of brands does [WAL-5]", () => {
    const prefixes = Array.from({ length: 10_000 }, (_, prefix) => String(prefix).padStart(4, "0"));
    const number = (prefix: string) => `${prefix}000000000000`;
    const refusedPrefixes = prefixes.filter(
      (prefix) =>
        faultOf(validate, setAt(applePay(), `${APPLE}.data.card.number`, number(prefix))) !== undefined,
    );
    expect(refusedPrefixes).to.deep.equal(
      prefixes.filter((prefix) => brandOf(number(prefix)) === "unionpay"),
    );
  });
});

describe("a Google Pay request with CRYPTOGRAM_3DS", () => {
  it("is accepted with the required fields alone, and with every optional one [WAL-7]", () => {
    expect(faultOf(validate, googlePay3ds())).to.equal(undefined);
    const full = setAt(googlePay3ds(), `${GOOGLE}.data.eci`, "07");
    expect(faultOf(validate, setAt(full, "browser_information", BROWSER))).to.equal(undefined);
  });

  describeRows(validate, googlePay3ds, {
    "only the format `decrypted` is accepted; `encrypted` is reserved [WAL-1, WAL-2]": format(GOOGLE),
    "`auth_method` is required, case-sensitive, exactly PAN_ONLY or CRYPTOGRAM_3DS [WAL-6, D1-5]": [
      ...required(`${GOOGLE}.data.auth_method`),
      ...refused(`${GOOGLE}.data.auth_method`, "", "cryptogram_3ds", "pan_only", "PAN", " PAN_ONLY", 1),
    ],
    "`data.card` requires number, exp_month and exp_year; holder_name is optional; no CVC [WAL-3]": card(
      `${GOOGLE}.data.card`,
    ),
    "`cryptogram` is exactly 28 standard-Base64 characters [WAL-7, WAL-11, D1-5]": cryptogram(
      `${GOOGLE}.data.cryptogram`,
    ),
    "`eci` is exactly two decimal digits; null, empty and one digit are invalid [WAL-13]": eci(
      `${GOOGLE}.data.eci`,
    ),
    "vault references, private keys, wallet merchant IDs and EMV data are refused [WAL-16, D1-4]":
      foreign(GOOGLE),
    "mixing encrypted and decrypted fields is refused [WAL-15]": [unknown(`${GOOGLE}.data.token`, "opaque")],
    "there is exactly one matching object of the same name [IN-4, WAL-1]": [
      unknown("payment_method_data.apple_pay", {}),
      unknown("payment_method_data.card", { number: "4111111111111111" }),
    ],
    "omitting a cryptogram never selects PAN_ONLY [WAL-7, WAL-10]": [
      [`${GOOGLE}.data.cryptogram`, MISSING, [BODY_INVALID, `${GOOGLE}.data.cryptogram`]],
    ],
    "UnionPay is taken where it is not Apple Pay's": accepted(
      `${GOOGLE}.data.card.number`,
      "6200000000000005",
    ),
  });
});

describe("a Google Pay request with PAN_ONLY", () => {
  it("is accepted with auth_method, card and browser_information [WAL-8]", () => {
    expect(faultOf(validate, googlePayPanOnly())).to.equal(undefined);
  });

  describeRows(validate, googlePayPanOnly, {
    "the request's browser_information is required [IN-9, WAL-8, D1-6]": required("browser_information"),
    "browser_information is checked as everywhere": [
      ["browser_information", {}, [BODY_INVALID, "browser_information.accept_header"]],
      ["browser_information", "x", [INVALID, "browser_information"]],
    ],
    "`cryptogram` must not be sent [WAL-9, D1-5, D1-6]": refused(
      `${GOOGLE}.data.cryptogram`,
      CRYPTOGRAM,
      "",
      null,
      1,
      {},
    ),
    "`eci` must not be sent [WAL-9, WAL-14, D1-6]": refused(`${GOOGLE}.data.eci`, "05", "", null, 5),
    "`data.card` requires number, exp_month and exp_year; holder_name is optional; no CVC [WAL-3]": card(
      `${GOOGLE}.data.card`,
    ),
    "unknown properties are refused [WAL-15]": [
      unknown(`${GOOGLE}.data.token`),
      unknown(`${GOOGLE}.data.foo`),
    ],
  });
});

describe("a card request beside the wallets", () => {
  describeRows(validate, validBody, {
    "a card request has no `format` field [IN-18]": [
      unknown("payment_method_data.format", "decrypted"),
      unknown("payment_method_data.card.format", "decrypted"),
    ],
    "there is exactly one matching object of the same name [IN-4]": [
      unknown(APPLE, { format: "decrypted" }),
      unknown(GOOGLE, { format: "decrypted" }),
      ["payment_method_data.type", "apple_pay", [BODY_INVALID, APPLE]],
    ],
    "browser_information stays optional": [["browser_information", null, [INVALID, "browser_information"]]],
    "`cryptogram` and `eci` are accepted for wallets only [WAL-14]": [
      unknown("payment_method_data.card.cryptogram", CRYPTOGRAM),
      unknown("payment_method_data.card.eci", "05"),
    ],
  });
});

describe("of several faults of a wallet the first in the order of the documented field list [D1-7]", () => {
  describeOrder(validate, applePay, [
    [
      "the format goes before the data",
      { [`${APPLE}.format`]: "encrypted", [`${APPLE}.data`]: { token: "x" } },
      [INVALID, `${APPLE}.format`],
    ],
    [
      "the card goes before the cryptogram, and the cryptogram before the eci",
      {
        [`${APPLE}.data.eci`]: "5",
        [`${APPLE}.data.cryptogram`]: "x",
        [`${APPLE}.data.card.exp_year`]: 30,
      },
      [INVALID, `${APPLE}.data.card.exp_year`],
    ],
    [
      "a known field that is wrong goes before one that is unknown",
      { [`${APPLE}.data.token`]: "x", [`${APPLE}.data.eci`]: "5" },
      [INVALID, `${APPLE}.data.eci`],
    ],
    [
      "the wallet's object goes before another one beside it",
      { "payment_method_data.card": {}, [`${APPLE}.data.cryptogram`]: null },
      [BODY_INVALID, `${APPLE}.data.cryptogram`],
    ],
  ]);
  describeOrder(validate, googlePay3ds, [
    [
      "auth_method goes before the card",
      { [`${GOOGLE}.data.auth_method`]: "x", [`${GOOGLE}.data.card`]: null },
      [INVALID, `${GOOGLE}.data.auth_method`],
    ],
  ]);
  describeOrder(validate, googlePayPanOnly, [
    [
      "a cryptogram that must not be sent goes before missing browser_information",
      { browser_information: MISSING, [`${GOOGLE}.data.cryptogram`]: CRYPTOGRAM },
      [INVALID, `${GOOGLE}.data.cryptogram`],
    ],
    [
      "missing browser_information keeps its place: after the return URL",
      { browser_information: MISSING, return_url: "x" },
      [INVALID, "return_url"],
    ],
    [
      "missing browser_information keeps its place: before the billing details",
      { browser_information: MISSING, billing_details: "x" },
      [BODY_INVALID, "browser_information"],
    ],
  ]);
});
