import type { TransferKind, TransferState } from "./transfer-amounts.ts";

/** A refund's or payout's row as every statement of this folder selects it; times in Unix seconds. */
export interface TransferRow {
  readonly seq: number;
  readonly kind: TransferKind;
  readonly reference: string;
  /** The order that was charged; null for a payout. */
  readonly charge: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly state: TransferState;
  readonly response_code: string | null;
  /** Of a payout's card; null for a refund and for a payout that was cancelled before it came. */
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly created: number;
  readonly updated: number;
}

/** The columns of TransferRow, of a table or subquery called `t`. */
export const TRANSFER_COLUMNS = `t.seq, t.kind, t.reference, t.charge, t.amount, t.currency, t.state, t.response_code,
  t.card_brand, t.card_last4,
  floor(extract(epoch from t.created_at))::bigint as created, floor(extract(epoch from t.updated_at))::bigint as updated`;

/** What identifies a refund or a payout, and what a repetition of it is compared with. */
export interface TransferIdentity {
  readonly kind: TransferKind;
  readonly reference: string;
  readonly charge: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export const isSameTransfer = (known: TransferRow, asked: TransferIdentity): boolean =>
  known.amount === asked.amount && known.currency === asked.currency && known.charge === asked.charge;

interface TransferFacts {
  readonly reference: string;
  readonly mode: "sandbox";
  readonly amount: number;
  readonly currency: string;
  readonly state: TransferState;
  readonly response_code: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The public refund (docs/sandbox-acquirer.md, Refund). */
export interface Refund extends TransferFacts {
  readonly refund_id: string;
  readonly charge: string;
}

/** The public payout (docs/sandbox-acquirer.md, Payout). */
export interface Payout extends TransferFacts {
  readonly payout_id: string;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

export function transferView(row: TransferRow): Refund | Payout {
  const facts: TransferFacts = {
    reference: row.reference,
    mode: "sandbox",
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    response_code: row.response_code,
    created_at: row.created,
    updated_at: row.updated,
  };
  const number = String(row.seq).padStart(12, "0");
  if (row.charge !== null) return { refund_id: `rfd_${number}`, charge: row.charge, ...facts };
  const { card_brand: brand, card_last4: last4 } = row;
  return {
    payout_id: `pyt_${number}`,
    card: brand === null || last4 === null ? null : { brand, last4 },
    ...facts,
  };
}
