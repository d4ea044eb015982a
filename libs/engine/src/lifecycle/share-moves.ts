import { query, sharedCommit, type Pool, type SharedCommit, type Statement } from "@flowlix/persistence";

interface MovesOptions<Move> {
  readonly name: string;
  /** Answers `ord`, the place from 1 on, of every move that was recorded. */
  readonly statement: (moves: readonly Move[]) => Statement;
  /** Called for every commit that moved something. */
  readonly onCommitted: () => void;
}

/**
 * Records moves with what they cause, one transaction for all that are waiting (docs/design/architecture.md#rule-7).
 * False where the version was no longer the one that the move was decided on, or where the claim was another's. The
 * caller then reads again. An equal state at version + 1 is its own work, whose answer was lost.
 */
export function shareMoves<Move extends { readonly id: string }>(
  pool: Pool,
  { name, statement, onCommitted }: MovesOptions<Move>,
): SharedCommit<Move, boolean> {
  return sharedCommit({
    name,
    keyOf: ({ id }) => id,
    run: async (moves) => {
      const rows = await query<{ ord: number }>(pool, statement(moves));
      const moved = new Set(rows.map(({ ord }) => ord));
      if (moved.size > 0) onCommitted();
      return moves.map((_, index) => moved.has(index + 1));
    },
  });
}
