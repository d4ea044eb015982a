import type { PayoutListRequest } from "@flowlix/contracts";

/** A question without filters. */
export const ANYTHING = {
  limit: 10,
  starting_after: null,
  ending_before: null,
  status: [],
  currency: [],
  card_brand: [],
  card_last4: null,
  created: { gte: null, lte: null },
  amount: { gte: null, lte: null },
  search: null,
} as const satisfies Omit<PayoutListRequest, "scope">;
