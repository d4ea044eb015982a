import type { StatementTotal } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import { BrokenOff, NoStatement, STATEMENT_DEADLINE_MS, type CompareDeps } from "./compare-deps.ts";
import { ownersScope } from "./source.ts";
import { ourJournals } from "./owners.ts";
import type { TakenRun } from "./runs-store.ts";
import { createTotals } from "./totals.ts";

export interface Bounds {
  readonly fromMs: number;
  /** Our books are read up to here. */
  readonly toMs: number;
}

export interface Loading {
  readonly signal: AbortSignal;
  readonly progress: (reached: { readonly done: number; readonly total: null }) => void;
}

export interface Loaded {
  readonly statement: number;
  readonly books: number;
  readonly totals: readonly StatementTotal[];
}

/**
 * Fetches the statement of a day, then our journals of it, in this order: what was executed before the statement was
 * read and posted afterwards is then at most missing from the books read, and owners are asked for it.
 * Answers how many lines each has, and their sums. Rejects with NoStatement and BrokenOff.
 */
export async function loadSides(
  deps: CompareDeps,
  run: TakenRun,
  { fromMs, toMs }: Bounds,
  { signal, progress }: Loading,
): Promise<Loaded> {
  const totals = createTotals();
  let statement = 0;
  let books = 0;
  async function reached(): Promise<void> {
    progress({ done: statement + books, total: null });
    if (signal.aborted || !(await deps.runs.reached(run, statement, books)))
      throw new BrokenOff("broken off");
  }

  await reached();
  const outcome = await deps.source.port.statement.read(
    run.day,
    async (lines) => {
      await deps.staging.addStatement(run, lines, statement);
      statement += lines.length;
      for (const line of lines) totals.stated(line);
      await reached();
    },
    deadlineIn(STATEMENT_DEADLINE_MS),
  );
  if (outcome.kind !== "read") throw new NoStatement(`statement_${outcome.cause}`);
  for await (const lines of ourJournals(deps.owners, { ...ownersScope(deps.source), fromMs, toMs })) {
    const added = await deps.staging.addEntries(run, lines);
    books += added.length;
    for (const line of added) totals.posted(line);
    await reached();
  }
  return { statement, books, totals: totals.all() };
}
