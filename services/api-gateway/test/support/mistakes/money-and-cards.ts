import { validBody } from "../requests.ts";
import type { Mistake } from "./mistake.ts";

/** A body that is right but for its amount, which no number here can hold as it is written. */
const withAmount = (written: string): string =>
  JSON.stringify({ ...validBody(), amount: 0 }).replace('"amount":0', `"amount":${written}`);

/** Wrong amounts, currencies and cards of a Payment. */
export const MONEY_AND_CARDS: readonly Mistake[] = [
  {
    mistake: "an amount in major units, as a text",
    changes: { amount: "49.99" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "49.99". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 49.99 EUR is 4999.',
  },
  {
    mistake: "an amount in major units, as a number",
    changes: { amount: 49.99 },
    answer: "400 parameter_invalid amount",
    message:
      "amount is the number 49.99. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 49.99 EUR is 4999.",
  },
  {
    mistake: "an amount with a comma",
    changes: { amount: "49,99" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "49,99". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 49.99 EUR is 4999.',
  },
  {
    mistake: "yen with decimals",
    changes: { amount: "4999.5", currency: "JPY" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "4999.5". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. JPY has 0 decimals.',
  },
  {
    mistake: "dinars with three decimals",
    changes: { amount: "1.250", currency: "KWD" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "1.250". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 1.250 KWD is 1250.',
  },
  {
    mistake: "an amount as a text of digits",
    changes: { amount: "4999" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "4999". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.',
  },
  {
    mistake: "an amount with a currency sign",
    changes: { amount: "€49.99" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "€49.99". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 49.99 EUR is 4999.',
  },
  {
    mistake: "an amount with its currency behind it",
    changes: { amount: "49.99 EUR" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "49.99 EUR". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 49.99 EUR is 4999.',
  },
  {
    mistake: "an amount with its thousands apart",
    changes: { amount: "1,234.56" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "1,234.56". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 1234.56 EUR is 123456.',
  },
  {
    mistake: "an amount with its thousands apart as in Germany",
    changes: { amount: "1.234,56 €" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "1.234,56 €". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 1234.56 EUR is 123456.',
  },
  {
    mistake: "an amount of zero",
    changes: { amount: 0 },
    answer: "400 parameter_invalid amount",
    message:
      "amount is the number 0. It must be at least 1. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "a negative amount",
    changes: { amount: -4999 },
    answer: "400 parameter_invalid amount",
    message:
      "amount is the number -4999. It must be at least 1. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "no amount",
    without: ["amount"],
    answer: "400 request_body_invalid amount",
    message:
      "amount is missing. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "null for an amount",
    changes: { amount: null },
    answer: "400 request_body_invalid amount",
    message:
      "amount is null. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "an amount as an object",
    changes: { amount: { value: 4999, currency: "EUR" } },
    answer: "400 parameter_invalid amount",
    message:
      "amount is an object. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "a card number for an amount",
    changes: { amount: 4111111111111111000 },
    answer: "400 parameter_invalid amount",
    message:
      "amount is a number. It is too large: the largest number that is read is 9007199254740991. It must be at least 1. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "an amount beyond the whole numbers of JSON readers",
    body: withAmount("9007199254740993"),
    answer: "400 parameter_invalid amount",
    message:
      "amount is a number. It is too large: the largest number that is read is 9007199254740991. It must be at least 1. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "an amount beyond all numbers of JSON readers",
    body: withAmount("1e400"),
    answer: "400 parameter_invalid amount",
    message:
      "amount is a number. It is too large: the largest number that is read is 9007199254740991. It must be at least 1. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "an amount that floating point missed by a little",
    body: withAmount("4999.0000000000001"),
    answer: "400 parameter_invalid amount",
    message:
      "amount is a number. It is close to a whole number, but is none. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.",
  },
  {
    mistake: "a currency of two letters",
    changes: { currency: "EU" },
    answer: "400 parameter_invalid currency",
    message:
      'currency is the text "EU". It must be three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR".',
  },
  {
    mistake: "a currency sign",
    changes: { currency: "€" },
    answer: "400 parameter_invalid currency",
    message:
      'currency is the text "€". It must be three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR".',
  },
  {
    mistake: "a numeric currency",
    changes: { currency: 978 },
    answer: "400 parameter_invalid currency",
    message:
      'currency is the number 978. It must be a text in quotes. Three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR".',
  },
  {
    mistake: "no currency",
    without: ["currency"],
    answer: "400 request_body_invalid currency",
    message:
      'currency is missing. It must be a text in quotes. Three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR".',
  },
  {
    mistake: "a currency that is not accepted",
    changes: { currency: "USD" },
    answer: "422 currency_not_supported currency",
    message: "Payments in USD are not accepted. Accepted are EUR, GBP.",
  },
  {
    mistake: "no payment method",
    without: ["payment_method_data"],
    answer: "400 request_body_invalid payment_method_data",
    message:
      'payment_method_data is missing. It must be an object whose type is one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method that there is not",
    changes: { "payment_method_data.type": "sepa" },
    answer: "400 parameter_invalid payment_method_data.type",
    message:
      'payment_method_data.type is the text "sepa". It must be one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method in camel case",
    changes: { "payment_method_data.type": "applePay" },
    answer: "400 parameter_invalid payment_method_data.type",
    message:
      'payment_method_data.type is the text "applePay". It must be one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method without its type",
    without: ["payment_method_data.type"],
    answer: "400 request_body_invalid payment_method_data.type",
    message: 'payment_method_data.type is missing. It must be one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method as a text",
    changes: { payment_method_data: "card" },
    answer: "400 parameter_invalid payment_method_data",
    message:
      'payment_method_data is the text "card". It must be an object whose type is one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method as a list",
    changes: { payment_method_data: [] },
    answer: "400 parameter_invalid payment_method_data",
    message:
      'payment_method_data is an empty list. It must be an object whose type is one of "card", "apple_pay", "google_pay".',
  },
  {
    mistake: "a payment method without its card",
    without: ["payment_method_data.card"],
    answer: "400 request_body_invalid payment_method_data.card",
    message:
      "payment_method_data.card is missing. It must be an object with number, exp_month, exp_year, cvc, holder_name.",
  },
  {
    mistake: "a card as a text",
    changes: { "payment_method_data.card": "4111111111111111" },
    answer: "400 parameter_invalid payment_method_data.card",
    message:
      "payment_method_data.card is a text of 16 characters. It must be an object with number, exp_month, exp_year, cvc, holder_name.",
  },
  {
    mistake: "a card number with spaces",
    changes: { "payment_method_data.card.number": "4111 1111 1111 1111" },
    answer: "400 parameter_invalid payment_method_data.card.number",
    message:
      "payment_method_data.card.number is a text of 19 characters. It must be 12 to 19 digits, without spaces or hyphens.",
  },
  {
    mistake: "a card number as a number",
    changes: { "payment_method_data.card.number": 4111111111111111 },
    answer: "400 parameter_invalid payment_method_data.card.number",
    message:
      "payment_method_data.card.number is a number. It must be a text in quotes. 12 to 19 digits, without spaces or hyphens.",
  },
  {
    mistake: "a card number that is too short",
    changes: { "payment_method_data.card.number": "41111111" },
    answer: "400 parameter_invalid payment_method_data.card.number",
    message:
      "payment_method_data.card.number is a text of 8 characters. It must be 12 to 19 digits, without spaces or hyphens.",
  },
  {
    mistake: "no card number",
    without: ["payment_method_data.card.number"],
    answer: "400 request_body_invalid payment_method_data.card.number",
    message:
      "payment_method_data.card.number is missing. It must be a text in quotes. 12 to 19 digits, without spaces or hyphens.",
  },
  {
    mistake: "a month as a text",
    changes: { "payment_method_data.card.exp_month": "12" },
    answer: "400 parameter_invalid payment_method_data.card.exp_month",
    message:
      "payment_method_data.card.exp_month is a text of 2 characters. It must be a whole number from 1 to 12, without quotes. Month in which the card expires. For example: 12.",
  },
  {
    mistake: "a month of 13",
    changes: { "payment_method_data.card.exp_month": 13 },
    answer: "400 parameter_invalid payment_method_data.card.exp_month",
    message:
      "payment_method_data.card.exp_month is a number. It must be from 1 to 12. Month in which the card expires. For example: 12.",
  },
  {
    mistake: "a year of two digits",
    changes: { "payment_method_data.card.exp_year": 34 },
    answer: "400 parameter_invalid payment_method_data.card.exp_year",
    message:
      "payment_method_data.card.exp_year is a number. It must be from 2000 to 2099. Year in which the card expires, of four digits. For example: 2034.",
  },
  {
    mistake: "a year as a text",
    changes: { "payment_method_data.card.exp_year": "2034" },
    answer: "400 parameter_invalid payment_method_data.card.exp_year",
    message:
      "payment_method_data.card.exp_year is a text of 4 characters. It must be a whole number from 2000 to 2099, without quotes. Year in which the card expires, of four digits. For example: 2034.",
  },
  {
    mistake: "a security code as a number",
    changes: { "payment_method_data.card.cvc": 123 },
    answer: "400 parameter_invalid payment_method_data.card.cvc",
    message:
      "payment_method_data.card.cvc is a number. It must be a text in quotes. The security code of 3 or 4 digits, as a text, so that leading zeros stay.",
  },
  {
    mistake: "a security code of five digits",
    changes: { "payment_method_data.card.cvc": "12345" },
    answer: "400 parameter_invalid payment_method_data.card.cvc",
    message:
      "payment_method_data.card.cvc is a text of 5 characters. It must be the security code of 3 or 4 digits, as a text, so that leading zeros stay.",
  },
  {
    mistake: "cvv for cvc",
    changes: { "payment_method_data.card.cvv": "123" },
    without: ["payment_method_data.card.cvc"],
    answer: "400 request_body_invalid payment_method_data.card.cvc",
    message:
      "payment_method_data.card.cvc is missing. It must be a text in quotes. The security code of 3 or 4 digits, as a text, so that leading zeros stay. payment_method_data.card.cvv was sent: was this meant?",
    others: ["payment_method_data.card.cvv"],
  },
  {
    mistake: "expiry_month for exp_month",
    changes: { "payment_method_data.card.expiry_month": 12 },
    without: ["payment_method_data.card.exp_month"],
    answer: "400 request_body_invalid payment_method_data.card.exp_month",
    message:
      "payment_method_data.card.exp_month is missing. It must be a whole number from 1 to 12, without quotes. Month in which the card expires. For example: 12. payment_method_data.card.expiry_month was sent: was this meant?",
    others: ["payment_method_data.card.expiry_month"],
  },
  {
    mistake: "cardNumber for number",
    changes: { "payment_method_data.card.cardNumber": "4111111111111111" },
    without: ["payment_method_data.card.number"],
    answer: "400 request_body_invalid payment_method_data.card.number",
    message:
      "payment_method_data.card.number is missing. It must be a text in quotes. 12 to 19 digits, without spaces or hyphens. payment_method_data.card.cardNumber was sent: was this meant?",
    others: ["payment_method_data.card.cardNumber"],
  },
  {
    mistake: "name for holder_name",
    changes: { "payment_method_data.card.name": "Ada Lovelace" },
    without: ["payment_method_data.card.holder_name"],
    answer: "400 request_body_invalid payment_method_data.card.holder_name",
    message:
      'payment_method_data.card.holder_name is missing. It must be a text in quotes. The name on the card: 1 to 255 characters after trimming, no control characters. For example: "Ada Lovelace". payment_method_data.card.name was sent: was this meant?',
    others: ["payment_method_data.card.name"],
  },
  {
    mistake: "a blank holder",
    changes: { "payment_method_data.card.holder_name": "  " },
    answer: "400 parameter_invalid payment_method_data.card.holder_name",
    message:
      'payment_method_data.card.holder_name is a text of 2 characters. It must be the name on the card: 1 to 255 characters after trimming, no control characters. For example: "Ada Lovelace".',
  },
];
