import type { ProviderAdapter } from "../adapter.ts";
import { EVERYTHING } from "../capabilities.ts";

/**
 * What the sandbox acquirer is like: it takes everything, closes what it is asked to, and finishes challenges itself.
 */
export const SANDBOX_TRAITS: Pick<
  ProviderAdapter,
  "capabilities" | "absentIsFinal" | "evidence" | "returnParameters"
> = {
  capabilities: EVERYTHING,
  absentIsFinal: { order: "by_close", refund: "by_close", payout: "by_close" },
  evidence: false,
  returnParameters: [],
};
