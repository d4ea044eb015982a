import type { BookLineKind } from "@flowlix/contracts";
import type { ProviderCall, Reply } from "./reply.ts";
import type { Deadline } from "./deadline.ts";
import type { CallPolicy } from "./call-policy.ts";
import { orderNamed } from "./order-reference.ts";
import type { Unknown } from "./outcome.ts";

/** A movement of money as the provider's statement has it; `reference` is ours. Amount in minor units. */
export interface StatementLine {
  readonly kind: BookLineKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly executedAtMs: number;
}

/**
 * What reading a statement came to. `unknown` where it could not be had in full: whatever lines were handed on
 * before prove nothing then. `lost` broke off or was refused, `garbled` is not a statement of that day and mode.
 */
export type StatementOutcome = { readonly kind: "read"; readonly lines: number } | Unknown;

/** Takes the lines in the order of the statement, some at a time; the next are read when it has resolved. */
export type TakeLines = (lines: readonly StatementLine[]) => Promise<void>;

/** How a provider's days are cut. */
export interface StatementRules {
  /** When a day begins and ends, in milliseconds after midnight UTC. */
  readonly cutOffMs: number;
  /** How long after a movement the provider may take to enter it in a statement. */
  readonly postedWithinMs: number;
}

/** Statements in one acquirer's words. Answers `read` only for a whole one, and rejects only with what `take` did. */
export interface StatementAdapter extends StatementRules {
  /** The account has no settings for statements: none can be read, and none is asked for. */
  readonly unavailable?: true;
  /** @param day YYYY-MM-DD */
  read(day: string, take: TakeLines, call: ProviderCall): Promise<Reply<StatementOutcome>>;
}

/** Statements at the provider. */
export interface ProviderStatement extends StatementRules {
  /** From when (inclusive) to when (exclusive) a day lasts, in Unix milliseconds. */
  boundsOf(day: string): { readonly fromMs: number; readonly toMs: number };
  /** The day that a moment belongs to, as YYYY-MM-DD. */
  dayOf(atMs: number): string;
  /** Reads a day's statement once; rejects only with what `take` rejected with, and reads no further then. */
  read(day: string, take: TakeLines, deadline: Deadline, requestId?: string): Promise<StatementOutcome>;
}

export const DAY_MS = 86_400_000;
/**
 * Of several orders of one Payment each is its charge; that more than one was is a difference, as of a charge twice.
 */
const ofObject = (line: StatementLine): StatementLine =>
  line.kind === "charge" || line.kind === "reversal"
    ? { ...line, reference: orderNamed(line.reference).id }
    : line;

const LOST: Unknown = { kind: "unknown", cause: "lost" };

/** How days are cut, for code that reads no statement. */
export function createStatementRules({
  cutOffMs,
  postedWithinMs,
}: StatementRules): Omit<ProviderStatement, "read"> {
  return {
    cutOffMs,
    postedWithinMs,
    boundsOf(day) {
      const fromMs = Date.parse(`${day}T00:00:00Z`) + cutOffMs;
      return { fromMs, toMs: fromMs + DAY_MS };
    },
    dayOf: (atMs) => new Date(atMs - cutOffMs).toISOString().slice(0, 10),
  };
}

export function createProviderStatement(
  adapter: StatementAdapter,
  policy: CallPolicy<StatementOutcome>,
): ProviderStatement {
  return {
    ...createStatementRules(adapter),
    async read(day, take, deadline, requestId = "") {
      let refusal: { readonly error: unknown } | undefined;
      const taken: TakeLines = async (lines) => {
        await take(lines.map(ofObject)).catch((error: unknown) => {
          refusal = { error };
          throw error;
        });
      };
      const { outcome } = await policy.call(deadline, { requestId }, (call) =>
        adapter.read(day, taken, call).catch((error: unknown) => {
          // What went wrong on our side is no news about the provider.
          if (refusal === undefined) throw error;
          return { outcome: LOST, providerAtFault: false, saysNothing: true };
        }),
      );
      if (refusal !== undefined) throw refusal.error;
      return outcome;
    },
  };
}
