import type { OpenKind, OpenObject } from "@flowlix/contracts";

/** What an owner tells of an object that has not ended. */
export const openObject = (kind: OpenKind, id: string, created_at: number): OpenObject => ({
  id,
  kind,
  merchant_id: `mer_${"1".repeat(24)}`,
  livemode: kind === "payout",
  provider: "sandbox",
  status: "PENDING",
  amount: 4999,
  currency: "EUR",
  created_at,
  age_seconds: 11_525,
  next_look_at: 1_700_000_600,
  look_count: 9,
});
