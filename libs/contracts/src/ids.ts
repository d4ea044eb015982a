import { Type } from "typebox";

/**
 * Public object kinds and the prefix of their ids (docs/design/specification.md#identifiers;
 * docs/design/decisions.md#payout, #refund, #keys and #webhooks).
 */
export const ID_PREFIXES = {
  payment: "pay",
  refund: "ref",
  payout: "po",
  event: "evt",
  webhook_endpoint: "we",
  webhook_delivery: "whd",
  merchant: "mer",
  key: "key",
  anomaly: "ano",
  statement_run: "run",
  difference: "dif",
  request: "req",
  acquirer_account: "acq",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export const idPattern = (kind: IdKind): string => patternOf(ID_PREFIXES[kind]);

/** Of letters and digits after the prefix. */
export const ID_LENGTH = 24;

function patternOf(prefix: string): string {
  return `^${prefix}_[A-Za-z0-9]{${ID_LENGTH}}$`;
}

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(patternOf(prefix))]),
);

/** Whether it has the shape of such an id; nothing says that there is one. */
export const isId = (kind: IdKind, text: unknown): text is `${string}_${string}` =>
  typeof text === "string" && PATTERNS.get(kind)?.test(text) === true;

/** What ids that merchants see look like. */
const EXAMPLES = {
  payment: "pay_5f3kQ9xTbN2mW8cRz7LdYv1A",
  refund: "ref_8hTq2LmWc4XzN7bRk9VdYf3S",
  payout: "po_3nBv6KpXs1QwE8tYr5UiOa2Z",
  event: "evt_7cMj4GhFd9SaZ2xVb6NqWe1R",
  webhook_endpoint: "we_4tRe8YuIo2PlK6jHg1FdSa9Q",
  webhook_delivery: "whd_9zXc5VbNm3AsD7fGh2JkLq4W",
} as const satisfies Partial<Record<IdKind, string>>;

const EXAMPLE_OF: Readonly<Partial<Record<IdKind, string>>> = EXAMPLES;
export const idExample = (kind: IdKind): string | undefined => EXAMPLE_OF[kind];

export const PaymentId = Type.String({
  pattern: idPattern("payment"),
  description: "Payment ID: pay_ and 24 letters and digits",
  examples: [EXAMPLES.payment],
});
export const RefundId = Type.String({
  pattern: idPattern("refund"),
  description: "Refund ID: ref_ and 24 letters and digits",
  examples: [EXAMPLES.refund],
});
export const PayoutId = Type.String({
  pattern: idPattern("payout"),
  description: "Payout ID: po_ and 24 letters and digits",
  examples: [EXAMPLES.payout],
});
export const EventId = Type.String({
  pattern: idPattern("event"),
  description: "Event ID: evt_ and 24 letters and digits",
  examples: [EXAMPLES.event],
});
export const WebhookEndpointId = Type.String({
  pattern: idPattern("webhook_endpoint"),
  description: "Webhook endpoint ID: we_ and 24 letters and digits",
  examples: [EXAMPLES.webhook_endpoint],
});
export const WebhookDeliveryId = Type.String({
  pattern: idPattern("webhook_delivery"),
  description: "Webhook delivery ID: whd_ and 24 letters and digits",
  examples: [EXAMPLES.webhook_delivery],
});
export const MerchantId = Type.String({ pattern: idPattern("merchant") });
export const KeyId = Type.String({ pattern: idPattern("key") });
export const RequestId = Type.String({ pattern: idPattern("request") });
export const AcquirerAccountId = Type.String({ pattern: idPattern("acquirer_account") });
export const ExceptionId = Type.String({ pattern: idPattern("anomaly") });
