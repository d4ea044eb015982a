import type { Asked, Fact } from "../data/facts.ts";

export type Told = Extract<Fact, { fact: "told" }>;

/** All that was answered of one create and its repetitions. */
export interface FactsOfOne {
  readonly told: Told[];
  unclear: boolean;
  refused: boolean;
  /** Present where there was no answer, or a refusal. */
  asked?: Asked;
}

/** @returns facts by kind and merchant_reference: `payment 1000000123` */
export function factsByReference(facts: readonly Fact[]): ReadonlyMap<string, FactsOfOne> {
  const all = new Map<string, FactsOfOne>();
  for (const fact of facts) {
    if (fact.fact === "seen") continue;
    const name = `${fact.of} ${fact.reference}`;
    const one = all.get(name) ?? { told: [], unclear: false, refused: false };
    all.set(name, one);
    if (fact.fact === "told") {
      one.told.push(fact);
      continue;
    }
    if (fact.fact === "unclear") one.unclear = true;
    else one.refused = true;
    if (fact.asked !== undefined) one.asked = fact.asked;
  }
  return all;
}
