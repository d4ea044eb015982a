import type { StatementTotal } from "@flowlix/contracts";
import type { Sum } from "./staging-store.ts";

/** Sums of both sides by kind and currency, taken while the lines go by. */
export interface Totals {
  stated(line: Sum): void;
  posted(line: Sum): void;
  /** In order of kind and currency; amounts are decimal texts, as sums outgrow what a number can hold. */
  all(): readonly StatementTotal[];
}

interface Side {
  lines: number;
  amount: bigint;
}

export function createTotals(): Totals {
  const sums = new Map<string, Pick<Sum, "kind" | "currency"> & Record<"statement" | "book", Side>>();
  const add = (side: "statement" | "book", { kind, amount, currency }: Sum): void => {
    const name = `${kind} ${currency}`;
    let sum = sums.get(name);
    if (sum === undefined) {
      sum = { kind, currency, statement: { lines: 0, amount: 0n }, book: { lines: 0, amount: 0n } };
      sums.set(name, sum);
    }
    sum[side].lines += 1;
    sum[side].amount += BigInt(amount);
  };
  return {
    stated: (line) => add("statement", line),
    posted: (line) => add("book", line),
    all: () =>
      [...sums]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { kind, currency, statement, book }]) => ({
          kind,
          currency,
          statement_lines: statement.lines,
          statement_amount: String(statement.amount),
          book_lines: book.lines,
          book_amount: String(book.amount),
        })),
  };
}
