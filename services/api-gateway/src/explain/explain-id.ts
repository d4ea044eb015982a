import { ID_PREFIXES, isId, type IdKind } from "@flowlix/contracts";

const NAMES: Readonly<Partial<Record<IdKind, string>>> = {
  payment: "Payment",
  refund: "Refund",
  payout: "Payout",
  event: "event",
  webhook_endpoint: "webhook endpoint",
  webhook_delivery: "webhook delivery",
};

const KINDS = ["payment", "refund", "payout", "event", "webhook_endpoint", "webhook_delivery"] as const;

const nameOf = (kind: IdKind): string => NAMES[kind] ?? kind;

/** Whether it is the id of something that merchants have, which they may see. */
export const isPublicId = (text: string): boolean => KINDS.some((kind) => isId(kind, text));

/** Why this is no id of that kind of object. */
export function explainId(kind: IdKind, value: unknown): string {
  const wanted = `The id of a ${nameOf(kind)} is ${ID_PREFIXES[kind]}_ and 24 letters and digits.`;
  const other = KINDS.find((one) => isId(one, value));
  return other === undefined ? wanted : `This is the id of a ${nameOf(other)}. ${wanted}`;
}
