import type { Asked, Fact } from "../data/facts.ts";

export type Answered = Extract<Fact, { fact: "answered" }>;

/** All that was answered of one create and its repetitions. */
export interface FactsOfOne {
  readonly answered: Answered[];
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
    const one = all.get(name) ?? { answered: [], unclear: false, refused: false };
    all.set(name, one);
    if (fact.fact === "answered") {
      one.answered.push(fact);
      continue;
    }
    if (fact.fact === "unclear") one.unclear = true;
    else one.refused = true;
    if (fact.asked !== undefined) one.asked = fact.asked;
  }
  return all;
}
