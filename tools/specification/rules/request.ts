import type { Section } from "../rule.ts";
import {
  acquirerRequests,
  body,
  cardData,
  details,
  handlingEndToEnd,
  toProvider,
  walletPayments,
  wallets,
} from "../tests.ts";

export const REQUEST: readonly Section[] = [
  {
    source:
      "Specification, Direct Payment request inputs (docs/design/specification.md#direct-payment-request-inputs)",
    rules: {
      "IN-1": [
        "No unknown properties are allowed.",
        body("an unknown property comes after every field of its object"),
        body("an unknown property's name"),
      ],
      "IN-2": [
        "amount: int64, required, minimum 1.",
        body("`amount`: int64 in minor units, required, minimum 1"),
      ],
      "IN-3": ["currency: string, required.", body("currency missing is request_body_invalid at currency")],
      "IN-4": [
        "payment_method_data: object, required, exactly one method, selected by type: card, apple_pay, google_pay.",
        body("`payment_method_data`: exactly one method, selected by `type`"),
        wallets("an Apple Pay request there is exactly one matching object of the same name"),
        wallets(
          "a Google Pay request with CRYPTOGRAM_3DS there is exactly one matching object of the same name",
        ),
        wallets("a card request beside the wallets there is exactly one matching object of the same name"),
      ],
      "IN-5": [
        "customer_ip_address: required, one literal IPv4 or IPv6 address, 3 to 45 characters; no hostname, port or " +
          "comma-separated chain.",
        body("`customer_ip_address`: one literal IPv4 or IPv6 address"),
      ],
      "IN-6": [
        "merchant_customer_id: required, 1 to 255 Unicode scalar values, nonblank, no U+0000; case and whitespace significant.",
        body("`merchant_customer_id`: 1 to 255 Unicode scalar values, nonblank, no U+0000, whitespace kept"),
        handlingEndToEnd("texts, names and references come back as sent"),
      ],
      "IN-7": [
        "return_url: required, HTTPS URL.",
        body("`return_url`: absolute HTTPS URL, max 2048, no user info"),
      ],
      "IN-8": [
        "merchant_reference: optional integer of 10 digits.",
        body("`merchant_reference`: optional integer of exactly 10 digits"),
      ],
      "IN-9": [
        "browser_information: required for Google Pay PAN_ONLY, optional otherwise.",
        wallets("a Google Pay request with PAN_ONLY the request's browser_information is required"),
        details("is optional for a card"),
        wallets(
          "an Apple Pay request is accepted with the required fields alone, and with every optional one",
        ),
      ],
      "IN-10": [
        "description: optional string or null, maximum 500 characters.",
        body("`description`: optional string or null, maximum 500 characters"),
      ],
      "IN-11": [
        "Billing details hold no unknown properties.",
        details("billing_details of a Direct Payment hold no unknown properties"),
      ],
      "IN-12": [
        "email: email format, 1 to 255 characters.",
        details("`email`: email format, 1 to 255 characters"),
      ],
      "IN-13": ["first_name: string or null, max 255.", details("`first_name`: string or null, max 255")],
      "IN-14": ["last_name: string or null, max 255.", details("`last_name`: string or null, max 255")],
      "IN-15": [
        "phone: string or null, E.164, max 16 characters.",
        details("`phone`: string or null, E.164, max 16 characters"),
      ],
      "IN-16": ["address: object.", details("`address`: optional, nullable object")],
      "IN-17": [
        "Card method: object card with number, exp_month, exp_year, cvc and holder_name.",
        body("`card.number`"),
        body("`card.exp_month`"),
        body("`card.exp_year`"),
        body("`card.cvc`"),
        body("`card.holder_name`"),
      ],
      "IN-18": [
        "A card request has no format field.",
        wallets("a card request beside the wallets a card request has no `format` field"),
      ],
    },
  },
  {
    source: "Specification, Wallet methods (docs/design/specification.md#wallet-methods)",
    rules: {
      "WAL-1": [
        "Exactly one matching object of the same name, holding format and data.",
        wallets("an Apple Pay request there is exactly one matching object of the same name"),
        wallets(
          "a Google Pay request with CRYPTOGRAM_3DS there is exactly one matching object of the same name",
        ),
        wallets("payment_method_data.apple_pay.data missing is request_body_invalid"),
        wallets("payment_method_data.google_pay.format missing is request_body_invalid"),
      ],
      "WAL-2": [
        "Only the format decrypted is accepted; encrypted is reserved and rejected before registration.",
        wallets("an Apple Pay request only the format `decrypted` is accepted"),
        wallets("a Google Pay request with CRYPTOGRAM_3DS only the format `decrypted` is accepted"),
        walletPayments("encrypted input is refused before anything is registered"),
      ],
      "WAL-3": [
        "data.card requires number, exp_month, exp_year; holder_name optional; no CVC accepted.",
        wallets("an Apple Pay request `data.card` requires number, exp_month and exp_year"),
        wallets(
          "a Google Pay request with CRYPTOGRAM_3DS `data.card` requires number, exp_month and exp_year",
        ),
        wallets("a Google Pay request with PAN_ONLY `data.card` requires number, exp_month and exp_year"),
        wallets("`cvc` is refused for wallets"),
      ],
      "WAL-4": [
        "Apple Pay: data requires card and cryptogram; eci optional.",
        wallets(
          "an Apple Pay request is accepted with the required fields alone, and with every optional one",
        ),
        wallets("payment_method_data.apple_pay.data.cryptogram missing is request_body_invalid"),
      ],
      "WAL-5": [
        "Apple EMV and China UnionPay input is unsupported.",
        wallets(
          "an Apple Pay request vault references, private keys, wallet merchant IDs and EMV data are refused",
        ),
        wallets("an Apple Pay request China UnionPay is not supported"),
        wallets("knows as UnionPay exactly what the table of brands does"),
      ],
      "WAL-6": [
        "Google Pay auth_method: required, case-sensitive, exactly PAN_ONLY or CRYPTOGRAM_3DS; missing, null or unknown " +
          "values are invalid.",
        wallets("`auth_method` is required, case-sensitive, exactly PAN_ONLY or CRYPTOGRAM_3DS"),
      ],
      "WAL-7": [
        "CRYPTOGRAM_3DS requires auth_method, card, cryptogram; eci optional.",
        wallets("a Google Pay request with CRYPTOGRAM_3DS is accepted with the required fields alone"),
        wallets("payment_method_data.google_pay.data.cryptogram missing is request_body_invalid"),
      ],
      "WAL-8": [
        "PAN_ONLY requires auth_method, card and the request's browser_information.",
        wallets(
          "a Google Pay request with PAN_ONLY is accepted with auth_method, card and browser_information",
        ),
        wallets("a Google Pay request with PAN_ONLY the request's browser_information is required"),
      ],
      "WAL-9": [
        "With PAN_ONLY cryptogram and eci must not be sent.",
        wallets("a Google Pay request with PAN_ONLY `cryptogram` must not be sent"),
        wallets("a Google Pay request with PAN_ONLY `eci` must not be sent"),
      ],
      "WAL-10": [
        "Omitting a cryptogram never selects PAN_ONLY.",
        wallets("omitting a cryptogram never selects PAN_ONLY"),
      ],
      "WAL-11": [
        "cryptogram: exactly 28 standard-Base64 characters.",
        wallets("an Apple Pay request `cryptogram` is exactly 28 standard-Base64 characters"),
        wallets(
          "a Google Pay request with CRYPTOGRAM_3DS `cryptogram` is exactly 28 standard-Base64 characters",
        ),
      ],
      "WAL-12": [
        "cryptogram and eci are submitted unchanged.",
        acquirerRequests("authorises with a wallet as it came, cryptogram and eci unchanged"),
      ],
      "WAL-13": [
        "eci: exactly two decimal digits, string; explicit null, empty and one-digit values are invalid.",
        wallets(
          "an Apple Pay request `eci` is exactly two decimal digits; null, empty and one digit are invalid",
        ),
        wallets("a Google Pay request with CRYPTOGRAM_3DS `eci` is exactly two decimal digits"),
      ],
      "WAL-14": [
        "eci is accepted only for Apple Pay and Google Pay CRYPTOGRAM_3DS.",
        wallets("a card request beside the wallets `cryptogram` and `eci` are accepted for wallets only"),
        wallets("a Google Pay request with PAN_ONLY `eci` must not be sent"),
      ],
      "WAL-15": [
        "Unknown properties and mixing encrypted and decrypted fields are rejected.",
        wallets("an Apple Pay request mixing encrypted and decrypted fields is refused"),
        wallets("a Google Pay request with CRYPTOGRAM_3DS mixing encrypted and decrypted fields is refused"),
        wallets("a Google Pay request with PAN_ONLY unknown properties are refused"),
      ],
      "WAL-16": [
        "Provider vault references, private keys or wallet merchant IDs as input are rejected.",
        wallets("an Apple Pay request vault references, private keys, wallet merchant IDs"),
        wallets(
          "a Google Pay request with CRYPTOGRAM_3DS vault references, private keys, wallet merchant IDs",
        ),
      ],
      "WAL-17": [
        "No wallet credential or authentication payload is returned, logged or kept.",
        cardData("not in any answer"),
        cardData("not in any log line"),
        cardData("not in any table of any schema"),
      ],
    },
  },
  {
    source: "Specification, browser_information (docs/design/specification.md#browser-information)",
    rules: {
      "BRO-1": [
        "When supplied all nine fields are required.",
        details("needs all nine fields when supplied"),
      ],
      "BRO-2": [
        "Unknown keys and explicit nulls are rejected; no second browser-IP field exists.",
        details("rejects unknown keys, a second browser IP among them"),
        details("is an object; an explicit null is rejected"),
      ],
      "BRO-3": [
        "accept_header: string, 1 to 2048 characters.",
        details("`accept_header`: string, 1 to 2048 characters"),
      ],
      "BRO-4": ["javascript_enabled: boolean.", details("`javascript_enabled`: boolean")],
      "BRO-5": ["screen_width: integer, 1 to 32768.", details("`screen_width`: integer, 1 to 32768")],
      "BRO-6": ["screen_height: integer, 1 to 32768.", details("`screen_height`: integer, 1 to 32768")],
      "BRO-7": ["color_depth: integer, 1 to 64.", details("`color_depth`: integer, 1 to 64")],
      "BRO-8": [
        "user_agent: string, 1 to 2048 characters.",
        details("`user_agent`: string, 1 to 2048 characters"),
      ],
      "BRO-9": ["language: string, 1 to 35 characters.", details("`language`: string, 1 to 35 characters")],
      "BRO-10": [
        "time_zone_offset: integer, -840 to 840, UTC minus local time in minutes.",
        details("`time_zone_offset`: integer, -840 to 840 minutes"),
      ],
      "BRO-11": ["java_enabled: boolean.", details("`java_enabled`: boolean")],
      "BRO-12": [
        "Browser values are transient processing input, not returned in Payment responses or events.",
        cardData("not in any answer"),
        cardData("not in any table of any schema"),
        toProvider("reaches the provider with the authorisation, as it was given, and nothing else of ours"),
      ],
    },
  },
];
