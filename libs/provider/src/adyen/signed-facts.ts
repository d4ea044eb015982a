import type { Evidence } from "../evidence.ts";
import { compileShape } from "../http/wire-shape.ts";
import { parseJson } from "../http/parse-json.ts";
import type { WireItem } from "./wire.ts";

/** What a standard webhook's item signed, as it is kept. */
export interface SignedFacts {
  readonly psp: string;
  /** Of what the event is about, where it is about something earlier; empty otherwise. */
  readonly original: string;
  readonly reference: string;
  readonly value: number;
  readonly currency: string;
  readonly event: string;
  readonly success: boolean;
}

/** JSON text of the signed facts alone: whatever else an item says is not kept. */
export function evidenceOf(item: WireItem): string {
  const facts: SignedFacts = {
    psp: item.pspReference,
    original: item.originalReference ?? "",
    reference: item.merchantReference,
    value: item.amount.value,
    currency: item.amount.currency,
    event: item.eventCode,
    success: item.success === "true",
  };
  return JSON.stringify(facts);
}

const text = { type: "string", maxLength: 128 };
const properties = {
  psp: text,
  original: text,
  reference: text,
  value: { type: "integer" },
  currency: text,
  event: text,
  success: { type: "boolean" },
};

/** For its check, and for a test that holds it against the schema of schemas. */
export const FACTS_SCHEMA = { type: "object", properties, required: Object.keys(properties) };

let isFacts: ((value: unknown) => value is SignedFacts) | undefined;

/** The facts that were kept of a reference; what nobody can read, or is of another reference, is left out. */
export function factsOf(evidence: readonly Evidence[], reference: string): readonly SignedFacts[] {
  const isShape = (isFacts ??= compileShape<SignedFacts>(FACTS_SCHEMA));
  return evidence
    .map((kept) => parseJson(kept.evidence))
    .filter((facts) => isShape(facts))
    .filter((facts) => facts.reference === reference);
}
