/**
 * Writers compete by version; this many lost races in a row is no contention of one object
 * (docs/design/decisions.md#limits).
 */
const TRIES_MAX = 3;

export type Applied<Row> =
  | { readonly kind: "recorded"; readonly row: Row; readonly changed: boolean }
  /** The update was lost to others every time. */
  | { readonly kind: "lost"; readonly row: Row }
  /** The row is not there any more. */
  | { readonly kind: "gone" };

/** How an owner records an event; each function speaks of the row as it was read last. */
export interface Recording<Row, Event> {
  /** What the fact means to the row. */
  eventOf(row: Row): Event;
  /** Whether the event is old news, a contradiction or a move. */
  verdictOn(row: Row, event: Event): "same" | "contradiction" | "advance";
  /** One compare-and-swap on the version of the row, with its event; null where another writer was first. */
  move(row: Row, event: Event): Promise<Row | null>;
  recordContradiction(row: Row, event: Event): Promise<void>;
  /** The row as it is now; null where it is gone. */
  read(row: Row): Promise<Row | null>;
  recordGone?(row: Row, event: Event): Promise<void>;
}

/**
 * Records what the provider said of an object's order: a move with its event in one transaction, nothing for old news,
 * an exception for a contradiction (docs/design/architecture.md#rule-7, #rule-8 and #rule-9). A fact is
 * true of every version of the row, so after a lost race it is applied again to the newer one.
 */
export async function applyFact<Row, Event>(of: Recording<Row, Event>, row: Row): Promise<Applied<Row>> {
  let current = row;
  for (let tryNo = 0; tryNo < TRIES_MAX; tryNo += 1) {
    const event = of.eventOf(current);
    const verdict = of.verdictOn(current, event);
    if (verdict === "contradiction") await of.recordContradiction(current, event);
    if (verdict !== "advance") return { kind: "recorded", row: current, changed: false };
    const moved = await of.move(current, event);
    if (moved !== null) return { kind: "recorded", row: moved, changed: true };
    const seen = await of.read(current);
    if (seen === null) {
      await of.recordGone?.(current, event);
      return { kind: "gone" };
    }
    current = seen;
  }
  return { kind: "lost", row: current };
}
