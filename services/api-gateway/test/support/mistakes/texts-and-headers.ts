import type { Mistake } from "./mistake.ts";

const PLACEHOLDER =
  "This is the placeholder of the documents, not a key: put your own key in its place. `make start` prints a Sandbox key; elsewhere your operator gives you one.";

/** Bodies that are no JSON, and headers. */
export const TEXTS_AND_HEADERS: readonly Mistake[] = [
  {
    mistake: "a form instead of JSON",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "amount=4999&currency=EUR",
    answer: "400 request_body_invalid Content-Type",
    message:
      "The Content-Type application/x-www-form-urlencoded is not read. The fields of a form are not read here. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "a form with files",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "--x--",
    answer: "400 request_body_invalid Content-Type",
    message:
      "The Content-Type multipart/form-data is not read. The fields of a form are not read here. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "plain text",
    headers: { "content-type": "text/plain" },
    body: "{}",
    answer: "400 request_body_invalid Content-Type",
    message: "The Content-Type text/plain is not read. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "a Content-Type that is none",
    headers: { "content-type": "json" },
    body: "{}",
    answer: "400 request_body_invalid Content-Type",
    message: "The Content-Type json is not read. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "an empty Content-Type",
    headers: { "content-type": "" },
    body: "{}",
    answer: "400 request_body_invalid Content-Type",
    message: "The request has no Content-Type. Send JSON with Content-Type: application/json.",
  },
  {
    mistake: "JSON in another character set",
    headers: { "content-type": "application/json; charset=iso-8859-1" },
    body: "{}",
    answer: "400 request_body_invalid Content-Type",
    message: "The Content-Type names the character set iso-8859-1, which is not read. Send JSON in UTF-8.",
  },
  {
    mistake: "JSON in UTF-16, as its Content-Type says",
    headers: { "content-type": 'application/json; charset="UTF-16"' },
    body: Buffer.from("{}", "utf16le"),
    answer: "400 request_body_invalid Content-Type",
    message: "The Content-Type names the character set UTF-16, which is not read. Send JSON in UTF-8.",
  },
  {
    mistake: "JSON in a character set whose name is none, with UTF-8 behind it",
    headers: { "content-type": "application/json; charset='latin1'; charset=utf-8" },
    body: "{}",
    answer: "400 request_body_invalid Content-Type",
    message: "The Content-Type names a character set, which is not read. Send JSON in UTF-8.",
  },
  {
    mistake: "JSON in UTF-16, as PowerShell saves it",
    body: Buffer.from('\ufeff{"amount": 4999}', "utf16le"),
    answer: "400 request_body_invalid",
    message:
      'The body is in UTF-16 (little-endian). Send it in UTF-8, without a byte order mark. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "JSON in UTF-16 without a byte order mark",
    body: Buffer.from('{"description": "тест"}', "utf16le"),
    answer: "400 request_body_invalid",
    message:
      'The body is in UTF-16 (little-endian). Send it in UTF-8, without a byte order mark. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "JSON in UTF-16 of the other order, as Java encodes it",
    body: Buffer.from('\ufeff{"amount": 4999}', "utf16le").swap16(),
    answer: "400 request_body_invalid",
    message:
      'The body is in UTF-16 (big-endian). Send it in UTF-8, without a byte order mark. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "JSON in UTF-16 of the other order without a byte order mark",
    body: Buffer.from("{}", "utf16le").swap16(),
    answer: "400 request_body_invalid",
    message:
      'The body is in UTF-16 (big-endian). Send it in UTF-8, without a byte order mark. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "JSON in UTF-32",
    body: Buffer.from("{\0\0\0}\0\0\0"),
    answer: "400 request_body_invalid",
    message:
      'The body is in UTF-32 (little-endian). Send it in UTF-8, without a byte order mark. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a field that stands twice",
    body: '{"amount": 4999, "currency": "EUR",\n "amount": 5999}',
    answer: "400 request_body_invalid amount",
    message: "amount stands in the body twice, the second time at line 2, column 2. Send each field once.",
  },
  {
    mistake: "no body",
    body: "",
    answer: "400 request_body_invalid",
    message:
      'The body is empty. Send a JSON object. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a comma after the last field",
    body: '{"amount": 4999,}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 17: nothing follows the comma before it: remove that comma. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a comma after the last entry of a list, on a line of its own",
    body: '{"enabled_events": ["payment.failed",\n]}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 2, column 1: nothing follows the comma before it: remove that comma. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "single quotes",
    body: "{'amount': 4999}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 2: names and texts stand in double quotes. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "names without quotes",
    body: "{amount: 4999}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 2: JSON does not know this word; texts and names stand in double quotes. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a body that is cut off",
    body: '{"amount": 4999, "currency": "EU',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 30: a text has no closing quote on its line; a line break in it is written \\n. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a body that lacks its last brace",
    body: '{"amount": 4999',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 16: a closing brace is missing. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a comment",
    body: '{"amount": 4999 /* euros */}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 17: JSON has no comments. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "Python's None",
    body: '{"amount": None}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 12: true, false and null are written so. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a byte order mark",
    body: "\ufeff{}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 1: it begins with a byte order mark: save it as UTF-8 without one. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a compressed body",
    body: "\u001f\u008b\b{}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 1: it is compressed, or not in UTF-8: send it as plain UTF-8. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "XML",
    body: "<payment/>",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 1: it begins as XML or HTML does. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a form's fields that are called JSON",
    body: "amount=4999&currency=EUR",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 1: it begins as a form\'s fields do. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "quotes of a word processor",
    body: "{“amount”: 4999}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 2: names and texts stand in double quotes. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a number that begins with 0",
    body: '{"amount": 0049}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 13: a number does not begin with 0. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a number with a comma",
    body: '{"amount": 49,99}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 15: a number has no comma. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a number with a digit separator",
    body: '{"amount": 4_999}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 13: a number has digits alone. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "a line break in a text",
    body: '{"description": "two\nlines"}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 17: a text has no closing quote on its line; a line break in it is written \\n. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "two values",
    body: "{} {}",
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 1, column 4: something follows the end of the value. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
  },
  {
    mistake: "an error on the third line",
    body: '{\n  "amount": 4999,\n  "currency" "EUR"\n}',
    answer: "400 request_body_invalid",
    message:
      'The body is not valid JSON at line 3, column 14: a colon is expected. JSON looks like this: {"amount": 4999, "currency": "EUR"}.',
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
    mistake: "X-Idempotency-Key",
    headers: { "idempotency-key": null, "x-idempotency-key": "key-of-a-beginner" },
    answer: "400 parameter_missing Idempotency-Key",
    message:
      "The header X-Idempotency-Key is not read. Every create needs the header Idempotency-Key. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
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
    mistake: "an Authorization with nothing in it",
    headers: { authorization: "" },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header is empty. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
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
    message: PLACEHOLDER,
  },
  {
    mistake: "the placeholder of the documents",
    headers: { authorization: "Bearer api_test_sk_YOUR_KEY" },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "the placeholder of the documents in live mode",
    headers: { authorization: "Bearer api_live_sk_YOUR_KEY" },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "the placeholder of the API reference",
    headers: { authorization: "Bearer YOUR_SECRET_TOKEN" },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "the ellipsis of a sentence",
    headers: { authorization: Buffer.from("Bearer api_test_sk_…").toString("latin1") },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "three dots for it",
    headers: { authorization: "Bearer api_test_sk_..." },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "a placeholder in angle brackets",
    headers: { authorization: "Bearer <api_test_sk_YOUR_KEY>" },
    answer: "401 invalid_api_key",
    message: PLACEHOLDER,
  },
  {
    mistake: "the key in Api-Key",
    headers: { authorization: null, "api-key": "$KEY" },
    answer: "401 invalid_api_key",
    message:
      "The header Api-Key is not read. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the key in apikey",
    headers: { authorization: null, apikey: "$KEY" },
    answer: "401 invalid_api_key",
    message:
      "The header apikey is not read. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the key in X-Auth-Token",
    headers: { authorization: null, "x-auth-token": "$KEY" },
    answer: "401 invalid_api_key",
    message:
      "The header X-Auth-Token is not read. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a colon after Bearer",
    headers: { authorization: "Bearer: $KEY" },
    answer: "401 invalid_api_key",
    message:
      "A colon follows Bearer: a space alone stands between it and the key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a tab after Bearer",
    headers: { authorization: "Bearer\t$KEY" },
    answer: "401 invalid_api_key",
    message:
      "A tab follows Bearer: a space alone stands between it and the key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "no space after Bearer",
    headers: { authorization: "Bearer$KEY" },
    answer: "401 invalid_api_key",
    message:
      "No space follows Bearer: one stands between it and the key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "Bearer after the key",
    headers: { authorization: "$KEY Bearer" },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header does not begin with Bearer and a space. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the name of the header twice",
    headers: { authorization: "Authorization: Bearer $KEY" },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header does not begin with Bearer and a space. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the whole header in quotes",
    headers: { authorization: '"Bearer $KEY"' },
    answer: "401 invalid_api_key",
    message:
      "The Authorization header does not begin with Bearer and a space. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a key in quotes",
    headers: { authorization: 'Bearer "$KEY"' },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer is in quotes: send the key without them. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "Bearer twice",
    headers: { authorization: "Bearer Bearer $KEY" },
    answer: "401 invalid_api_key",
    message:
      "Bearer stands there twice: send it once. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a key in angle brackets",
    headers: { authorization: "Bearer <$KEY>" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer is in brackets: send the key without them. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the name of a variable in the shell",
    headers: { authorization: "Bearer $FLOWLIX_KEY" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer looks like the name of a variable, whose value was not put in. In a shell double quotes around the header put it in, single ones do not. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the name of a variable in Postman",
    headers: { authorization: "Bearer {{api_key}}" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer looks like the name of a variable, whose value was not put in. In a shell double quotes around the header put it in, single ones do not. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a variable without a value",
    headers: { authorization: "Bearer undefined" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer is what a program writes for no value: the variable of the key has none. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "the secret of a webhook endpoint for the key",
    headers: { authorization: "Bearer whsec_abc" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer begins as the secret of a webhook endpoint does, which signs events and is no API key. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a blank in the key",
    headers: { authorization: "Bearer api_test_sk_ abc" },
    answer: "401 invalid_api_key",
    message:
      "What follows Bearer has white space in it, which no key has. Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.",
  },
  {
    mistake: "a comma after the key",
    headers: { authorization: "Bearer $KEY," },
    answer: "401 invalid_api_key",
    message: "The API key has a sign that no key has: after its beginning there are 32 letters and digits.",
  },
];
