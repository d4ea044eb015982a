import { ID_LENGTH, ID_PREFIXES, idExample, type IdKind } from "@flowlix/contracts";
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

function nameOf(kind: IdKind): string {
  const name = NAMES[kind] ?? kind;
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

/** How the id of such an object looks; with an example of those that merchants see. */
export function idForm(kind: IdKind): string {
  const form = `The id of ${nameOf(kind)} is ${ID_PREFIXES[kind]}_ and ${ID_LENGTH} letters and digits.`;
  const example = idExample(kind);
  return example === undefined ? form : `${form} For example: ${example}.`;
}

/** Why this is no id of that kind of object, of a place that is no secret's. */
export function explainId(kind: IdKind, value: unknown): string {
  const wanted = idForm(kind);
  const other = publicKindOf(value);
  if (other !== undefined) return `This is the id of ${nameOf(other)}. ${wanted}`;
  // What stands in a path and cannot be decoded is null here.
  if (value === null) return `This is no text in UTF-8. ${wanted}`;
  return typeof value === "string" ? `This is ${shownValue(value, [])}. ${wanted}` : wanted;
}

/** Of an id of the right form, whose object cannot be found: the same sentence whatever the reason. */
export function explainMissing(id: string): string {
  const kind = publicKindOf(id);
  const what = kind === undefined ? "such object" : `${NAMES[kind] ?? kind} ${id}`;
  return `This merchant has no ${what} in this mode: the id is mistyped, of the other mode, or of another merchant.`;
}
