import type { Mistake } from "./mistake.ts";

const PAYOUT = {
  amount: 100,
  currency: "EUR",
  destination: { card_number: "4111111111111111" },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
};
const HOME = { line1: "1 rue de Rivoli", city: "Paris", country: "FR" };

/** What every refusal of an endpoint's url ends with. */
const WEBHOOK_URL =
  'It must be an HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery. In Sandbox an operator can allow the machine\'s own addresses, by plain HTTP too, as `make start` does. For example: "https://shop.example/webhooks".';

/** Paths, ids, queries, and the bodies of other creates. */
export const PATHS_AND_LISTS: readonly Mistake[] = [
  {
    mistake: "a path without its version",
    method: "GET",
    path: "/payments",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "a path in the singular",
    method: "GET",
    path: "/v1/payment",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "another version",
    method: "GET",
    path: "/v2/payments",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "a slash at the end",
    method: "GET",
    path: "/v1/payments/",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "a prefix of api",
    method: "GET",
    path: "/api/v1/payments",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "charges",
    method: "POST",
    path: "/v1/charges",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/payments?",
  },
  {
    mistake: "webhooks",
    method: "GET",
    path: "/v1/webhooks",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/webhook_endpoints?",
  },
  {
    mistake: "Refunds under their Payment",
    path: "/v1/payments/pay_000000000000000000000000/refunds",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /v1/refunds?",
  },
  {
    mistake: "the OpenAPI document under the version",
    method: "GET",
    path: "/v1/openapi.json",
    answer: "404 resource_not_found",
    message: "There is no such path. Did you mean /openapi.json?",
  },
  {
    mistake: "PUT for a Payment",
    method: "PUT",
    path: "/v1/payments",
    answer: "405 method_not_allowed",
    message: "/v1/payments takes POST, GET, HEAD alone.",
  },
  {
    mistake: "DELETE of a Payment",
    method: "DELETE",
    path: "/v1/payments/pay_000000000000000000000000",
    answer: "405 method_not_allowed",
    message: "/v1/payments/{id} takes GET, HEAD alone.",
  },
  {
    mistake: "an id that is none",
    method: "GET",
    path: "/v1/payments/1234",
    answer: "400 invalid_request id",
    message:
      'This is the text "1234". The id of a Payment is pay_ and 24 letters and digits. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.',
  },
  {
    mistake: "an event's id that is none",
    method: "GET",
    path: "/v1/events/evt_1",
    answer: "400 invalid_request id",
    message:
      'This is the text "evt_1". The id of an event is evt_ and 24 letters and digits. For example: evt_7cMj4GhFd9SaZ2xVb6NqWe1R.',
  },
  {
    mistake: "a byte that is no text for an event's id",
    method: "GET",
    path: "/v1/events/%ff",
    answer: "400 invalid_request id",
    message:
      "This is no text in UTF-8. The id of an event is evt_ and 24 letters and digits. For example: evt_7cMj4GhFd9SaZ2xVb6NqWe1R.",
  },
  {
    mistake: "a request that the log does not have",
    method: "GET",
    path: "/workbench/api/requests/req_000000000000000000000000",
    answer: "404 object_not_found request_id",
    message:
      "The log has no request req_000000000000000000000000 that this key may see: the id is mistyped, of another merchant or mode, or no longer kept. Requests of Sandbox keys are kept for 7 days, the newest 10000 of them.",
  },
  {
    mistake: "a list for what takes no field",
    path: "/v1/webhook_endpoints/we_000000000000000000000000/end_overlap",
    body: [],
    answer: "400 request_body_invalid",
    message: "The body is an empty list. It must be an object without fields: {}.",
  },
  {
    mistake: "a list for the body of a resend",
    path: "/v1/events/evt_000000000000000000000000/resend",
    body: [],
    answer: "400 request_body_invalid",
    message: "The body is an empty list. It must be an object without fields: {}.",
  },
  {
    mistake: "a Refund's id for a Payment",
    method: "GET",
    path: "/v1/payments/ref_000000000000000000000000",
    answer: "400 invalid_request id",
    message:
      "This is the id of a Refund. The id of a Payment is pay_ and 24 letters and digits. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.",
  },
  {
    mistake: "a Payment that there is not",
    method: "GET",
    path: "/v1/payments/pay_000000000000000000000000",
    answer: "404 object_not_found id",
    message:
      "This merchant has no Payment pay_000000000000000000000000 in this mode: the id is mistyped, of the other mode, or of another merchant.",
  },
  {
    mistake: "a limit of 1000",
    method: "GET",
    path: "/v1/payments?limit=1000",
    answer: "400 invalid_request limit",
    message:
      "limit is the number 1000. It must be from 1 to 100. Objects on the page; 10 where absent. For example: 20.",
  },
  {
    mistake: "a limit of text",
    method: "GET",
    path: "/v1/payments?limit=all",
    answer: "400 invalid_request limit",
    message:
      'limit is the text "all". It must be a whole number from 1 to 100. Objects on the page; 10 where absent. For example: 20.',
  },
  {
    mistake: "a status in lower case",
    method: "GET",
    path: "/v1/payments?status=succeeded",
    answer: "400 invalid_request status",
    message:
      'status is the text "succeeded". It must be one of PENDING, REQUIRES_ACTION, PROCESSING, SUCCEEDED, FAILED, EXPIRED.',
  },
  {
    mistake: "a page number",
    method: "GET",
    path: "/v1/payments?page=2",
    answer: "400 invalid_request page",
    message:
      "page is not a parameter of this list. Did you mean starting_after? Its parameters are limit, starting_after, ending_before, status, currency, card_brand, card_last4, created[gte], created[gt], created[lte], created[lt], amount[gte], amount[gt], amount[lte], amount[lt], search, integration_type, payment_method_type.",
  },
  {
    mistake: "startingAfter for starting_after",
    method: "GET",
    path: "/v1/payments?startingAfter=pay_000000000000000000000000",
    answer: "400 invalid_request startingAfter",
    message:
      "startingAfter is not a parameter of this list. Did you mean starting_after? Its parameters are limit, starting_after, ending_before, status, currency, card_brand, card_last4, created[gte], created[gt], created[lte], created[lt], amount[gte], amount[gt], amount[lte], amount[lt], search, integration_type, payment_method_type.",
  },
  {
    mistake: "both cursors",
    method: "GET",
    path: "/v1/payments?starting_after=pay_000000000000000000000000&ending_before=pay_000000000000000000000000",
    answer: "400 invalid_search_criteria ending_before",
    message: "starting_after and ending_before exclude each other: send one of them.",
  },
  {
    mistake: "a range that nothing is in",
    method: "GET",
    path: "/v1/payments?amount[gte]=10&amount[lte]=5",
    answer: "400 invalid_search_criteria amount[lte]",
    message:
      "No whole number is in the range of amount[gte]=10 and amount[lte]=5: send a lower start of it or a higher end. For example: amount[gte]=5&amount[lte]=10.",
  },
  {
    mistake: "a range between two numbers that follow each other",
    method: "GET",
    path: "/v1/payments?created[gt]=5&created[lt]=6",
    answer: "400 invalid_search_criteria created[lt]",
    message:
      "No whole number is in the range of created[gt]=5 and created[lt]=6: send a lower start of it or a higher end. For example: created[gte]=5&created[lte]=6.",
  },
  {
    mistake: "a range that ends before the one number that it has",
    method: "GET",
    path: "/v1/payouts?created[gte]=5&created[lt]=5",
    answer: "400 invalid_search_criteria created[lt]",
    message:
      "No whole number is in the range of created[gte]=5 and created[lt]=5: send a lower start of it or a higher end. For example: created[gte]=5&created[lte]=5.",
  },
  {
    mistake: "two starts of a range, the later of which is above its end",
    method: "GET",
    path: "/v1/payments?amount[gte]=2&amount[gt]=9&amount[lte]=9&amount[lt]=40",
    answer: "400 invalid_search_criteria amount[lte]",
    message:
      "No whole number is in the range of amount[gt]=9 and amount[lte]=9: send a lower start of it or a higher end. For example: amount[gte]=9&amount[lte]=9.",
  },
  {
    mistake: "a search for nothing",
    method: "GET",
    path: "/v1/payments?search=",
    answer: "400 invalid_search_criteria search",
    message:
      "search is empty. It must be 1 to 255 characters, not only white space; leave it out to search for nothing. For example: 1111.",
  },
  {
    mistake: "a search for white space",
    method: "GET",
    path: "/v1/payouts?search=%20%20",
    answer: "400 invalid_search_criteria search",
    message:
      "search is white space alone. It must be 1 to 255 characters, not only white space; leave it out to search for nothing. For example: 1111.",
  },
  {
    mistake: "a search of 256 characters",
    method: "GET",
    path: `/v1/payments?search=${"x".repeat(256)}`,
    answer: "400 invalid_search_criteria search",
    message:
      "search has 256 characters. It must be 1 to 255 characters, not only white space; leave it out to search for nothing. For example: 1111.",
  },
  {
    mistake: "a date for a time",
    method: "GET",
    path: "/v1/payments?created[gte]=2026-01-01",
    answer: "400 invalid_request created[gte]",
    message:
      'created[gte] is the text "2026-01-01". It must be a whole number of at least 0. Created in or after this Unix second. For example: 1789300000. 2026-01-01 is 1767225600.',
  },
  {
    mistake: "an escape that is none",
    method: "GET",
    path: "/v1/payments?search=%zz",
    answer: "400 parameter_invalid search",
    message:
      "The query has an escape, or bytes, that are no text in UTF-8, or the character U+0000 (%00), which no text may have. Escape each value as a URL has it.",
  },
  {
    mistake: "U+0000 in a search",
    method: "GET",
    path: "/v1/payments?search=a%00b",
    answer: "400 parameter_invalid search",
    message:
      "The query has an escape, or bytes, that are no text in UTF-8, or the character U+0000 (%00), which no text may have. Escape each value as a URL has it.",
  },
  {
    mistake: "a limit that is given twice",
    method: "GET",
    path: "/v1/payments?limit=5&limit=6",
    answer: "400 invalid_request limit",
    message:
      "limit is given 2 times: send it once. It must be a whole number from 1 to 100. Objects on the page; 10 where absent. For example: 20.",
  },
  {
    mistake: "a limit of twenty digits",
    method: "GET",
    path: "/v1/payments?limit=99999999999999999999",
    answer: "400 parameter_invalid limit",
    message:
      "limit is too large: the largest number that is read is 9007199254740991. It must be a whole number from 1 to 100. Objects on the page; 10 where absent. For example: 20.",
  },
  {
    mistake: "a cursor that is no id",
    method: "GET",
    path: "/v1/payments?starting_after=2",
    answer: "400 invalid_request starting_after",
    message:
      'starting_after is the text "2". It must be pay_ and 24 letters and digits. The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.',
  },
  {
    mistake: "a cursor of another kind",
    method: "GET",
    path: "/v1/payments?ending_before=ref_5f3kQ9xTbN2mW8cRz7LdYv1A",
    answer: "400 invalid_request ending_before",
    message:
      'ending_before is the text "ref_5f3kQ9xTbN2mW8cRz7LdYv1A". It must be pay_ and 24 letters and digits. The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.',
  },
  {
    mistake: "two of a card's last four digits",
    method: "GET",
    path: "/v1/payments?card_last4=42",
    answer: "400 invalid_request card_last4",
    message:
      "card_last4 is the text \"42\". It must be 4 digits. The card's last four digits; a wallet's are its device number's. For example: 1111.",
  },
  {
    mistake: "Refunds without their Payment",
    method: "GET",
    path: "/v1/refunds",
    answer: "400 invalid_request payment_id",
    message:
      "payment_id is missing. It must be pay_ and 24 letters and digits. The Payment whose Refunds are asked for; required. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.",
  },
  {
    mistake: "a Refund without a reason",
    method: "POST",
    path: "/v1/refunds",
    body: { payment_id: "pay_000000000000000000000000", amount: 100 },
    answer: "400 request_body_invalid reason",
    message:
      'reason is missing. It must be a text in quotes. The reason for the refund: at most 50 characters, not only white space. For example: "Returned goods".',
  },
  {
    mistake: "a Refund's amount in major units",
    method: "POST",
    path: "/v1/refunds",
    body: { payment_id: "pay_000000000000000000000000", amount: "10.00", reason: "returned" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "10.00". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 10.00 is 1000 in a currency of 2 decimals.',
  },
  {
    mistake: "a Refund's amount with three decimals",
    method: "POST",
    path: "/v1/refunds",
    body: { payment_id: "pay_000000000000000000000000", amount: "10.005", reason: "returned" },
    answer: "400 parameter_invalid amount",
    message:
      'amount is the text "10.005". It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999. 10.005 is 10005 in a currency of 3 decimals.',
  },
  {
    mistake: "a Refund with payment for payment_id",
    method: "POST",
    path: "/v1/refunds",
    body: { payment: "pay_000000000000000000000000", amount: 100, reason: "returned" },
    answer: "400 request_body_invalid payment_id",
    message:
      'payment_id is missing. It must be pay_ and 24 letters and digits, in quotes. For example: "pay_5f3kQ9xTbN2mW8cRz7LdYv1A". payment was sent: was this meant?',
    others: ["payment"],
  },
  {
    mistake: "a Refund of what is no id",
    method: "POST",
    path: "/v1/refunds",
    body: { payment_id: "pay_nope", amount: 100, reason: "returned" },
    answer: "400 parameter_invalid payment_id",
    message:
      'payment_id is the text "pay_nope". It must be pay_ and 24 letters and digits. For example: "pay_5f3kQ9xTbN2mW8cRz7LdYv1A".',
  },
  {
    mistake: "a Refund of a number",
    method: "POST",
    path: "/v1/refunds",
    body: { payment_id: 42, amount: 100, reason: "returned" },
    answer: "400 parameter_invalid payment_id",
    message:
      'payment_id is the number 42. It must be pay_ and 24 letters and digits, in quotes. For example: "pay_5f3kQ9xTbN2mW8cRz7LdYv1A".',
  },
  {
    mistake: "a Payout to a number with a wrong check digit",
    method: "POST",
    path: "/v1/payouts",
    body: {
      amount: 100,
      currency: "EUR",
      destination: { card_number: "4111111111111112" },
      initiator_ip_address: "203.0.113.7",
      recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
    },
    answer: "422 invalid_card destination.card_number",
    message: "The destination card number is not one: its check digit or its length is wrong.",
  },
  {
    mistake: "a Payout to another brand",
    method: "POST",
    path: "/v1/payouts",
    body: {
      amount: 100,
      currency: "EUR",
      destination: { card_number: "378282246310005" },
      initiator_ip_address: "203.0.113.7",
      recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
    },
    answer: "422 unsupported_card destination.card_number",
    message: "The destination card is not eligible for payouts, which go to Visa and Mastercard cards.",
  },
  {
    mistake: "number for card_number in a Payout",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, destination: { number: "4111111111111111" } },
    answer: "400 request_body_invalid destination.card_number",
    message:
      "destination.card_number is missing. It must be a text in quotes. 12 to 19 digits, without spaces or hyphens. destination.number was sent: was this meant?",
    others: ["destination.number"],
  },
  {
    mistake: "a Payout without a recipient",
    method: "POST",
    path: "/v1/payouts",
    body: {
      amount: 100,
      currency: "EUR",
      destination: { card_number: "4111111111111111" },
      initiator_ip_address: "203.0.113.7",
    },
    answer: "400 request_body_invalid recipient",
    message: "recipient is missing. It must be an object with country, first_name, last_name, address.",
  },
  {
    mistake: "a Payout with half of an expiry",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, destination: { card_number: "4111111111111111", exp_month: 12 } },
    answer: "400 request_body_invalid destination.exp_year",
    message:
      "destination.exp_year is missing. It must be a whole number from 2000 to 2099, without quotes. Year in which the card expires, of four digits. For example: 2034.",
  },
  {
    mistake: "a Payout with a year of two digits",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, destination: { card_number: "4111111111111111", exp_month: 12, exp_year: 34 } },
    answer: "400 parameter_invalid destination.exp_year",
    message:
      "destination.exp_year is a number. It must be from 2000 to 2099. Year in which the card expires, of four digits. For example: 2034.",
  },
  {
    mistake: "expiry_month for exp_month in a Payout",
    method: "POST",
    path: "/v1/payouts",
    body: {
      ...PAYOUT,
      destination: { card_number: "4111111111111111", expiry_month: 12, exp_year: 2034 },
    },
    answer: "400 request_body_invalid destination.exp_month",
    message:
      "destination.exp_month is missing. It must be a whole number from 1 to 12, without quotes. Month in which the card expires. For example: 12. destination.expiry_month was sent: was this meant?",
    others: ["destination.expiry_month"],
  },
  {
    mistake: "a recipient's address as a text",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, recipient: { ...PAYOUT.recipient, address: "1 rue de Rivoli, Paris" } },
    answer: "400 parameter_invalid recipient.address",
    message:
      'recipient.address is the text "1 rue de Rivoli, Paris". It must be an object with line1, line2, city, state, postal_code, country.',
  },
  {
    mistake: "a postal code as a number",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, recipient: { ...PAYOUT.recipient, address: { ...HOME, postal_code: 75001 } } },
    answer: "400 parameter_invalid recipient.address.postal_code",
    message:
      'recipient.address.postal_code is the number 75001. It must be a text in quotes. The postal code: 1 to 32 characters, not only white space. For example: "75001".',
  },
  {
    mistake: "line_1 for line1",
    method: "POST",
    path: "/v1/payouts",
    body: {
      ...PAYOUT,
      recipient: {
        ...PAYOUT.recipient,
        address: { city: "Paris", country: "FR", line_1: "1 rue de Rivoli" },
      },
    },
    answer: "400 request_body_invalid recipient.address.line1",
    message:
      'recipient.address.line1 is missing. It must be a text in quotes. Street and number: 1 to 255 characters, not only white space. For example: "1 rue de Rivoli". recipient.address.line_1 was sent: was this meant?',
    others: ["recipient.address.line_1"],
  },
  {
    mistake: "a sender of one name",
    method: "POST",
    path: "/v1/payouts",
    body: { ...PAYOUT, sender: { name: "Charles Babbage" } },
    answer: "400 request_body_invalid sender.first_name",
    message:
      'sender.first_name is missing. It must be a text in quotes. 1 to 255 characters, not only white space. For example: "Ada".',
    others: ["sender.last_name", "sender.name"],
  },
  {
    mistake: "a webhook endpoint's url without its scheme",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "127.0.0.1:8080", enabled_events: ["*"] },
    answer: "400 parameter_invalid url",
    message: `url is the text "127.0.0.1:8080". It must begin with https://, or with http:// where it is on your own machine. ${WEBHOOK_URL}`,
  },
  {
    mistake: "a webhook endpoint's url with another scheme",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "ftp://shop.example", enabled_events: ["*"] },
    answer: "400 parameter_invalid url",
    message: `url is the text "ftp://shop.example". It must begin with https://, or with http:// where it is on your own machine. ${WEBHOOK_URL}`,
  },
  {
    mistake: "a webhook endpoint's url with a fragment",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/#hook", enabled_events: ["*"] },
    answer: "400 parameter_invalid url",
    message: `url is the text "https://shop.example/#hook". It has a fragment: take out the # and what follows it. ${WEBHOOK_URL}`,
  },
  {
    mistake: "a webhook endpoint's url with a user name",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://ada@shop.example/", enabled_events: ["*"] },
    answer: "400 parameter_invalid url",
    message: `url is a text of 25 characters. It has a user name before its host: take out the part up to the @. ${WEBHOOK_URL}`,
  },
  {
    mistake: "a webhook endpoint's url with a space",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/a hook", enabled_events: ["*"] },
    answer: "400 parameter_invalid url",
    message: `url is the text "https://shop.example/a hook". It has white space: write a space as %20. ${WEBHOOK_URL}`,
  },
  {
    mistake: "a webhook endpoint for an event that there is not",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/hook", enabled_events: ["payment.failed", "payment.success"] },
    answer: "400 parameter_invalid enabled_events",
    message:
      'enabled_events is a list. enabled_events[1] is the text "payment.success". Did you mean "payment.succeeded"? It must be a list of "payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*". Event types, or `["*"]` alone for every type, those to come included. For example: ["payment.succeeded","payment.failed"].',
  },
  {
    mistake: "events for enabled_events",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/hook", events: ["*"] },
    answer: "400 request_body_invalid enabled_events",
    message:
      'enabled_events is missing. It must be a list of "payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*". Event types, or `["*"]` alone for every type, those to come included. For example: ["payment.succeeded","payment.failed"]. events was sent: was this meant?',
    others: ["events"],
  },
  {
    mistake: "a webhook endpoint for every event and one more",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/hook", enabled_events: ["*", "payment.failed"] },
    answer: "400 parameter_invalid enabled_events",
    message:
      'enabled_events is a list. "*" has to stand alone: take out the other entries, or this one. It must be a list of "payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*". Event types, or `["*"]` alone for every type, those to come included. For example: ["payment.succeeded","payment.failed"].',
  },
  {
    mistake: "a webhook endpoint for no event",
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: { url: "https://shop.example/hook", enabled_events: [] },
    answer: "400 parameter_invalid enabled_events",
    message:
      'enabled_events is an empty list. It must be a list of "payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*". Event types, or `["*"]` alone for every type, those to come included. For example: ["payment.succeeded","payment.failed"].',
  },
];
