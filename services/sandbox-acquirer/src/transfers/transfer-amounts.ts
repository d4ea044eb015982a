import { DECLINE_CODES } from "../orders/amounts.ts";

/** Money the other way: back to the payer of a charge, or to a card. */
export type TransferKind = "refund" | "payout";

/** States of a refund or a payout as the API shows them. */
export type TransferState = "received" | "processing" | "succeeded" | "failed" | "cancelled";

/** What an amount decides about a refund or a payout (docs/design/decisions.md#sandbox-transfers). */
export interface TransferPlan {
  readonly state: Exclude<TransferState, "cancelled">;
  /** Why it fails at once; null unless `state` is `failed`. */
  readonly code: string | null;
  /** Set where processing ends by itself: `code` null succeeds. */
  readonly later: { readonly code: string | null } | null;
  /** Executed, and the answer is lost. */
  readonly losesAnswer: boolean;
}

/** How long a processing refund or payout takes (docs/design/decisions.md#sandbox-transfers). */
export const TRANSFER_TAKES_S = 2;

const ORDINARY: TransferPlan = {
  state: "processing",
  code: null,
  later: { code: null },
  losesAnswer: false,
};
const plan = (differences: Partial<TransferPlan>): TransferPlan => ({ ...ORDINARY, ...differences });

const SPECIAL: readonly [number, TransferPlan][] = [
  ...DECLINE_CODES.flatMap((code): [number, TransferPlan][] => [
    [100_000 + Number(code), plan({ state: "failed", code, later: null })],
    [104_000 + Number(code), plan({ later: { code } })],
  ]),
  [104_099, plan({ later: null })],
  [105_098, plan({ state: "succeeded", later: null, losesAnswer: true })],
];

const PLANS: Readonly<Record<TransferKind, ReadonlyMap<number, TransferPlan>>> = {
  refund: new Map(SPECIAL),
  payout: new Map([
    ...SPECIAL,
    [106_000, plan({ state: "succeeded", later: null })],
    [106_001, plan({ state: "received", later: null })],
  ]),
};

/** The plan of an amount in minor units; every amount that is not special is processed and succeeds. */
export const transferPlanOf = (kind: TransferKind, amount: number): TransferPlan =>
  PLANS[kind].get(amount) ?? ORDINARY;
