import type { OwnedRow } from "../owner/owned-row.ts";

/** The first columns of an insert of Payments or Payouts; `initialValues` are in the same order. */
export const INITIAL_COLUMNS = [
  ["id", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["provider", "text"],
  ["provider_account", "text"],
  ["route", "text"],
] as const;

export const INITIAL_NAMES = INITIAL_COLUMNS.map(([name]) => name).join(", ");

type Initial = Pick<
  OwnedRow<string>,
  "id" | "merchant_id" | "livemode" | "amount" | "currency" | "provider" | "provider_account"
> & {
  /** Why it goes to that account; null where there was nothing to choose. */
  readonly route: string | null;
};

export const initialValues = (row: Initial): unknown[] => [
  row.id,
  row.merchant_id,
  row.livemode,
  row.amount,
  row.currency,
  row.provider,
  row.provider_account,
  row.route,
];
