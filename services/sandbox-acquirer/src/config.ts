import { databaseUrl, httpUrl, optional, port, secretText, text, type ConfigOf } from "@flowlix/runtime";

/** Settings of the acquirer beside those of every process (README, Settings). */
export const ACQUIRER_CONFIG = {
  ACQUIRER_DATABASE_URL: databaseUrl(),
  /** Where the merchant-facing API listens; absent: where the process's other listeners do. */
  ACQUIRER_HOST: optional(text({ maxLength: 255 })),
  ACQUIRER_PORT: port({ default: 0 }),
  /** How payers' browsers reach the challenge pages; absent: the listener's own address. */
  ACQUIRER_PUBLIC_URL: optional(httpUrl()),
  ACQUIRER_ADMIN_PORT: port({ default: 0 }),
  ACQUIRER_API_KEY: secretText(),
  ACQUIRER_CALLBACK_SECRET: secretText(),
} as const;

export type AcquirerConfig = ConfigOf<typeof ACQUIRER_CONFIG>;
