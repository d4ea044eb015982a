import type { paymentsContract, Result } from "@flowlix/contracts";
import type { Client } from "@flowlix/runtime";
import type { Branding } from "./branding.ts";
import { formatMoney } from "./money.ts";
import { returnLocation } from "./return-location.ts";
import type { PageVisit } from "./visit.ts";

export type PageState = Result<typeof paymentsContract, "readPage">;

/** What is asked of the owner of Payments. */
export type PaymentsClient = Pick<
  Client<"api-gateway", typeof paymentsContract>,
  "readPage" | "submitPage" | "refusePage" | "completeAuthentication"
>;

export interface PageDataDeps {
  readonly payments: PaymentsClient;
  readonly readBranding: (merchantId: string, livemode: boolean) => Promise<Branding>;
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

/** What a page goes by: what is recorded, or what the provider says where something is in doubt. */
type Source = "recorded" | "looked_up";

/** Errors: object_not_found; whatever keeps the owner or our own database from answering. */
export async function readPageData(deps: PageDataDeps, visit: PageVisit, source: Source): Promise<PageData> {
  const { requestId, deadline } = visit.call;
  const state = await deps.payments.readPage(
    { payment_id: visit.paymentId, look: source === "looked_up" },
    { requestId, timeoutMs: deadline.remainingMs() },
  );
  const { payment, scope } = state;
  const brand = await deps.readBranding(scope.merchant_id, scope.livemode);
  return {
    state,
    brand,
    amount: formatMoney(payment.amount, payment.currency, visit.language),
    merchantUrl: returnLocation(state.return_url, { payment_id: payment.id, status: payment.status }),
  };
}
