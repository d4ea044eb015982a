import { contradictionRecorder, type ContradictionRecorder } from "@flowlix/engine";
import { isTerminal, type RecordedStatus } from "../lifecycle/refund-lifecycle.ts";

/** Records an answer of the provider about a Refund that contradicts what it was asked about. */
export const noteContradiction: ContradictionRecorder<RecordedStatus> = contradictionRecorder(
  "refund",
  isTerminal,
);
