import type { EventType } from "@flowlix/contracts";
import { hosted, payment, payout, refund, type TestRequest } from "./test-request.ts";

/** What somebody who builds an integration wants to see happen once. */
export interface Outcome {
  readonly name: string;
  readonly group: "Payments" | "Hosted page" | "3D Secure" | "Refunds" | "Payouts";
  readonly label: string;
  /** What comes of it, and when. */
  readonly hint: string;
  /** In this order. */
  readonly requests: readonly TestRequest[];
  /** Every event that follows of itself; those after a payer's act are not among them. */
  readonly events: readonly EventType[];
}

/** Amounts decide what the Sandbox does (docs/design/decisions.md#sandbox). */
export const OUTCOMES: readonly Outcome[] = [
  {
    name: "payment_succeeds",
    group: "Payments",
    label: "Succeeds",
    hint: "at once",
    requests: [payment(4_999)],
    events: ["payment.succeeded"],
  },
  {
    name: "payment_declined",
    group: "Payments",
    label: "Declined: insufficient funds",
    hint: "at once",
    requests: [payment(100_051)],
    events: ["payment.failed"],
  },
  {
    name: "payment_do_not_honor",
    group: "Payments",
    label: "Declined: do not honour",
    hint: "at once",
    requests: [payment(100_005)],
    events: ["payment.failed"],
  },
  {
    name: "payment_expired_card",
    group: "Payments",
    label: "Declined: expired card",
    hint: "at once",
    requests: [payment(100_054)],
    events: ["payment.failed"],
  },
  {
    name: "payment_fraud",
    group: "Payments",
    label: "Declined: suspected fraud",
    hint: "at once",
    requests: [payment(100_059)],
    events: ["payment.failed"],
  },
  {
    name: "payment_processing_succeeds",
    group: "Payments",
    label: "Processing, then succeeds",
    hint: "after 5 s",
    requests: [payment(104_000)],
    events: ["payment.processing", "payment.succeeded"],
  },
  {
    name: "payment_processing_fails",
    group: "Payments",
    label: "Processing, then fails",
    hint: "after 5 s",
    requests: [payment(104_051)],
    events: ["payment.processing", "payment.failed"],
  },
  {
    name: "payment_stays_processing",
    group: "Payments",
    label: "Stays processing",
    hint: "for good",
    requests: [payment(104_099)],
    events: ["payment.processing"],
  },
  {
    name: "payment_throttled",
    group: "Payments",
    label: "Answered 429",
    hint: "nothing is made",
    requests: [payment(105_029)],
    events: [],
  },
  {
    name: "payment_unavailable",
    group: "Payments",
    label: "Answered 503",
    hint: "nothing is made",
    requests: [payment(105_003)],
    events: [],
  },
  {
    name: "payment_answer_lost",
    group: "Payments",
    label: "The acquirer's answer is lost",
    hint: "found out later",
    requests: [payment(105_098)],
    events: [],
  },
  {
    name: "hosted_page",
    group: "Hosted page",
    label: "A page for your payer",
    hint: "open it from its timeline",
    requests: [hosted(4_999)],
    events: ["payment.requires_action"],
  },
  {
    name: "hosted_page_declined",
    group: "Hosted page",
    label: "A page whose card is declined",
    hint: "once it is submitted",
    requests: [hosted(100_051)],
    events: ["payment.requires_action"],
  },
  {
    name: "challenge",
    group: "3D Secure",
    label: "Asks for a challenge",
    hint: "open it from its timeline",
    requests: [payment(103_000)],
    events: ["payment.requires_action"],
  },
  {
    name: "challenge_declined",
    group: "3D Secure",
    label: "Declined after a good challenge",
    hint: "open it from its timeline",
    requests: [payment(103_051)],
    events: ["payment.requires_action"],
  },
  {
    name: "challenge_expires",
    group: "3D Secure",
    label: "A challenge that expires",
    hint: "after 15 s",
    requests: [payment(103_098)],
    events: ["payment.requires_action", "payment.expired"],
  },
  {
    name: "challenge_failed",
    group: "3D Secure",
    label: "Fails at once",
    hint: "without a challenge",
    requests: [payment(103_101)],
    events: ["payment.failed"],
  },
  {
    name: "refund_succeeds",
    group: "Refunds",
    label: "Succeeds",
    hint: "after 2 s, of a Payment that is made for it",
    requests: refund(1_200),
    events: ["payment.succeeded", "refund.processing", "refund.succeeded"],
  },
  {
    name: "refund_fails",
    group: "Refunds",
    label: "Fails",
    hint: "at once",
    requests: refund(100_051),
    events: ["payment.succeeded", "refund.processing", "refund.failed"],
  },
  {
    name: "refund_fails_later",
    group: "Refunds",
    label: "Processing, then fails",
    hint: "after 2 s",
    requests: refund(104_051),
    events: ["payment.succeeded", "refund.processing", "refund.failed"],
  },
  {
    name: "refund_stays_processing",
    group: "Refunds",
    label: "Stays processing",
    hint: "for good",
    requests: refund(104_099),
    events: ["payment.succeeded", "refund.processing"],
  },
  {
    name: "payout_succeeds",
    group: "Payouts",
    label: "Processing, then succeeds",
    hint: "after 2 s",
    requests: [payout(4_999)],
    events: ["payout.processing", "payout.succeeded"],
  },
  {
    name: "payout_succeeds_at_once",
    group: "Payouts",
    label: "Succeeds at once",
    hint: "at once",
    requests: [payout(106_000)],
    events: ["payout.succeeded"],
  },
  {
    name: "payout_fails",
    group: "Payouts",
    label: "Fails",
    hint: "at once",
    requests: [payout(100_051)],
    events: ["payout.failed"],
  },
  {
    name: "payout_fails_later",
    group: "Payouts",
    label: "Processing, then fails",
    hint: "after 2 s",
    requests: [payout(104_051)],
    events: ["payout.processing", "payout.failed"],
  },
  {
    name: "payout_stays_pending",
    group: "Payouts",
    label: "Stays pending",
    hint: "for good",
    requests: [payout(106_001)],
    events: ["payout.pending"],
  },
];

/** The shortest way to an event of that type. */
export function outcomeFor(type: EventType): Outcome {
  const kind = type.slice(0, type.indexOf("."));
  const [shortest] = OUTCOMES.filter(
    ({ events, requests }) => events.includes(type) && requests.at(-1)?.path === `/v1/${kind}s`,
  ).toSorted((one, other) => one.events.indexOf(type) - other.events.indexOf(type));
  if (shortest === undefined) throw new Error(`nothing leads to ${type}`);
  return shortest;
}
