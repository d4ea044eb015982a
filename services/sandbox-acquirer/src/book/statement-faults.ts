import type { StatementLine } from "./statement-line.ts";

/** Of what kind and reference a line is; a book has at most one of each. */
export interface LineName {
  readonly kind: StatementLine["kind"];
  readonly reference: string;
}

/**
 * What the statement says wrongly on demand; the book is never touched. `omit` leaves a line out, `late` shows it in
 * the next day's statement instead, `duplicate` shows it twice, `amount` and `currency` show another one, `add` shows
 * a line of something that was never executed, on the day of its `executed_at`. `garble` puts a line in between that
 * nobody can read, `cut` ends half-way as if that were all: of one day, or of every day.
 */
export type StatementFault =
  | (LineName & { readonly fault: "omit" | "duplicate" | "late" })
  | (LineName & { readonly fault: "amount"; readonly amount: number })
  | (LineName & { readonly fault: "currency"; readonly currency: string })
  | { readonly fault: "add"; readonly line: StatementLine }
  | { readonly fault: "garble" | "cut"; readonly day?: string };

export interface StatementFaults {
  /** Replaces all rules. */
  set(rules: readonly StatementFault[]): void;
  list(): readonly StatementFault[];
}

/** The rules in force, in memory only: a restart ends them. */
export function createStatementFaults(): StatementFaults {
  let active: readonly StatementFault[] = [];
  return {
    set(rules) {
      active = rules;
    },
    list: () => active,
  };
}

export const dayOf = (unixSeconds: number): string =>
  new Date(unixSeconds * 1_000).toISOString().slice(0, 10);

/** What a day's statement shows for one line of the book of that day. */
export function shownAs(line: StatementLine, rules: readonly StatementFault[]): readonly StatementLine[] {
  let shown: readonly StatementLine[] = [line];
  for (const rule of rules) if (isAbout(rule, line)) shown = changed(shown, rule);
  return shown;
}

/** The lines that the rules bring into a day's statement and that are in the book of no such day. */
export function addedOn(day: string, rules: readonly StatementFault[]): readonly StatementLine[] {
  return rules.flatMap((rule) =>
    rule.fault === "add" && dayOf(rule.line.executed_at) === day ? [rule.line] : [],
  );
}

/** What is shown a day later than it was executed. */
export const lateNames = (rules: readonly StatementFault[]): readonly LineName[] =>
  rules.flatMap((rule) => (rule.fault === "late" ? [rule] : []));

export const hasFault = (day: string, fault: "garble" | "cut", rules: readonly StatementFault[]): boolean =>
  rules.some((rule) => rule.fault === fault && (rule.day === undefined || rule.day === day));

type OfLine = Extract<StatementFault, LineName>;

const isAbout = (rule: StatementFault, line: StatementLine): rule is OfLine =>
  "reference" in rule && rule.reference === line.reference && rule.kind === line.kind;

function changed(shown: readonly StatementLine[], rule: OfLine): readonly StatementLine[] {
  switch (rule.fault) {
    case "omit":
    case "late":
      return [];
    case "duplicate":
      return [...shown, ...shown];
    case "amount":
      return shown.map((line) => ({ ...line, amount: rule.amount }));
    case "currency":
      return shown.map((line) => ({ ...line, currency: rule.currency }));
    default:
      return rule satisfies never;
  }
}
