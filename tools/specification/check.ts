import { rulesOf, type Catalogue } from "./catalogue.ts";
import type { Proof } from "./titles.ts";

/** What is wrong: rules that no test proves, and tests that prove what is no rule. */
export function problemsOf(catalogue: Catalogue, proofs: readonly Proof[]): string[] {
  const proved = new Set(proofs.map(({ id }) => id));
  const rules = new Map(rulesOf(catalogue));
  return [
    ...[...rules].flatMap(([id, sentence]) =>
      proved.has(id) ? [] : [`${id} stands in no title of a test: ${sentence}`],
    ),
    ...proofs.flatMap(({ id, file, title }) =>
      rules.has(id) ? [] : [`${id} is no rule, but ${file} names it: ${title}`],
    ),
  ];
}
