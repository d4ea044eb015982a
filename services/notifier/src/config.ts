import { choice, databaseUrl, duration, keyRing, type ConfigOf } from "@flowlix/runtime";
import { GIVE_UP_MS } from "./deliveries/retry-schedule.ts";

/** Settings of the notifier (docs/design/decisions.md#settings). */
export const notifierConfig = {
  NOTIFIER_DATABASE_URL: databaseUrl(),
  /** Encrypts the secrets of endpoints at rest. */
  WEBHOOK_SECRET_KEYS: keyRing(),
  /** For the links to hosted pages in events; the gateway's. */
  PAGE_TOKEN_KEY: keyRing(),
  /** Endpoints of Sandbox may be on this machine, by plain HTTP too. Not for an installation that others use. */
  WEBHOOK_LOOPBACK: choice(["true", "false"], { default: "false" }),
  /** Never shorter than what is tried for; events that are owed longer, by a resend, stay longer. */
  EVENT_RETENTION: duration({ default: "30d", minMs: GIVE_UP_MS }),
};

export type NotifierConfig = ConfigOf<typeof notifierConfig>;
