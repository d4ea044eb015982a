import type { paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsClient } from "../handlers/create-payment.ts";
import type { Branding } from "../store/branding-store.ts";
import { formatMoney } from "./money.ts";
import { returnLocation } from "../browser/return-location.ts";
import type { PageVisit } from "./visit.ts";

export type PageState = Result<typeof paymentsContract, "readPage">;

export interface PageDataDeps {
  readonly payments: PaymentsClient;
  readonly readBranding: (merchantId: string, livemode: boolean) => Promise<Branding | null>;
}

/** Everything a page shows of a Payment. */
export interface PageData {
  readonly state: PageState;
  readonly brand: Branding;
  /** In the payer's language. */
  readonly amount: string;
  /** Where the way back to the merchant leads, hints included. */
  readonly merchantUrl: string;
}

/**
 * With `look` the provider is asked first where something is in doubt.
 * Errors: object_not_found; whatever keeps the owner or our own database from answering.
 */
export async function readPageData(deps: PageDataDeps, visit: PageVisit, look: boolean): Promise<PageData> {
  const { requestId, deadline } = visit.call;
  const state = await deps.payments.readPage(
    { payment_id: visit.paymentId, look },
    { requestId, timeoutMs: deadline.remainingMs() },
  );
  const { payment, scope } = state;
  const brand = await deps.readBranding(scope.merchant_id, scope.livemode);
  if (brand === null) throw new DomainError("internal_error");
  return {
    state,
    brand,
    amount: formatMoney(payment.amount, payment.currency, visit.language),
    merchantUrl: returnLocation(state.return_url, { payment_id: payment.id, status: payment.status }),
  };
}
