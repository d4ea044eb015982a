import type { CheckoutAction, CheckoutPayment } from "./payments.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

const linksOf = ({ id, challenge }: CheckoutPayment, base: string): object => ({
  self: { href: `${base}/payments/${id}` },
  actions: { href: `${base}/payments/${id}/actions` },
  ...(challenge === undefined ? {} : { redirect: { href: `${base}/3ds/${challenge}` } }),
});

const sourceOf = ({ last4 }: CheckoutPayment): object => ({ type: "card", last4, scheme: "Visa" });

/** The answer to a request that waits for something: it names neither amount nor currency. */
export const pendingView = (payment: CheckoutPayment, base: string): object => ({
  id: payment.id,
  status: payment.status,
  reference: payment.reference,
  ...(payment.kind === "payment" ? { "3ds": { downgraded: false, enrolled: "Y" } } : {}),
  _links: linksOf(payment, base),
});

/** The answer to a request that was decided. */
export const decidedView = (payment: CheckoutPayment, base: string): object => ({
  id: payment.id,
  action_id: payment.actions[0]?.id,
  amount: payment.amount,
  currency: payment.currency,
  approved: payment.approved,
  status: payment.status,
  response_code: payment.responseCode,
  response_summary: payment.approved === true ? "Approved" : "Declined",
  risk: { flagged: false },
  source: sourceOf(payment),
  processed_on: iso(payment.requestedMs),
  reference: payment.reference,
  _links: linksOf(payment, base),
});

/** As it is shown when it is read; the code of a decline stands with its action. */
export const readView = (payment: CheckoutPayment, base: string): object => ({
  id: payment.id,
  requested_on: iso(payment.requestedMs),
  amount: payment.amount,
  currency: payment.currency,
  payment_type: "Regular",
  reference: payment.reference,
  status: payment.status,
  ...(payment.approved === undefined ? {} : { approved: payment.approved }),
  ...(payment.kind === "payment" ? { source: sourceOf(payment) } : { destination: sourceOf(payment) }),
  _links: linksOf(payment, base),
});

export const actionView = ({ processedMs, ...action }: CheckoutAction): object => ({
  ...action,
  processed_on: iso(processedMs),
});
