import type { Section, TestRef } from "./rule.ts";

/** What is wrong with the catalogue: rules that no test proves, tests that do not exist, ids given twice. */
export function problemsOf(
  sections: readonly Section[],
  titles: ReadonlyMap<string, readonly string[]>,
): string[] {
  const seen = new Set<string>();
  return sections.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([id, [sentence, ...tests]]) => {
      const twice = seen.has(id) ? [`${id} stands for two rules`] : [];
      seen.add(id);
      const unproved = tests.length === 0 ? [`${id} names no test: ${sentence}`] : [];
      return [...twice, ...unproved, ...tests.flatMap((test) => missing(id, test, titles))];
    }),
  );
}

function missing(
  id: string,
  { file, title }: TestRef,
  titles: ReadonlyMap<string, readonly string[]>,
): string[] {
  const known = titles.get(file);
  if (known === undefined) return [`${id} names a file without tests: ${file}`];
  return known.some((one) => one.includes(title)) ? [] : [`${id} names no test of ${file}: ${title}`];
}
