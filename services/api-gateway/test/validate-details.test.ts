import { OPERATIONS } from "@flowlix/contracts";
import { TEST_BROWSER } from "@flowlix/testkit";
import { createRequestValidator } from "../src/validation/validate-request.ts";
import {
  accepted,
  BODY_INVALID,
  describeRows,
  MISSING,
  nullable,
  optional,
  refused,
  required,
  text,
  type Row,
} from "./support/fault-rows.ts";
import { validBody } from "./support/requests.ts";

const validate = createRequestValidator(OPERATIONS.createPayment.body);

const withBrowser = () => ({ ...validBody(), browser_information: { ...TEST_BROWSER } });

/** A value of a field of `browser_information`: what is refused, and what is accepted at its bounds. */
const browser = (field: string, no: readonly unknown[], yes: readonly unknown[]): Row[] => [
  ...required(`browser_information.${field}`),
  ...refused(`browser_information.${field}`, ...no),
  ...accepted(`browser_information.${field}`, ...yes),
];

describe("browser_information of a Direct Payment", () => {
  describeRows(validate, withBrowser, {
    "is optional for a card [IN-9]": accepted("browser_information", MISSING, { ...TEST_BROWSER }),
    "is an object; an explicit null is rejected [BRO-2]": [
      ...optional("browser_information"),
      ...refused("browser_information", "x", []),
    ],
    "needs all nine fields when supplied [BRO-1]": [
      ["browser_information", {}, [BODY_INVALID, "browser_information.accept_header"]],
      ...Object.keys(TEST_BROWSER).flatMap((field) => required(`browser_information.${field}`)),
    ],
    "rejects unknown keys, a second browser IP among them [BRO-2]": [
      ["browser_information.ip", "1.2.3.4", [BODY_INVALID, "browser_information.ip"]],
    ],
    "`accept_header`: string, 1 to 2048 characters [BRO-3]": browser(
      "accept_header",
      ["", "x".repeat(2049), 1, "a\u0000"],
      ["x", "😀".repeat(2048)],
    ),
    "`javascript_enabled`: boolean [BRO-4]": browser("javascript_enabled", ["true", 1], [true, false]),
    "`screen_width`: integer, 1 to 32768 [BRO-5]": browser(
      "screen_width",
      [0, 32_769, "1", 1.5],
      [1, 32_768],
    ),
    "`screen_height`: integer, 1 to 32768 [BRO-6]": browser(
      "screen_height",
      [0, 32_769, "1", 1.5],
      [1, 32_768],
    ),
    "`color_depth`: integer, 1 to 64 [BRO-7]": browser("color_depth", [0, 65, "24"], [1, 64]),
    "`user_agent`: string, 1 to 2048 characters [BRO-8]": browser(
      "user_agent",
      ["", "x".repeat(2049), 1, "a\u0000"],
      ["x", "x".repeat(2048)],
    ),
    "`language`: string, 1 to 35 characters [BRO-9]": browser(
      "language",
      ["", "x".repeat(36), 1],
      ["x", "x".repeat(35)],
    ),
    "`time_zone_offset`: integer, -840 to 840 minutes [BRO-10]": browser(
      "time_zone_offset",
      [-841, 841, 0.5, "0"],
      [-840, 0, 840],
    ),
    "`java_enabled`: boolean [BRO-11]": browser("java_enabled", ["false", 0], [true, false]),
  });
});

describe("billing_details of a Direct Payment", () => {
  const address = "billing_details.address";
  describeRows(validate, validBody, {
    "are an optional object; null is rejected": [
      ...optional("billing_details"),
      ...refused("billing_details", "x", []),
      ...accepted("billing_details", {}, MISSING),
    ],
    "hold no unknown properties [IN-11]": [
      ["billing_details.company", "1", [BODY_INVALID, "billing_details.company"]],
    ],
    "`email`: email format, 1 to 255 characters, never null [IN-12]": [
      ...optional("billing_details.email"),
      ...refused("billing_details.email", "", "x", "a@", 1, `${"x".repeat(250)}@shop.example`),
      ...accepted("billing_details.email", "ada@shop.example", MISSING),
    ],
    "`first_name`: string or null, max 255 [IN-13]": [
      ...nullable("billing_details.first_name"),
      ...text("billing_details.first_name", 255),
      ...accepted("billing_details.first_name", ""),
    ],
    "`last_name`: string or null, max 255 [IN-14]": [
      ...nullable("billing_details.last_name"),
      ...text("billing_details.last_name", 255),
      ...accepted("billing_details.last_name", ""),
    ],
    "`phone`: string or null, E.164, max 16 characters [IN-15]": [
      ...nullable("billing_details.phone"),
      ...refused(
        "billing_details.phone",
        "",
        "442071838750",
        "+0123",
        "+1",
        "+1234567890123456",
        "+44 20",
        44,
      ),
      ...accepted("billing_details.phone", "+442071838750", "+123456789012345", "+12"),
    ],
    "`address`: optional, nullable object [IN-16]": [
      ...nullable(address),
      ...refused(address, "London", []),
      ...accepted(address, {}, MISSING),
    ],
    "`address` refuses unknown keys [D2-9]": [[`${address}.zip`, "1", [BODY_INVALID, `${address}.zip`]]],
    "`line1` and `line2`: string or null, max 255 [D2-8]": [
      ...nullable(`${address}.line1`),
      ...text(`${address}.line1`, 255),
      ...nullable(`${address}.line2`),
      ...text(`${address}.line2`, 255),
    ],
    "`city` and `state`: string or null, max 100 [D2-8]": [
      ...nullable(`${address}.city`),
      ...text(`${address}.city`, 100),
      ...nullable(`${address}.state`),
      ...text(`${address}.state`, 100),
    ],
    "`postal_code`: string or null, max 32 [D2-8]": [
      ...nullable(`${address}.postal_code`),
      ...text(`${address}.postal_code`, 32),
    ],
    "`country`: two letters, ISO 3166-1, any case [D1-8, D2-9]": [
      ...nullable(`${address}.country`),
      ...refused(`${address}.country`, "", "D", "DEU", "XX", "UK", 1),
      ...accepted(`${address}.country`, "de", "GB", "fR"),
    ],
  });
});
