import type { Section } from "../rule.ts";
import {
  branding,
  brandingTool,
  browserOnce,
  browserOutcomes,
  browserWays,
  handlingEndToEnd,
  hostedBody,
  hostedChallenge,
  hostedCrash,
  hostedCreate,
  hostedExpiry,
  hostedForm,
  hostedPage,
  hostedPayment,
  hostedSubmit,
  pageCard,
  pageLanguages,
  pageReturn,
  pageSecurity,
  pageStates,
  pageSubmit,
  servedPage,
  pageToken,
  payerAddress,
} from "../tests.ts";

const identityOf = (name: string) =>
  hostedCreate(`what makes two hosted Payments with one key the same request ${name}`);

export const HOSTED_PAGE: readonly Section[] = [
  {
    source: "Specification, POST /v1/payments/hpp (docs/design/specification.md#create-hosted-payment)",
    rules: {
      "HPP-1": [
        "Requires Idempotency-Key.",
        hostedCreate("needs an Idempotency-Key, a key of the merchant, and JSON"),
      ],
      "HPP-2": [
        "Requires merchant_customer_id, by the same rules as Direct.",
        hostedBody("`merchant_customer_id`: required on the hosted page as on Direct"),
      ],
      "HPP-3": [
        "Identity: amount, normalized currency (trimmed, uppercased), billing_details, customer_ip_address, description, " +
          "merchant_customer_id, merchant_reference, return_url.",
        identityOf("another amount: idempotency_key_reused"),
        identityOf("another notation of the currency: replayed"),
        identityOf("white space around the currency: replayed"),
        identityOf("another currency: idempotency_key_reused"),
        identityOf("billing details: idempotency_key_reused"),
        identityOf("an address of the customer: idempotency_key_reused"),
        identityOf("a description: idempotency_key_reused"),
        identityOf("another customer: idempotency_key_reused"),
        identityOf("a merchant reference: idempotency_key_reused"),
        identityOf("another return URL: idempotency_key_reused"),
      ],
      "HPP-4": [
        "A Payment with integration_type HOSTED_PAYMENT_PAGE can carry next_action.reason hosted_payment_page.",
        hostedPayment("requires the customer's action from birth, has no card yet"),
        hostedCreate("answers 201 with a Payment that requires its hosted page"),
      ],
      "HPP-5": [
        "New Hosted Payment Page Payments accept only EUR and GBP; refusals by account and currency are those of Direct.",
        hostedCreate("refuses a currency and an account as a Direct Payment does, and replays come first"),
      ],
      "HPP-6": [
        "The service collects card details and handles required browser authentication.",
        browserOutcomes("success: charged once, said so, and led back to the merchant"),
        browserOutcomes("3D Secure completed: to the bank and back, charged once"),
      ],
      "HPP-7": [
        "The former of two paths creates the same Payment resource; payment_method null means unknown.",
        hostedPayment("is told by one event, which shows it as its GET does"),
        hostedSubmit("is charged, and its Payment shows it"),
      ],
    },
  },
  {
    source: "Decisions, Hosted Payment Page: its request (docs/design/decisions.md#hosted-request)",
    rules: {
      "D3-1": [
        "amount, currency, return_url, merchant_customer_id required.",
        hostedBody("is accepted with the required fields alone"),
        hostedBody("`amount`: int64 in minor units, required, minimum 1"),
        hostedBody("`currency`"),
        hostedBody("missing is request_body_invalid at return_url"),
        hostedBody("missing is request_body_invalid at merchant_customer_id"),
      ],
      "D3-2": [
        "customer_ip_address, merchant_reference, description, billing_details optional.",
        hostedBody("`customer_ip_address`: optional here"),
        hostedBody("`merchant_reference`: optional integer of exactly 10 digits"),
        hostedBody("`description`"),
        hostedBody("`billing_details`"),
      ],
      "D3-3": [
        "Anything else, payment_method_data and browser_information included, is refused.",
        hostedBody("anything else is refused, what belongs to a Direct Payment included payment_method_data"),
        hostedBody("anything else is refused, what belongs to a Direct Payment included browser_information"),
        hostedBody(
          "of several faults of a hosted Payment the first in the order of the documented field list",
        ),
      ],
      "D3-4": [
        "201 with REQUIRES_ACTION, payment_method null, next_action.reason hosted_payment_page.",
        hostedCreate(
          "answers 201 with a Payment that requires its hosted page, under a URL that nobody can guess",
        ),
      ],
      "D3-5": [
        "redirect_url carries an unguessable token of its own; the Payment ID alone opens nothing.",
        pageToken("are good under every key of the ring, and for their own Payment only"),
        hostedCreate("tells the same URL in a replay, in a GET and in a list, and stores none of it"),
        servedPage("is one and the same 404 page"),
      ],
      "D3-6": [
        "GET /v1/payments/hpp is 405 with Allow: POST (docs/design/decisions.md#allowed-methods).",
        hostedCreate("is a path of its own: its GET is 405 with `Allow: POST`"),
        handlingEndToEnd("a path comes before its method, a method before the key"),
      ],
      "D3-7": [
        "Hosted page expiry 60 min (docs/design/decisions.md#times).",
        hostedPayment("expires an hour after its creation, and nothing looks at it before"),
      ],
    },
  },
  {
    source: "Decisions, Hosted Payment Page: the page (docs/design/decisions.md#hosted-page)",
    rules: {
      "D3-PAGE-1": [
        "Amount, merchant name, description, card form prefilled from billing_details; what the payer edits wins.",
        pageStates("shows the form: amount, merchant, description, labelled fields, the way out"),
        pageStates("is prefilled from billing_details"),
        hostedSubmit("brings the payer's billing details, which stand in the place of the merchant's"),
        browserWays("prefills what the merchant knows, and the payer's word counts"),
      ],
      "D3-PAGE-2": [
        "Inline checks (Luhn, expiry, CVC length per brand) that never end the Payment.",
        pageCard("a card as typed on the page"),
        hostedSubmit("that fails our own checks never ends its Payment and never reaches the provider"),
        browserWays("says what is wrong beside the field, before anything is sent"),
      ],
      "D3-PAGE-3": [
        "Works without a mouse and with a screen reader, on a phone, without any third-party script.",
        browserWays("can be used with the keyboard alone"),
        browserWays("works without JavaScript: form, faults, 3D Secure and the way back"),
        pageSecurity("names no other origin but the merchant's own"),
      ],
      "D3-PAGE-4": [
        "A strict content security policy, no framing, no caching.",
        pageSecurity("load nothing but our own, be in no frame, keep nothing, tell nobody"),
        pageSecurity("a nonce is used once"),
      ],
      "D3-PAGE-5": [
        "Card data never appears in a URL or a log.",
        servedPage("stands in no log, metric, header or page, whatever becomes of it"),
        browserWays("leaves no card number in any address, and none in the history"),
      ],
      "D3-PAGE-6": [
        "3D Secure happens on the page's own way: next_action.reason becomes three_d_secure while it lasts.",
        hostedChallenge("leads the payer to the challenge while it lasts, without another event"),
        browserOutcomes("3D Secure completed: to the bank and back, charged once"),
      ],
      "D3-PAGE-7": [
        "A decline ends the Payment as FAILED and the page says so plainly, with a way back to the merchant.",
        pageStates("declined: a sentence for a human and no code, no automatic leading, no form"),
        browserOutcomes("decline: said plainly, nothing leads on by itself, a link leads back"),
      ],
      "D3-PAGE-8": [
        "Cancel sends the payer back and leaves the Payment REQUIRES_ACTION; the page says so.",
        pageStates(
          "cancelled without a card: nothing was charged, it can still be completed, and the way leads to the merchant",
        ),
        pageStates("cancelled after a card or at the bank: nothing is promised but one charge at most"),
        browserOutcomes("cancelled: nothing charged, back to the merchant, and the link still works"),
      ],
      "D3-PAGE-9": [
        "Ten refused submits close the form for ten minutes; the Payment stays.",
        hostedForm("end for ten minutes with the tenth refused submit, and the Payment stays"),
        hostedForm("begin anew after the ten minutes"),
        browserOutcomes("too many refused tries: the form is closed for a while, then opens again"),
      ],
      "D3-PAGE-10": [
        "The earlier of the page's and the challenge's expiry counts; expiry counts from creation of the step; retries never " +
          "extend it.",
        hostedChallenge("expires after its own fifteen minutes where the page has longer"),
        hostedChallenge("expires with the page where that is earlier"),
        hostedExpiry(
          "without a card needs no provider: it is EXPIRED in its time, with its event, and not before",
        ),
      ],
      "D3-PAGE-11": [
        "After a cancelled challenge the page leads to the challenge again.",
        hostedChallenge("leads to it again after it was cancelled, and takes no other card"),
        browserOutcomes("3D Secure cancelled: the page leads to the challenge again"),
      ],
      "D3-PAGE-12": [
        "payment_id and status are appended to return_url; a hint only.",
        pageReturn("where a payer goes back to"),
        browserOutcomes("success: charged once, said so, and led back to the merchant"),
      ],
      "D3-PAGE-13": [
        "A finished or expired page shows its outcome and a way back, never the form.",
        pageStates("expired: told, with the way back and no form"),
        browserOutcomes("already finished: its link shows the outcome and a way back, never the form"),
        browserOutcomes("expired: said so, with a way back, never the form and never a charge"),
      ],
      "D3-PAGE-14": [
        "A double submit or a reload charges once.",
        browserOnce("a double click with JavaScript"),
        browserOnce("a double click without JavaScript"),
        browserOnce("reload of the outcome"),
        hostedSubmit("is charged once of many that are submitted at once"),
        hostedCrash("and a second card is charged once"),
      ],
      "D3-PAGE-15": [
        "CSRF protection is a token in the form; Origin: null is accepted.",
        pageSecurity("a submit that is not from our form"),
        pageSecurity("the origin null is let pass, as is none"),
      ],
      "D3-PAGE-16": [
        "The payer's address: TRUSTED_PROXIES (default none); the right-most address that is not a trusted proxy.",
        payerAddress("the payer's address"),
        pageSubmit("comes from the payer's address where the merchant named none, else from the merchant's"),
      ],
      "D3-PAGE-17": [
        "Amounts are shown by the currency's ISO 4217 exponent.",
        pageLanguages("amounts as payers read them"),
      ],
      "D3-PAGE-18": [
        "The form waits, closes, checks and ends as its Payment does; the page asks the provider at most once a second.",
        hostedPage("shows the form at first, with what it needs to render, lead back and submit"),
        hostedPage("asks the provider at most once a second, however many wait for what became of a card"),
        pageStates("form and status look at the provider when they are asked for"),
      ],
      "D3-PAGE-19": [
        "Merchants have a name, a colour and a logo per account, set with the command-line tool.",
        brandingTool("is set for one mode with the command-line tool, and shown"),
        branding("is served by its hash, for ever, as an image and as nothing else"),
        browserWays("shows the merchant's name, colour and logo, whatever they are"),
      ],
      "D3-PAGE-20": [
        "Texts and amounts in the payer's language, with a switch.",
        pageLanguages("the texts of a payer's pages are complete in"),
        pageLanguages("the language of a browser"),
        browserWays("changes its language where the payer says so, and keeps it"),
      ],
    },
  },
];
