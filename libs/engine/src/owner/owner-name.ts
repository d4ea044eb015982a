/** A service that owns objects which move money. Its schema and its table have the same name. */
export type OwnerName = "payments" | "refunds" | "payouts";

/** What messages call one of its objects. */
export const NOUNS = { payments: "payment", refunds: "refund", payouts: "payout" } as const satisfies Record<
  OwnerName,
  string
>;

const CALLBACK_KINDS = { payments: "order", refunds: "refund", payouts: "payout" } as const;

/** What an acquirer's callbacks call one of its objects. */
export const kindOf = (owner: OwnerName): (typeof CALLBACK_KINDS)[OwnerName] => CALLBACK_KINDS[owner];

export type Noun = (typeof NOUNS)[OwnerName];

/** The table of an owner's objects. */
export const tableOf = (owner: OwnerName): string => `${owner}.${owner}`;

/** The task of an owner's status syncs. */
export const syncTaskOf = (owner: OwnerName): string => `${owner}.lookDue`;
