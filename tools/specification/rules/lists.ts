import type { Section } from "../rule.ts";
import {
  list,
  listFollow,
  listPaging,
  listPlans,
  listProvisional,
  listQuery,
  listRoute,
  refundFollow,
  searchTerm,
} from "../tests.ts";

export const LISTS: readonly Section[] = [
  {
    source: "Specification, GET /v1/payments (docs/design/specification.md#list-payments)",
    rules: {
      "LIST-1": [
        "The route exists and can return 400 invalid_request or 400 invalid_search_criteria.",
        listRoute("answers a page of the key's own Payments, newest first, and whether there are more"),
        listRoute("the three refusals of a query are 400, with the parameter"),
      ],
      "LIST-2": [
        "Object IDs are scoped to the authenticated merchant and mode.",
        listRoute("shows nothing of one merchant to another"),
        list("holds the Payments of the merchant and mode only"),
      ],
    },
  },
  {
    source: "Decisions, Lists (docs/design/decisions.md#lists)",
    rules: {
      "D4-1": [
        "limit: 1 to 100, default 10.",
        listQuery("without parameters it is the ten newest"),
        listQuery("limit may be 1"),
        listQuery("limit may be 100"),
        listQuery("limit is at least 1"),
        listQuery("limit is at most 100"),
      ],
      "D4-2": [
        "starting_after, ending_before: an ID of the same kind, merchant and mode; exclusive of each other.",
        listQuery("starting_after has the shape of a Payment's id"),
        listQuery("ending_before has the shape of a Payment's id"),
        listQuery("the cursors are exclusive of each other"),
        list("a cursor that is no Payment of the merchant and mode is invalid_search_criteria at its name"),
      ],
      "D4-3": [
        "status, currency, card_brand: repeatable; ORed within a filter, ANDed between filters.",
        listQuery("status is repeatable"),
        listQuery("currency is repeatable, in any case, once each"),
        listQuery("card_brand is repeatable, in any case"),
        list("values of one filter are alternatives, filters narrow each other"),
      ],
      "D4-4": [
        "card_last4: four digits.",
        listQuery("card_last4 is four digits"),
        listQuery("card_last4 is no fewer than four digits"),
        listQuery("card_last4 is no more than four digits"),
      ],
      "D4-5": [
        "created[gte], created[gt], created[lte], created[lt]: Unix seconds.",
        listQuery("created[gte] and created[lte] are in the range"),
        listQuery("created[gt] and created[lt] are not in the range"),
        listQuery("created is whole seconds"),
        list("a second holds all that is shown with it, to its last microsecond"),
      ],
      "D4-6": [
        "amount[gte], amount[gt], amount[lte], amount[lt]: minor units, at least 0.",
        listQuery("an amount may be 0"),
        listQuery("an amount is at least 0"),
        listQuery("an amount is minor units"),
      ],
      "D4-7": [
        "search of Payments: a whole ID, a merchant reference, a whole billing e-mail (any case), the card's last four, or the " +
          "amount by the same rule as Payouts; nothing inside words.",
        searchTerm("what a search of Payments may mean"),
        list(
          "finds a Payment by what it was created with: ID, reference, e-mail in any case, last four, amount",
        ),
        searchTerm("words are nothing: no name and no description is searched"),
      ],
      "D4-8": [
        "Amounts are searched with exactly one currency filter, in plain digits with at most the currency's decimals after one " +
          "point or comma.",
        searchTerm("with two currencies there are no amounts"),
        searchTerm("an amount in major units with a comma"),
        searchTerm("an amount with more decimals than the currency has is nothing"),
        list("of four digits finds the card's last four and, with one currency, the amount"),
      ],
      "D4-9": [
        "Payments only: integration_type, payment_method_type.",
        listQuery("integration_type is repeatable"),
        listQuery("payment_method_type is repeatable"),
        listQuery("payment_method_type is one of those there are"),
      ],
      "D4-10": [
        "Newest first in both directions, in order of acceptance also within one second.",
        list("is newest first, in the order of acceptance also within one second and one microsecond"),
        list("goes back to right before a Payment, newest first too, and says whether there are newer ones"),
      ],
      "D4-11": [
        "has_more means more in the direction asked.",
        listPaging(
          "gives every match once, newest first, in both directions, with has_more exactly where there are more",
        ),
        list("goes on after a Payment towards older ones, and says whether there are more of them"),
      ],
      "D4-12": [
        "A cursor is a position only and need not match the filters.",
        list("a cursor is a position only and need not match the filters"),
      ],
      "D4-18": [
        "Going on with ending_before from the newest of each page shows every object once, in the order of acceptance.",
        listFollow("shows every Payment once, in whatever order those of several processes are committed"),
        listFollow(
          "shows nothing beyond one whose create may still take it back, and everything once that is decided",
        ),
        listFollow("goes on where one before was voided"),
        refundFollow("shows every Refund once, in whatever order those of several creators are inserted"),
        refundFollow("shows nothing beyond one that is reserved and not inserted yet, and both once it is"),
        refundFollow("goes on where one before came to nothing"),
        listFollow("shows a hosted one too that waited long between its time and its statement"),
      ],
      "D4-19": [
        "After a 429 or 503 of the provider nothing exists, and no list has shown it.",
        listProvisional("a create that ends throttled was in no list at any time, however it is asked for"),
        listProvisional("a create that ends unavailable was in no list at any time, however it is asked for"),
        listProvisional("one whose provider's answer was lost is there with its 201, PENDING"),
        listProvisional("one whose process died is there once its claim and the longest void are over"),
      ],
      "D4-13": [
        "Enumerations are case-sensitive, currencies and brands are not.",
        listQuery("status is case-sensitive"),
        listQuery("integration_type is case-sensitive"),
        listQuery("currency is repeatable, in any case"),
        listQuery("card_brand is repeatable, in any case"),
      ],
      "D4-14": [
        "invalid_request: value of the wrong shape, unknown parameter, non-repeatable parameter repeated.",
        listQuery("an unknown parameter is refused"),
        listQuery("limit is not repeatable"),
        listQuery("limit is an integer"),
      ],
      "D4-15": [
        "invalid_search_criteria: both cursors, a cursor that does not exist in scope, a range that contradicts itself, a search " +
          "over 255 characters or blank.",
        listQuery("the cursors are exclusive of each other"),
        list("a cursor that is no Payment of the merchant and mode is invalid_search_criteria at its name"),
        listQuery("a range contradicts itself at its upper bound"),
        listQuery("search is at most 255 characters"),
        listQuery("search is not blank"),
      ],
      "D4-16": [
        "parameter_invalid: malformed percent escape; U+0000 and ill-formed Unicode in query values (docs/design/decisions.md#text).",
        listQuery("a malformed escape is parameter_invalid"),
        listQuery("U+0000 is parameter_invalid"),
        listQuery("bytes that are not UTF-8 are parameter_invalid"),
      ],
      "D4-17": [
        "A list of a million rows is paged without a sequential scan (issue, Reads and lists).",
        listPlans("lists of a merchant with a million Payments"),
      ],
    },
  },
];
