import { EntitySchema } from "typeorm";
import type { EndpointStatus } from "@flowlix/contracts";

/** An endpoint as its table holds it. */
export interface EndpointRow {
  readonly id: string;
  readonly seq: number;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly url: string;
  readonly enabled_events: string[];
  readonly description: string | null;
  readonly status: EndpointStatus;
  readonly disabled_reason: "gone" | "merchant" | "operator" | null;
  /** Encrypted (`secrets/secret-box.ts`), all of them. */
  readonly secret: string;
  /** Those that sign beside it, and until when each. */
  readonly previous_secrets: string[];
  readonly previous_until: Date[];
  readonly created_at: Date;
  /** What was owed to it before then is not owed any more: it was disabled in between. */
  readonly live_since: Date;
  /** The first failure since anything last succeeded. */
  readonly failing_from: Date | null;
  /** Whose queue it is, and until when. */
  readonly holder: string | null;
  readonly held_until: Date | null;
}

export const EndpointEntity = new EntitySchema<EndpointRow>({
  name: "Endpoint",
  schema: "notifier",
  tableName: "endpoints",
  columns: {
    id: { type: "text", primary: true },
    seq: { type: "bigint" },
    merchant_id: { type: "text" },
    livemode: { type: "boolean" },
    url: { type: "text" },
    enabled_events: { type: "text", array: true },
    description: { type: "text", nullable: true },
    status: { type: "text" },
    disabled_reason: { type: "text", nullable: true },
    secret: { type: "text" },
    previous_secrets: { type: "text", array: true },
    previous_until: { type: "timestamptz", array: true },
    created_at: { type: "timestamptz" },
    live_since: { type: "timestamptz" },
    failing_from: { type: "timestamptz", nullable: true },
    holder: { type: "uuid", nullable: true },
    held_until: { type: "timestamptz", nullable: true },
  },
});
