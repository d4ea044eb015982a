import type { OwnerMetrics } from "@flowlix/engine";
import { beginAtZero, type Metrics } from "@flowlix/runtime";

export type PaymentsMetrics = ReturnType<typeof paymentsMetrics>;

/** The metrics of this service: those that every owner has, and its own. */
export const paymentsMetrics = (metrics: Metrics, ofOwner: OwnerMetrics) => ({
  ...ofOwner,
  hostedSubmits: beginAtZero(
    metrics.counter(
      "payments_hosted_submits_total",
      "Cards submitted on the hosted page, by what became of the submit",
      ["result"],
    ),
    { result: ["settled", "checking", "given_back", "not_taken", "form_closed"] },
  ),
  switches: beginAtZero(
    metrics.counter(
      "payments_account_switches_total",
      "Payments that went to a second account, by why the first one had executed nothing",
      ["cause"],
    ),
    { cause: ["unavailable", "unreachable"] },
  ),
});

/** How long a Payment may await its payer is a setting, which the alert about those that do not expire goes by. */
export function reportExpiry(
  metrics: Metrics,
  settings: { readonly HOSTED_PAGE_EXPIRY: number; readonly THREE_D_SECURE_EXPIRY: number },
): void {
  const longestMs = Math.max(settings.HOSTED_PAGE_EXPIRY, settings.THREE_D_SECURE_EXPIRY);
  metrics
    .gauge(
      "payments_action_expiry_seconds",
      "How long a payer may take at most: the longer one of the hosted page's and the challenge's expiry",
    )
    .set(longestMs / 1_000);
}
