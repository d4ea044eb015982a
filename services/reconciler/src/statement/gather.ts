import { deadlineIn } from "@flowlix/provider";
import { BrokenOff, NoStatement, type CompareDeps } from "./compare-deps.ts";
import { ourBooks } from "./owners.ts";
import type { TakenRun } from "./runs-store.ts";

/** A statement that takes longer is read another time. */
const STATEMENT_DEADLINE_MS = 45 * 60_000;

export interface Bounds {
  readonly fromMs: number;
  /** Our books are read up to here. */
  readonly toMs: number;
}

export interface Gathering {
  readonly signal: AbortSignal;
  readonly progress: (reached: { readonly done: number; readonly total: null }) => void;
}

/**
 * Fetches the statement of a day, then our books of it, in this order: what was executed before the statement was
 * read and booked afterwards is then at most missing from the books read, and owners are asked for it.
 * Answers how many lines each has. Rejects with NoStatement and BrokenOff.
 */
export async function gather(
  deps: CompareDeps,
  run: TakenRun,
  { fromMs, toMs }: Bounds,
  { signal, progress }: Gathering,
): Promise<{ readonly statement: number; readonly books: number }> {
  let statement = 0;
  let books = 0;
  async function reached(): Promise<void> {
    progress({ done: statement + books, total: null });
    if (signal.aborted || !(await deps.runs.reached(run, statement, books)))
      throw new BrokenOff("broken off");
  }

  await reached();
  const outcome = await deps.provider.statement.read(
    run.day,
    async (lines) => {
      await deps.staging.addStatement(run, lines, statement);
      statement += lines.length;
      await reached();
    },
    deadlineIn(STATEMENT_DEADLINE_MS),
  );
  if (outcome.kind !== "read") throw new NoStatement(`statement_${outcome.cause}`);
  for await (const lines of ourBooks(deps.owners, { livemode: run.livemode, fromMs, toMs })) {
    books += await deps.staging.addBooks(run, lines);
    await reached();
  }
  const there = await deps.staging.count(run);
  if (there.statement !== statement || there.books !== books) throw new NoStatement("lines_were_lost");
  return { statement, books };
}
