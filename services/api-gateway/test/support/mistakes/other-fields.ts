import { validBody } from "../requests.ts";
import type { Mistake } from "./mistake.ts";

/** Other fields of a Payment that are wrong, missing or unknown. */
export const OTHER_FIELDS: readonly Mistake[] = [
  {
    mistake: "no address of the customer",
    without: ["customer_ip_address"],
    answer: "400 request_body_invalid customer_ip_address",
    message:
      'customer_ip_address is missing. It must be a text in quotes. One literal IPv4 or IPv6 address, without a port or a zone. For example: "203.0.113.7".',
  },
  {
    mistake: "a host name for the customer's address",
    changes: { customer_ip_address: "localhost" },
    answer: "400 parameter_invalid customer_ip_address",
    message:
      'customer_ip_address is the text "localhost". It must be one literal IPv4 or IPv6 address, without a port or a zone. For example: "203.0.113.7".',
  },
  {
    mistake: "an address with a port",
    changes: { customer_ip_address: "203.0.113.7:443" },
    answer: "400 parameter_invalid customer_ip_address",
    message:
      'customer_ip_address is the text "203.0.113.7:443". It must be one literal IPv4 or IPv6 address, without a port or a zone. For example: "203.0.113.7".',
  },
  {
    mistake: "no customer",
    without: ["merchant_customer_id"],
    answer: "400 request_body_invalid merchant_customer_id",
    message:
      'merchant_customer_id is missing. It must be a text in quotes. Your own name for the customer: 1 to 255 characters, not only white space. For example: "customer-1".',
  },
  {
    mistake: "an empty customer",
    changes: { merchant_customer_id: "" },
    answer: "400 parameter_invalid merchant_customer_id",
    message:
      'merchant_customer_id is an empty text. It must be your own name for the customer: 1 to 255 characters, not only white space. For example: "customer-1".',
  },
  {
    mistake: "a customer as a number",
    changes: { merchant_customer_id: 42 },
    answer: "400 parameter_invalid merchant_customer_id",
    message:
      'merchant_customer_id is the number 42. It must be a text in quotes. Your own name for the customer: 1 to 255 characters, not only white space. For example: "customer-1".',
  },
  {
    mistake: "a return URL by plain HTTP",
    changes: { return_url: "http://shop.example/return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "http://shop.example/return". It must begin with https://. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return URL of the own machine",
    changes: { return_url: "http://localhost:8080/return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "http://localhost:8080/return". It must begin with https://. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a relative return URL",
    changes: { return_url: "/return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "/return". It must begin with https://. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "no return URL",
    without: ["return_url"],
    answer: "400 request_body_invalid return_url",
    message:
      'return_url is missing. It must be a text in quotes. An absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url that is longer than URLs may be",
    changes: { return_url: `https://shop.example/${"r".repeat(2_048)}` },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 2069 characters. It is too long: at most 2048 characters. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url with a user name",
    changes: { return_url: "https://ada@shop.example/return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 31 characters. It has a user name before its host: take out the part up to the @. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a placeholder of another provider in a return_url",
    changes: { return_url: "https://shop.example/return?session_id={CHECKOUT_SESSION_ID}" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 60 characters. It has characters that have to be escaped: write { as %7B and } as %7D. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a bar in a return_url",
    changes: { return_url: "https://shop.example/a|b" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example/a|b". It has a character that has to be escaped: write | as %7C. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "an umlaut in a return_url",
    changes: { return_url: "https://shop.example/ü" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example/ü". It has a character that has to be escaped: write ü as %C3%BC. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "brackets in the query of a return_url",
    changes: { return_url: "https://shop.example/?order[id]=1" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 33 characters. It has characters that have to be escaped: write [ as %5B and ] as %5D. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url with two fragments",
    changes: { return_url: "https://shop.example/#a#b" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example/#a#b". It has a character that has to be escaped: write # as %23. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url in Cyrillic",
    changes: { return_url: "https://shop.example/оплата" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example/оплата". It has characters that have to be escaped: write о as %D0%BE, п as %D0%BF, л as %D0%BB and so on. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "an umlaut in the host of a return_url",
    changes: { return_url: "https://bücher.example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://bücher.example/". Its host has characters beyond ASCII: write the host as xn--bcher-kva.example. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a placeholder for the host of a return_url",
    changes: { return_url: "https://{shop}.example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://{shop}.example/". Its host has a character that no host has: {. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a percent sign alone in a return_url",
    changes: { return_url: "https://shop.example/%" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example/%". It has a % that two hexadecimal digits do not follow: write % itself as %25. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a percent sign in the query of a return_url",
    changes: { return_url: "https://shop.example/?off=10%&x=1" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 33 characters. It has a % that two hexadecimal digits do not follow: write % itself as %25. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url without a host",
    changes: { return_url: "https:///return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https:///return". It has no host. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a return_url with a port that there is not",
    changes: { return_url: "https://shop.example:99999/return" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example:99999/return". After its host comes a colon and a port, which is a number up to 65535, or the path. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a port of ten zeros in a return_url",
    changes: { return_url: "https://shop.example:0000000000/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example:0000000000/". Its port begins with 10 zeros, where at most 8 are taken: leave them out. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "two dots in the host of a return_url",
    changes: { return_url: "https://a..example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://a..example/". Its host has two dots side by side. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a dot before the host of a return_url",
    changes: { return_url: "https://.shop.example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://.shop.example/". Its host begins with a dot. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a part of the host of a return_url that is too long",
    changes: { return_url: `https://${"x".repeat(64)}.example/` },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is a text of 81 characters. A part of its host is longer than 63 characters. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a number for the host of a return_url",
    changes: { return_url: "https://127.1/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://127.1/". Its host is no IPv4 address, and the last part of a name begins with a letter, or with up to 20 digits and something else. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "an escape in the host of a return_url",
    changes: { return_url: "https://%73hop.example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://%73hop.example/". Its host has a character that no host has: %. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a wildcard for the host of a return_url",
    changes: { return_url: "https://*.shop.example/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://*.shop.example/". Its host has a character that no host has: *. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "an IPv6 address without brackets in a return_url",
    changes: { return_url: "https://2001:db8::1/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://2001:db8::1/". Its host is an IPv6 address, which stands in brackets. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "no IPv6 address in the brackets of a return_url",
    changes: { return_url: "https://[2001:db8:1]/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://[2001:db8:1]/". Its host is in brackets and no IPv6 address. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "a port in letters in a return_url",
    changes: { return_url: "https://shop.example:PORT/" },
    answer: "400 parameter_invalid return_url",
    message:
      'return_url is the text "https://shop.example:PORT/". After its host comes a colon and a port, which is a number up to 65535, or the path. It must be an absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return".',
  },
  {
    mistake: "returnUrl for return_url",
    changes: { returnUrl: "https://shop.example/return" },
    without: ["return_url"],
    answer: "400 request_body_invalid return_url",
    message:
      'return_url is missing. It must be a text in quotes. An absolute HTTPS URL without user info, to which the payer\'s browser is sent back. For example: "https://shop.example/return". returnUrl was sent: was this meant?',
    others: ["returnUrl"],
  },
  {
    mistake: "a reference of text",
    changes: { merchant_reference: "ORDER-42" },
    answer: "400 parameter_invalid merchant_reference",
    message:
      'merchant_reference is the text "ORDER-42". It must be a whole number from 1000000000 to 9999999999, without quotes. Your own number of the object, of exactly ten digits and not beginning with 0. For example: 1000000042.',
  },
  {
    mistake: "a reference of four digits",
    changes: { merchant_reference: 1234 },
    answer: "400 parameter_invalid merchant_reference",
    message:
      "merchant_reference is the number 1234. It must be from 1000000000 to 9999999999. Your own number of the object, of exactly ten digits and not beginning with 0. For example: 1000000042.",
  },
  {
    mistake: "a reference as a text of digits",
    changes: { merchant_reference: "1234567890" },
    answer: "400 parameter_invalid merchant_reference",
    message:
      'merchant_reference is the text "1234567890". It must be a whole number from 1000000000 to 9999999999, without quotes. Your own number of the object, of exactly ten digits and not beginning with 0. For example: 1000000042.',
  },
  {
    mistake: "a description that is too long",
    changes: {
      description:
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    },
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 501 characters. It is too long: at most 500 characters. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "U+0000 in a description",
    changes: { description: "Order\u0000 42" },
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 9 characters. It has the character U+0000, which no text may have. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "half of an emoji in a description",
    changes: { description: "Order \ud83d" },
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 7 characters. It has half of a surrogate pair, which is no character. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "a description in Latin-1",
    body: Buffer.from(JSON.stringify({ ...validBody(), description: "für Sie" }), "latin1"),
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 7 characters. It has a byte that is not UTF-8, or half of a surrogate pair: send the body in UTF-8. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "a dash of Windows-1252 in a description",
    body: Buffer.from(JSON.stringify({ ...validBody(), description: "a \u0096 b c" }), "latin1"),
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 7 characters. It has a byte that is not UTF-8, or half of a surrogate pair: send the body in UTF-8. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "the second half of an emoji, escaped",
    changes: { description: "half \udcfc" },
    answer: "400 parameter_invalid description",
    message:
      'description is a text of 6 characters. It has a byte that is not UTF-8, or half of a surrogate pair: send the body in UTF-8. It must be what is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "a description as a number",
    changes: { description: 42 },
    answer: "400 parameter_invalid description",
    message:
      'description is the number 42. It must be a text in quotes, or null. What is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".',
  },
  {
    mistake: "a statement descriptor with an umlaut",
    changes: { statement_descriptor: "BÜCHER" },
    answer: "400 parameter_invalid statement_descriptor",
    message:
      'statement_descriptor is the text "BÜCHER". It must be what the payer\'s statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ " \' *, no space at either end. For example: "LOVELACE BOOKS".',
  },
  {
    mistake: "a statement descriptor that is too long",
    changes: { statement_descriptor: "ADA LOVELACE'S BOOKS AND MORE" },
    answer: "400 parameter_invalid statement_descriptor",
    message:
      'statement_descriptor is the text "ADA LOVELACE\'S BOOKS AND MORE". It is too long: at most 22 characters. It must be what the payer\'s statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ " \' *, no space at either end. For example: "LOVELACE BOOKS".',
  },
  {
    mistake: "null for a statement descriptor",
    changes: { statement_descriptor: null },
    answer: "400 parameter_invalid statement_descriptor",
    message:
      'statement_descriptor is null. It must be a text in quotes. What the payer\'s statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ " \' *, no space at either end. For example: "LOVELACE BOOKS".',
  },
  {
    mistake: "statementDescriptor for statement_descriptor",
    changes: { statementDescriptor: "BOOKS" },
    answer: "400 request_body_invalid statementDescriptor",
    message:
      "statementDescriptor is not a field of this request. Did you mean statement_descriptor? This request has amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.",
  },
  {
    mistake: "metadata",
    changes: { metadata: { order: "42" } },
    answer: "400 request_body_invalid metadata",
    message:
      "metadata is not a field of this request. This request has amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.",
  },
  {
    mistake: "a field that is spelt wrong",
    changes: { curency: "EUR" },
    without: ["currency"],
    answer: "400 request_body_invalid currency",
    message:
      'currency is missing. It must be a text in quotes. Three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR". curency was sent: was this meant?',
    others: ["curency"],
  },
  {
    mistake: "capture",
    changes: { capture: true },
    answer: "400 request_body_invalid capture",
    message:
      "capture is not a field of this request. This request has amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.",
  },
  {
    mistake: "a field whose name is a card number",
    changes: { "4111111111111111": 1 },
    answer: "400 request_body_invalid",
    message:
      "There is a field that is not known here. This request has amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.",
  },
  {
    mistake: "an e-mail without an at sign",
    changes: { billing_details: { email: "ada.shop.example" } },
    answer: "400 parameter_invalid billing_details.email",
    message:
      'billing_details.email is the text "ada.shop.example". It must be an e-mail address of at most 255 characters. For example: "ada@shop.example".',
  },
  {
    mistake: "a telephone number without a plus",
    changes: { billing_details: { phone: "020 7946 0018" } },
    answer: "400 parameter_invalid billing_details.phone",
    message:
      'billing_details.phone is the text "020 7946 0018". It must be a telephone number in the form of E.164: + and up to 15 digits, without spaces. For example: "+442079460018".',
  },
  {
    mistake: "a country by its name",
    changes: { billing_details: { address: { country: "Germany" } } },
    answer: "400 parameter_invalid billing_details.address.country",
    message:
      'billing_details.address.country is the text "Germany". It must be a country by two letters of ISO 3166-1, in any case. For example: "DE".',
  },
  {
    mistake: "a country by three letters",
    changes: { billing_details: { address: { country: "DEU" } } },
    answer: "400 parameter_invalid billing_details.address.country",
    message:
      'billing_details.address.country is the text "DEU". It must be a country by two letters of ISO 3166-1, in any case. For example: "DE".',
  },
  {
    mistake: "zip for postal_code",
    changes: { billing_details: { address: { zip: "10115" } } },
    answer: "400 request_body_invalid billing_details.address.zip",
    message:
      "billing_details.address.zip is not a field of this request. Did you mean billing_details.address.postal_code? billing_details.address has line1, line2, city, state, postal_code, country.",
  },
  {
    mistake: "street for line1",
    changes: { billing_details: { address: { street: "Unter den Linden 1" } } },
    answer: "400 request_body_invalid billing_details.address.street",
    message:
      "billing_details.address.street is not a field of this request. Did you mean billing_details.address.line1? billing_details.address has line1, line2, city, state, postal_code, country.",
  },
  {
    mistake: "a wallet token as it came, encrypted",
    changes: { payment_method_data: { type: "apple_pay", apple_pay: { format: "encrypted", data: {} } } },
    answer: "400 parameter_invalid payment_method_data.apple_pay.format",
    message: 'payment_method_data.apple_pay.format is the text "encrypted". It must be "decrypted".',
    others: ["payment_method_data.apple_pay.data.card", "payment_method_data.apple_pay.data.cryptogram"],
  },
  {
    mistake: "a wallet without its data",
    changes: { payment_method_data: { type: "google_pay", google_pay: { format: "decrypted" } } },
    answer: "400 request_body_invalid payment_method_data.google_pay.data",
    message:
      'payment_method_data.google_pay.data is missing. It must be an object whose auth_method is one of "CRYPTOGRAM_3DS", "PAN_ONLY".',
  },
  {
    mistake: "a way of authentication that there is not",
    changes: {
      payment_method_data: {
        type: "google_pay",
        google_pay: { format: "decrypted", data: { auth_method: "3DS" } },
      },
    },
    answer: "400 parameter_invalid payment_method_data.google_pay.data.auth_method",
    message:
      'payment_method_data.google_pay.data.auth_method is the text "3DS". It must be one of "CRYPTOGRAM_3DS", "PAN_ONLY".',
  },
  {
    mistake: "browser information of texts",
    changes: {
      browser_information: {
        accept_header: "*/*",
        javascript_enabled: "true",
        screen_width: "1920",
        screen_height: 1080,
        color_depth: 24,
        user_agent: "x",
        language: "en",
        time_zone_offset: 0,
        java_enabled: false,
      },
    },
    answer: "400 parameter_invalid browser_information.javascript_enabled",
    message:
      'browser_information.javascript_enabled is the text "true". It must be true or false, without quotes.',
    others: ["browser_information.screen_width"],
  },
];
