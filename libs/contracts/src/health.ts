import { Type, type Static } from "typebox";
import { named } from "./schema-name.ts";
import { closed, oneOf } from "./schema.ts";

export const HEALTH_STATUSES = ["ok", "degraded", "unavailable"] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** `unavailable` comes with 503, the other two with 200; no component is named (docs/design/decisions.md#health). */
export const Health = Type.Object(
  {
    status: oneOf(HEALTH_STATUSES, {
      description:
        "`unavailable` comes with 503; with `degraded` requests are served, and something beside them is not",
    }),
  },
  { ...closed, description: "Whether the API is available" },
);
export type Health = Static<typeof Health>;
named("Health", Health);
