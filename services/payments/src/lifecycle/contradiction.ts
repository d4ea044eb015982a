import type { PaymentStatus } from "@flowlix/contracts";
import { contradictionRecorder, type ContradictionRecorder } from "@flowlix/engine";
import { isTerminal } from "./payment-lifecycle.ts";

/** Records an answer of the provider about a Payment that contradicts what it was asked about. */
export const noteContradiction: ContradictionRecorder<PaymentStatus> = contradictionRecorder(
  "payment",
  isTerminal,
);
