import type { Mistake } from "./mistake.ts";

/** Bodies that are no JSON, and headers. */
export const TEXTS_AND_HEADERS: readonly Mistake[] = [
  {
    mistake: "a form instead of JSON",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "amount=4999&currency=EUR",
    answer: "400 request_body_invalid",
    message:
      "The Content-Type application/x-www-form-urlencoded is not read. The fields of a form are not read here. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "a form with files",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "--x--",
    answer: "400 request_body_invalid",
    message:
      "The Content-Type multipart/form-data is not read. The fields of a form are not read here. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "plain text",
    headers: { "content-type": "text/plain" },
    body: "{}",
    answer: "400 request_body_invalid",
    message: "The Content-Type text/plain is not read. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "JSON in another character set",
    headers: { "content-type": "application/json; charset=iso-8859-1" },
    body: "{}",
    answer: "400 request_body_invalid",
    message: "The Content-Type names a character set that is not UTF-8. Send JSON in UTF-8.",
  },
  {
    mistake: "no body",
    body: "",
    answer: "400 request_body_invalid",
    message: "The body is empty. Send a JSON object.",
  },
  {
    mistake: "a comma after the last field",
    body: '{"amount": 4999,}',
    answer: "400 request_body_invalid",
    message:
      "The body is not valid JSON at line 1, column 17: nothing follows the comma before it: remove that comma.",
  },
  {
    mistake: "a comma after the last entry of a list, on a line of its own",
    body: '{"enabled_events": ["payment.failed",\n]}',
    answer: "400 request_body_invalid",
    message:
      "The body is not valid JSON at line 2, column 1: nothing follows the comma before it: remove that comma.",
  },
  {
    mistake: "single quotes",
    body: "{'amount': 4999}",
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 2: JSON does not know this word.",
  },
  {
    mistake: "names without quotes",
    body: "{amount: 4999}",
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 2: JSON does not know this word.",
  },
  {
    mistake: "a body that is cut off",
    body: '{"amount": 4999, "currency": "EU',
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 30: a text has no closing quote.",
  },
  {
    mistake: "a body that lacks its last brace",
    body: '{"amount": 4999',
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 16: a closing brace is missing.",
  },
  {
    mistake: "a comment",
    body: '{"amount": 4999 /* euros */}',
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 17: JSON has no comments.",
  },
  {
    mistake: "Python's None",
    body: '{"amount": None}',
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 12: JSON does not know this word.",
  },
  {
    mistake: "two values",
    body: "{} {}",
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 1, column 4: something follows the end of the value.",
  },
  {
    mistake: "an error on the third line",
    body: '{\n  "amount": 4999,\n  "currency" "EUR"\n}',
    answer: "400 request_body_invalid",
    message: "The body is not valid JSON at line 3, column 14: a colon is expected.",
  },
  {
    mistake: "a list",
    body: "[]",
    answer: "400 request_body_invalid",
    message:
      "The body is an empty list. It must be an object with amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.",
  },
  {
    mistake: "a text",
    body: '"hello"',
    answer: "400 request_body_invalid",
    message:
      'The body is the text "hello". It must be an object with amount, currency, payment_method_data, customer_ip_address, merchant_customer_id, return_url, merchant_reference, browser_information, billing_details, description, statement_descriptor.',
  },
  {
    mistake: "an empty object",
    body: "{}",
    answer: "400 request_body_invalid amount",
    message:
      "amount is missing. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.",
    others: ["currency", "payment_method_data", "customer_ip_address", "merchant_customer_id", "return_url"],
  },
  {
    mistake: "no Idempotency-Key",
    headers: { "idempotency-key": null },
    answer: "400 parameter_missing Idempotency-Key",
    message:
      "Every create needs the header Idempotency-Key. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
  },
  {
    mistake: "an Idempotency-Key of 300 characters",
    headers: {
      "idempotency-key":
        "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk",
    },
    answer: "400 parameter_invalid Idempotency-Key",
    message:
      "The Idempotency-Key has 300 characters. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
  },
  {
    mistake: "an Idempotency-Key of 2000 characters",
    headers: {
      "idempotency-key":
        "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk",
    },
    answer: "400 parameter_invalid Idempotency-Key",
    message:
      "The Idempotency-Key has 2000 characters. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
  },
  {
    mistake: "an umlaut in an Idempotency-Key",
    headers: { "idempotency-key": "schlüssel" },
    answer: "400 parameter_invalid Idempotency-Key",
    message:
      "The Idempotency-Key has a character that is not allowed. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
  },
  {
    mistake: "no Authorization",
    headers: { authorization: null },
    answer: "401 invalid_api_key",
    message:
      "The request has no Authorization header. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the key in X-API-Key",
    headers: { authorization: null, "x-api-key": "$KEY" },
    answer: "401 invalid_api_key",
    message:
      "The header X-API-Key is not read. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "HTTP Basic, as curl -u does",
    headers: { authorization: "Basic $BASIC" },
    answer: "401 invalid_api_key",
    message:
      "HTTP Basic was sent, in which no key is read. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode. With curl that is -H, not -u.",
  },
  {
    mistake: "a key for idempotency that another request was sent with",
    isSecond: true,
    headers: { "idempotency-key": "the-number-of-an-order" },
    changes: { amount: 5999 },
    answer: "409 idempotency_key_reused Idempotency-Key",
    message:
      "Idempotency-Key was used before for a request with another body, and nothing was made now. One of these differs, and which one is not kept: amount, currency, customer_ip_address, merchant_customer_id, return_url, merchant_reference, billing_details, description, statement_descriptor, payment_method_data.type. To repeat the first request send it exactly as it was; one that was changed needs a new key.",
  },
  {
    mistake: "the key without Bearer",
    headers: { authorization: "$KEY" },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header has one word, without Bearer before it. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "Token for Bearer",
    headers: { authorization: "Token $KEY" },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header has another scheme than Bearer. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "Bearer alone",
    headers: { authorization: "Bearer" },
    answer: "401 invalid_api_key",
    message:
      "No key follows Bearer. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a key that is cut off",
    headers: { authorization: "Bearer api_test_sk_abc" },
    answer: "401 invalid_api_key",
    message:
      "The API key is cut off or has letters too many: after its beginning there are 32 letters and digits.",
  },
  {
    mistake: "a key of another provider",
    headers: { authorization: "Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer does not have the form of an API key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "an unknown Sandbox key",
    headers: { authorization: "Bearer api_test_sk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
    answer: "401 invalid_api_key",
    message:
      "This API key is not valid here: it is mistyped, expired or revoked, or of another installation. It is a Sandbox key: check that the base URL is the one it was made for.",
  },
  {
    mistake: "a live key",
    headers: { authorization: "Bearer api_live_sk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
    answer: "401 invalid_api_key",
    message:
      "This API key is not valid here: it is mistyped, expired or revoked, or of another installation. It is a live key: check that the base URL is the one it was made for.",
  },
  {
    mistake: "the placeholder of a sample",
    headers: { authorization: "Bearer YOUR_API_KEY" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer does not have the form of an API key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
];
