import { EntitySchema } from "typeorm";
import type { DeliveryStatus, ResendSource } from "@flowlix/contracts";
import type { EarlierAttempt } from "./earlier-attempts.ts";

/** A delivery as its table holds it. Its status is what was recorded; its endpoint's state may cancel it. */
export interface DeliveryRow {
  readonly endpoint_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  /** Tries that were recorded; the next one is recorded only on top of exactly these. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
  readonly last_at: Date | null;
  readonly last_http_status: number | null;
  readonly last_error: string | null;
  readonly last_duration_ms: number | null;
  readonly last_response_prefix: string | null;
  /** Who asked for the last try by a resend. */
  readonly last_resent_by: ResendSource | null;
  /** Who asked for the next try by a resend; null where it is on schedule. */
  readonly resent_by: ResendSource | null;
  /** Tries before the last one, oldest first; null where there was none. */
  readonly earlier: readonly EarlierAttempt[] | null;
}

export const DeliveryEntity = new EntitySchema<DeliveryRow>({
  name: "Delivery",
  schema: "notifier",
  tableName: "deliveries",
  columns: {
    endpoint_id: { type: "text", primary: true },
    id: { type: "text", primary: true },
    event_id: { type: "text" },
    event_type: { type: "text" },
    status: { type: "text" },
    attempts: { type: "integer" },
    created_at: { type: "timestamptz" },
    next_attempt_at: { type: "timestamptz", nullable: true },
    last_at: { type: "timestamptz", nullable: true },
    last_http_status: { type: "integer", nullable: true },
    last_error: { type: "text", nullable: true },
    last_duration_ms: { type: "integer", nullable: true },
    last_response_prefix: { type: "text", nullable: true },
    last_resent_by: { type: "text", nullable: true },
    resent_by: { type: "text", nullable: true },
    earlier: { type: "jsonb", nullable: true },
  },
});
