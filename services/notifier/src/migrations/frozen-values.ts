/*
 * The contract's values as the migrations beside this file were written with them: what a migration sends never changes.
 * A value that the contract gains or loses takes a migration of its own.
 */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "canceled"] as const;
export const DISABLED_REASONS = ["gone", "merchant", "operator"] as const;
export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
