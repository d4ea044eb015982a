import { EntitySchema } from "typeorm";

export const RECORD_STATES = ["open", "held", "done"] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** What a key is bound to. `open` is being worked on until `lease_until`; `done` has its response. */
export interface IdempotencyRecord {
  readonly key_id: string;
  readonly operation: string;
  readonly idempotency_key: string;
  readonly fingerprint_key_id: string;
  readonly fingerprint: Buffer;
  readonly object_id: string;
  readonly state: RecordState;
  readonly token: string | null;
  readonly start_before: Date | null;
  readonly lease_until: Date | null;
  readonly response_status: number | null;
  /** The response's body, in one of the two (docs/decisions/0116-phrases-are-packed.md). */
  readonly response_body: string | null;
  readonly response_packed: Buffer | null;
  readonly created_at: Date;
}

export const IdempotencyRecordEntity = new EntitySchema<IdempotencyRecord>({
  name: "IdempotencyRecord",
  schema: "idempotency",
  tableName: "records",
  columns: {
    key_id: { type: "text", primary: true },
    operation: { type: "text", primary: true },
    idempotency_key: { type: "text", primary: true },
    fingerprint_key_id: { type: "text" },
    fingerprint: { type: "bytea" },
    object_id: { type: "text" },
    state: { type: "text" },
    token: { type: "uuid", nullable: true },
    start_before: { type: "timestamptz", nullable: true },
    lease_until: { type: "timestamptz", nullable: true },
    response_status: { type: "smallint", nullable: true },
    response_body: { type: "text", nullable: true },
    response_packed: { type: "bytea", nullable: true },
    created_at: { type: "timestamptz" },
  },
});
