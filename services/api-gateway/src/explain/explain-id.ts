import { ID_PREFIXES, type IdKind } from "@flowlix/contracts";
import { publicKindOf } from "./public-ids.ts";
import { shownValue } from "./shown-value.ts";

const NAMES: Readonly<Partial<Record<IdKind, string>>> = {
  payment: "Payment",
  refund: "Refund",
  payout: "Payout",
  event: "event",
  webhook_endpoint: "webhook endpoint",
  webhook_delivery: "webhook delivery",
};

const nameOf = (kind: IdKind): string => NAMES[kind] ?? kind;

export const idForm = (kind: IdKind): string =>
  `The id of a ${nameOf(kind)} is ${ID_PREFIXES[kind]}_ and 24 letters and digits.`;

/** Why this is no id of that kind of object, of a place that is no secret's. */
export function explainId(kind: IdKind, value: unknown): string {
  const wanted = idForm(kind);
  const other = publicKindOf(value);
  if (other !== undefined) return `This is the id of a ${nameOf(other)}. ${wanted}`;
  return typeof value === "string" ? `This is ${shownValue(value, [])}. ${wanted}` : wanted;
}

/** Of an id of the right form, whose object cannot be found: the same sentence whatever the reason. */
export function explainMissing(id: string): string {
  const kind = publicKindOf(id);
  const what = kind === undefined ? "such object" : `${nameOf(kind)} ${id}`;
  return `This merchant has no ${what} in this mode: the id is mistyped, of the other mode, or of another merchant.`;
}
