import type { FailureCode } from "@flowlix/contracts";

/** What the provider can say of the order of a Refund or a Payout, in the past tense. */
export type TransferEvent =
  /** The provider has it. */
  | { readonly type: "submitted" }
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly code: FailureCode }
  /** What it had moved when it SUCCEEDED came back. It moves no status. */
  | { readonly type: "undone" };
