import type { Params, refundsContract, Result } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";
import { providerOfPayment } from "../refund/provider-of-payment.ts";
import { viewOf } from "../refund/refund-view.ts";

/**
 * The Refund that exists under the id of a reservation, or a row there that prevents it for good: the
 * primary key decides between the two (docs/design/architecture.md#reservation-sweep).
 */
export async function preventCreation(
  deps: Pick<RefundsDeps, "store">,
  request: Params<typeof refundsContract, "void">,
): Promise<Result<typeof refundsContract, "void">> {
  const row = await deps.store.void({ ...request, provider: providerOfPayment(request) });
  if (row.status === "VOIDED") return { kind: "voided" };
  return { kind: "exists", refund: viewOf(row), version: row.version };
}
