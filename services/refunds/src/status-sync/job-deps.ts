import type { Pools } from "@flowlix/persistence";
import type { RefundsDeps } from "../deps.ts";
import { createRefundsStore } from "../refund/refunds-store.ts";
import { createReportsStore } from "../reporting/reports-store.ts";

/**
 * What status syncs and repeated reports work with: connections of their own, so that a request's statements never
 * queue behind theirs (docs/design/architecture.md#rule-12).
 */
export const jobDeps = (
  deps: RefundsDeps,
  { background }: Pick<Pools, "background">,
  onAcknowledged?: () => void,
): RefundsDeps => ({
  ...deps,
  store: createRefundsStore(background),
  reports: createReportsStore(background, background, onAcknowledged),
});
