import type { Section } from "../rule.ts";
import {
  gatewayPayouts,
  payoutAmounts,
  payoutBody,
  payoutCardData,
  payoutCrashes,
  payoutCreating,
  payoutLifecycle,
  payoutFollow,
  payoutList,
  payoutListAmounts,
  payoutListModel,
  payoutLook,
  payoutProperties,
  payoutResume,
  payoutStops,
  payoutTotals,
} from "../tests.ts";

export const PAYOUTS: readonly Section[] = [
  {
    source: "Specification, Payout (docs/design/specification.md#payout)",
    rules: {
      "PO-1": [
        "Payouts are server-to-server, to eligible Visa or Mastercard cards; never a browser challenge or return URL.",
        payoutBody("a Visa card of 16 digits is accepted"),
        payoutBody("a Mastercard of the 2-series is accepted"),
        payoutBody("nothing else is there: 400 request_body_invalid at return_url"),
      ],
      "PO-2": [
        "The Payout object: id (po_ + 24), amount, currency, merchant_reference, masked destination, recipient with both names as " +
          "strings, status, failure_code and failure_message only when FAILED, timestamps (docs/design/decisions.md#payout).",
        payoutCreating("answers the Payout with exactly the properties that are decided"),
        payoutCreating("tells of each status entered"),
        payoutCreating("keeps recipient names byte for byte, in answers and in events"),
        payoutCreating("hands the card to the provider alone: no table has the number"),
        payoutCardData("not in any log line or answer"),
        payoutProperties("and no row of any table has ever held the card's number"),
      ],
      "PO-3": [
        "Payout statuses; PENDING may move directly to SUCCEEDED or FAILED; SUCCEEDED and FAILED never change.",
        payoutLifecycle("PENDING, succeeded: SUCCEEDED"),
        payoutLifecycle("PENDING, failed: FAILED"),
        payoutLifecycle("SUCCEEDED, failed: contradiction"),
        payoutLook("takes an execution after the end for an anomaly, and changes nothing"),
        payoutProperties("the rules of money hold"),
      ],
      "PO-4": [
        "Preparation that fails before execution is FAILED with processor_unavailable or processor_error.",
        payoutCreating("answers no connection, tries used up as a 201 with FAILED"),
        payoutCreating('answers an explicit "not executed" as a 201 with FAILED'),
        payoutCreating("else FAILED processor_error, nothing sent"),
        payoutAmounts(
          "a provider that does not execute makes FAILED processor_error, and none of it is ever sent",
        ),
      ],
      "PO-5": [
        "An uncertain submission is looked up and never resubmitted (docs/design/architecture.md#rule-3 and #rule-5).",
        payoutLook("and submits nothing again"),
        payoutLook("closes nothing while the submission may still be under way"),
        payoutLook("ends nothing that the provider did not confirm to be closed, and looks again"),
        payoutResume("reads a lapsed one, and never submits it again, whatever it finds"),
        payoutLook("happens after a callback that came while an end was being recorded"),
        payoutProperties("the rules of money hold"),
      ],
      "PO-18": [
        "A process that is killed or stopped at any step leaves one payout, sent once at most (docs/design/architecture.md#rule-1, #rule-3 and #rule-4).",
        payoutCrashes("killed before the insert, which comes after the time to start: nothing is made of it"),
        payoutCrashes("killed between the insert and the submission: closed at the acquirer, and FAILED"),
        payoutCrashes("killed between the acquirer's execution and its recording: the execution is found"),
        payoutCrashes(
          "the gateway killed before it keeps the answer: the next request with the key tells the end",
        ),
        payoutCrashes("killed under load: nothing is lost, and nothing goes out twice"),
        payoutStops("before the insert: continued after the time to start, it makes nothing"),
        payoutStops(
          "with the submission on its way, which arrives after its time: what the book says is told",
        ),
        payoutStops("between the acquirer's execution and its recording: the execution is told, once"),
        payoutStops(
          "the idempotency process, before the answer is kept: the payout is told all the same, and once",
        ),
      ],
      "PO-19": [
        "failure_message is public: no provider's words, and no shopper or new-card advice meant for a Payment.",
        payoutCreating("in words of its own, which advise no shopper"),
      ],
      "PO-20": [
        "With the breaker open a create is 503 before anything is made (docs/design/decisions.md#breaker-open).",
        payoutCreating("makes nothing while the breaker is open, and says when to come back"),
      ],
    },
  },
  {
    source:
      "Specification, POST /v1/payouts (docs/design/specification.md#create-payout; docs/design/decisions.md#payout)",
    rules: {
      "PO-6": [
        "amount, currency, destination.card_number, initiator_ip_address, recipient.country and both names are required; " +
          "merchant_reference has ten digits.",
        payoutBody("an amount is at least 1"),
        payoutBody("a card number has 12 digits at least"),
        payoutBody("an address is a literal one"),
        payoutBody("a country exists"),
        payoutBody("a first name is not blank"),
        payoutBody("a last name has 255 characters at most"),
        payoutBody("a reference has ten digits"),
        payoutBody("the first fault in the order of the fields is told"),
      ],
      "PO-7": [
        "A card number that fails its check digit or its brand's length is 422 invalid_card, one of another brand 422 " +
          "unsupported_card, both at destination.card_number.",
        payoutBody("a wrong check digit is invalid_card"),
        payoutBody("a Visa card of 15 digits is invalid_card"),
        payoutBody("American Express is unsupported_card"),
        payoutBody("just above the 2-series is unsupported_card"),
      ],
      "PO-8": [
        "payout_submission_unavailable, merchant_not_provisioned, currency_not_supported, in this order and after a replay; payout " +
          "currencies are settings of their own.",
        gatewayPayouts(
          "payouts switched off come before provisioning, that before the currency, and that before the card",
        ),
        gatewayPayouts("every payout currency of the settings is accepted, and no other"),
        gatewayPayouts("a refused Payout leaves its key free for any body"),
      ],
      "PO-9": [
        "Errors object_not_found and object_state_conflict.",
        gatewayPayouts("the owner's object_state_conflict is told as 409"),
        gatewayPayouts("the owner's object_not_found is told as 404"),
      ],
      "PO-10": [
        "Payout identity: amount, normalized currency, canonical initiator IP, uppercased country, names, card number, " +
          "merchant_reference; a replay returns the saved creation response.",
        gatewayPayouts("with the same key, another notation of the same address is the same request"),
        gatewayPayouts(
          "with the same key, another card of the same brand and last four is idempotency_key_reused",
        ),
        gatewayPayouts("with the same key, a blank more in a name is idempotency_key_reused"),
        gatewayPayouts("a replay is the saved creation response, whatever has become of the Payout"),
        payoutAmounts("the replay tells the first story"),
      ],
      "PO-11": [
        "Payouts by amount (docs/design/decisions.md#sandbox-transfers). A provider's 429 or 503 after the insert is FAILED processor_unavailable (docs/design/decisions.md#refused-submissions).",
        payoutAmounts("106000 succeeds at once, 106001 stays PENDING"),
        payoutAmounts("100051 is a 201 FAILED insufficient_funds, with nothing sent"),
        payoutAmounts("104051 is PROCESSING, then FAILED insufficient_funds"),
        payoutAmounts("105098 is told as recorded, looked up and found to be sent, once"),
        payoutCreating("answers a provider's 429 as a 201 with FAILED"),
        payoutCreating("answers a provider's 503 as a 201 with FAILED"),
        payoutAmounts(
          "a provider's throttle is a 201 FAILED processor_unavailable, and none of it is ever sent",
        ),
      ],
    },
  },
  {
    source:
      "Specification, GET /v1/payouts and GET /v1/payouts/{payout_id} (docs/design/specification.md#list-payouts and #get-payout; docs/design/decisions.md#lists)",
    rules: {
      "PO-12": [
        "GET /v1/payouts/{payout_id}: the Payout as last recorded; retrieval does not advance it.",
        gatewayPayouts(
          "a Payout is read by its id within merchant and mode; another shape is 400, an unknown one 404",
        ),
        payoutLook("is not done by a retrieval: what is due stays as recorded"),
      ],
      "PO-13": [
        "Lists are merchant-scoped, newest first, with cursors in both directions and total_count before pagination.",
        payoutList("is newest first, with how many there are in all"),
        payoutList("goes on from a cursor in both directions, and counts all the same"),
        payoutList("shows another merchant and another mode nothing"),
        payoutFollow("shows every Payout once, in whatever order those of several processes are committed"),
        payoutFollow("shows one too that waited long between its time and its statement"),
      ],
      "PO-14": [
        "status, currency, card_brand, card_last4, created and amount filter, and still constrain a search.",
        payoutList("finds by status"),
        payoutList("finds by all together"),
        payoutList("finds by a search within filters"),
        payoutListModel("lists of thousands of random Payouts"),
      ],
      "PO-15": [
        "search: literal and in any case over whole IDs, references and names; four digits are the card's too; with exactly one " +
          "currency the major-unit amount, a decimal comma accepted; % and _ are literal characters.",
        payoutList("finds a whole ID in any case, and no part of one"),
        payoutList("finds by a percent sign, literally"),
        payoutList("finds by an underscore, literally"),
        payoutList("finds by four digits of the card"),
        payoutList("finds by an amount with a comma"),
        payoutList("finds by no amount with two currencies"),
        payoutListModel("lists of thousands of random Payouts"),
      ],
      "PO-16": [
        "A malformed escape is 400 parameter_invalid; invalid_request and invalid_search_criteria as for Payments.",
        gatewayPayouts(
          "a list is asked of the owner as it was read, and a malformed escape in a search is parameter_invalid",
        ),
      ],
      "PO-17": [
        "total_count is exact and of one moment with its page.",
        payoutTotals("the rows' own numbers whatever became of them, and however they are folded"),
        payoutTotals("are of the same moment as their page while Payouts come, move and are folded"),
        payoutListAmounts(
          "count the same within the range as outside of it, while Payouts move and totals are folded",
        ),
      ],
      "PO-21": [
        "Unmasked card data must not be logged, nor be in a message: a search for a card's whole number finds nothing and goes no " +
          "further (docs/design/architecture.md#rule-11).",
        gatewayPayouts(
          "a search for a card's whole number finds nothing, and reaches neither the owner nor the log",
        ),
      ],
    },
  },
];
