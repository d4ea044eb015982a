import type { ProviderCall, Reply } from "../reply.ts";
import type { HttpClient } from "../http/http-client.ts";
import { linesOf, NotLines } from "../http/line-reader.ts";
import type { Unknown } from "../outcome.ts";
import type { StatementAdapter, StatementLine, StatementOutcome, TakeLines } from "../statement.ts";
import { parseJson } from "../http/parse-json.ts";
import type { WireShapes, WireStatementEnd, WireStatementLine } from "./wire.ts";

/**
 * The acquirer's days are those of UTC; it enters what it executed within two minutes (docs/sandbox-acquirer.md,
 * Statement).
 */
const CUT_OFF_MS = 0;
const POSTED_WITHIN_MS = 120_000;

const LOST: Unknown = { kind: "unknown", cause: "lost" };
const GARBLED: Unknown = { kind: "unknown", cause: "garbled" };
const atFault = (outcome: StatementOutcome): Reply<StatementOutcome> => ({ outcome, providerAtFault: true });

/** A throw that says: this is not the statement asked for. */
class NotTheStatement extends Error {}

export interface SandboxStatementOptions {
  readonly http: HttpClient;
  readonly shapes: WireShapes;
  readonly headersOf: (call: ProviderCall) => string[];
}

/** Statements of the sandbox acquirer: a JSON document per line; the last one says that it is complete. */
export function createSandboxStatement({
  http,
  shapes,
  headersOf,
}: SandboxStatementOptions): StatementAdapter {
  return {
    cutOffMs: CUT_OFF_MS,
    postedWithinMs: POSTED_WITHIN_MS,
    async read(day, take, call) {
      const path = `/v1/statements/${encodeURIComponent(day)}`;
      const answer = await http.open({ path, headers: headersOf(call), signal: call.signal });
      if (answer === null) return atFault(LOST);
      if (answer.status !== 200) {
        answer.discard();
        const refused = answer.status >= 500 || answer.status === 429;
        return { outcome: refused ? LOST : GARBLED, providerAtFault: answer.status >= 500 };
      }
      const reading = readingOf(day, shapes, take);
      try {
        for await (const texts of linesOf(answer.pieces)) await reading.go(texts);
      } catch (error) {
        answer.discard();
        if (reading.taking()) throw error;
        return atFault(error instanceof NotLines || error instanceof NotTheStatement ? GARBLED : LOST);
      }
      const lines = reading.ended();
      return lines === null ? atFault(LOST) : { outcome: { kind: "read", lines }, providerAtFault: false };
    },
  };
}

/** Goes through a statement's lines; only one that ends as it says it does is whole. */
function readingOf(day: string, shapes: WireShapes, take: TakeLines) {
  let end: WireStatementEnd | null = null;
  let count = 0;
  let taking = false;

  function lineOf(text: string): StatementLine | null {
    const said = parseJson(text);
    if (end !== null) throw new NotTheStatement("something follows its end");
    if (shapes.isStatementLine(said)) return ourLine(said);
    if (!shapes.isStatementEnd(said) || said.day !== day) throw new NotTheStatement("a line that is none");
    end = said;
    return null;
  }

  return {
    async go(texts: readonly string[]): Promise<void> {
      const lines = texts.map(lineOf).filter((line) => line !== null);
      count += lines.length;
      if (end !== null && endOf(end) !== count) throw new NotTheStatement("not as many lines as it says");
      taking = true;
      if (lines.length > 0) await take(lines);
      taking = false;
    },
    /** Whether what was thrown came from our own side. */
    taking: () => taking,
    /** How many lines it had; null where it did not end. */
    ended: (): number | null => (end === null ? null : count),
  };
}

const endOf = ({ lines }: WireStatementEnd): number => lines;

const ourLine = ({ kind, reference, amount, currency, executed_at }: WireStatementLine): StatementLine => ({
  kind,
  reference,
  amount,
  currency,
  executedAtMs: executed_at * 1_000,
});
