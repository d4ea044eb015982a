import { Type } from "typebox";

/** Public object kinds and the prefix of their ids (specification, Identifiers; decisions §§5, 6, 8, 9). */
export const ID_PREFIXES = {
  payment: "pay",
  refund: "ref",
  payout: "po",
  event: "evt",
  merchant: "mer",
  key: "key",
  anomaly: "ano",
  request: "req",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export const idPattern = (kind: IdKind): string => `^${ID_PREFIXES[kind]}_[A-Za-z0-9]{24}$`;

export const PaymentId = Type.String({ pattern: idPattern("payment"), description: "Payment ID" });
export const RefundId = Type.String({ pattern: idPattern("refund"), description: "Refund ID" });
export const PayoutId = Type.String({ pattern: idPattern("payout"), description: "Payout ID" });
export const MerchantId = Type.String({ pattern: idPattern("merchant") });
export const KeyId = Type.String({ pattern: idPattern("key") });
export const AnomalyId = Type.String({ pattern: idPattern("anomaly") });
