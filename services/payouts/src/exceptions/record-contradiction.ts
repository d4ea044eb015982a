import type { PayoutStatus } from "@flowlix/contracts";
import { contradictionRecorder, type ContradictionRecorder } from "@flowlix/engine";
import { isTerminal } from "../lifecycle/payout-lifecycle.ts";

/** Records an answer of the provider about a Payout that contradicts what it was asked about. */
export const noteContradiction: ContradictionRecorder<PayoutStatus> = contradictionRecorder(
  "payout",
  isTerminal,
);
