import { EntitySchema } from "typeorm";

/** An event as its table holds it; never changed, and deleted when its time is over. */
export interface EventRow {
  readonly id: string;
  /** Counts up in the order of acceptance, which decides between events of one moment. */
  readonly seq: number;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly type: string;
  readonly object_id: string;
  readonly version: number;
  /** When it happened, within the second that its payload shows. */
  readonly created_at: Date;
  /** Its place in lists where that is not `created_at`: it arrived late. */
  readonly listed_at: Date | null;
  readonly accepted_at: Date;
  /**
   * The public event as JSON text, but for the token of a page's link, in one of the two
   * (docs/decisions/0116-phrases-are-packed.md).
   */
  readonly payload: string | null;
  readonly packed: Buffer | null;
  readonly traceparent: string | null;
}

export const EventEntity = new EntitySchema<EventRow>({
  name: "Event",
  schema: "notifier",
  tableName: "events",
  columns: {
    id: { type: "text", primary: true },
    seq: { type: "bigint" },
    merchant_id: { type: "text" },
    livemode: { type: "boolean" },
    type: { type: "text" },
    object_id: { type: "text" },
    version: { type: "integer" },
    created_at: { type: "timestamptz" },
    listed_at: { type: "timestamptz", nullable: true },
    accepted_at: { type: "timestamptz" },
    payload: { type: "text", nullable: true },
    packed: { type: "bytea", nullable: true },
    traceparent: { type: "text", nullable: true },
  },
});
