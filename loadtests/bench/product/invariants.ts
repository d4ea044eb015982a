import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Ledger } from "../load/tally.ts";

const PROBLEMS_SHOWN = 20;
const BOOK_TIMEOUT_MS = 120_000;

/** How the acquirer's book compares with our answers. */
export interface Invariants {
  readonly answered: number;
  readonly charged: number;
  readonly amountAnswered: number;
  readonly amountCharged: number;
  /** Charges without a 201. There may be as many as requests that ended without a clear answer. */
  readonly chargedWithoutAnswer: number;
  readonly problems: readonly string[];
}

/** One line of the acquirer's `GET /book`. */
interface BookLine {
  readonly reference: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly executions: number;
}

/** Reads the whole book and compares it with every 201: nothing lost, nothing doubled. */
export async function compareWithBook(acquirerAdminUrl: string, ledger: Ledger): Promise<Invariants> {
  const missing = new Map(ledger.payments);
  const problems = [...ledger.contradictions];
  const seen = new Set<string>();
  let amountCharged = 0;
  let chargedWithoutAnswer = 0;
  for await (const line of bookLines(acquirerAdminUrl)) {
    if (seen.has(line.reference)) problems.push(`${line.reference} is in the book twice`);
    seen.add(line.reference);
    if (line.kind !== "charge") problems.push(`${line.reference} has a ${line.kind} nobody asked for`);
    if (line.executions !== 1) problems.push(`${line.reference} was executed ${line.executions} times`);
    if (line.currency !== "EUR") problems.push(`${line.reference} was charged in ${line.currency}`);
    const asked = ledger.payments.get(line.reference);
    if (asked === undefined) chargedWithoutAnswer += 1;
    else if (asked !== line.amount)
      problems.push(`${line.reference} was charged ${line.amount}, not ${asked}`);
    missing.delete(line.reference);
    amountCharged += line.amount;
  }
  for (const id of missing.keys()) problems.push(`${id} was answered 201 and never charged`);
  if (chargedWithoutAnswer > ledger.uncertain) {
    problems.push(
      `${chargedWithoutAnswer} charges without a 201, and only ${ledger.uncertain} unclear answers`,
    );
  }
  const amountAnswered = [...ledger.payments.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    answered: ledger.payments.size,
    charged: seen.size,
    amountAnswered,
    amountCharged,
    chargedWithoutAnswer,
    problems: shorten(problems),
  };
}

async function* bookLines(acquirerAdminUrl: string): AsyncGenerator<BookLine> {
  const answer = await fetch(new URL("/book", acquirerAdminUrl), {
    signal: AbortSignal.timeout(BOOK_TIMEOUT_MS),
  });
  if (!answer.ok || answer.body === null) throw new Error(`the acquirer's book answers ${answer.status}`);
  for await (const text of createInterface({ input: Readable.fromWeb(answer.body) })) {
    if (text === "") continue;
    const line: BookLine = JSON.parse(text);
    yield line;
  }
}

function shorten(problems: string[]): string[] {
  if (problems.length <= PROBLEMS_SHOWN) return problems;
  return [...problems.slice(0, PROBLEMS_SHOWN), `and ${problems.length - PROBLEMS_SHOWN} more`];
}
