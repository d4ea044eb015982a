import { join } from "node:path";
import { externalDatabase, roleUrls } from "../../../services/standalone/src/database.ts";
import { secretValues } from "../../../services/standalone/src/environment.ts";
import { loadSecrets } from "../../../services/standalone/src/secrets.ts";
import { freePort } from "../../../services/standalone/src/free-port.ts";

export type Settings = Readonly<Record<string, string>>;

/**
 * Shorter than by default, so that some pages expire within the run, and longer than from one round of objects until
 * payers come back to their pages.
 */
const HOSTED_PAGE_EXPIRY = "6m";

interface Place {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly scratch: string;
}

/** Every setting of every service, by the names that each release reads. A service reads its own alone. */
export async function settingsOf({ databaseUrl, publicUrl, scratch }: Place): Promise<Settings> {
  const secrets = loadSecrets(join(scratch, "secrets.json"));
  const acquirerPort = await freePort();
  const acquirerUrl = `http://127.0.0.1:${acquirerPort}`;
  return {
    ...secretValues(secrets, roleUrls(externalDatabase(databaseUrl), secrets)),
    DATABASE_URL: databaseUrl,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    PUBLIC_URL: publicUrl,
    WEBHOOK_LOOPBACK: "true",
    ACQUIRER_URL: acquirerUrl,
    ACQUIRER_PUBLIC_URL: acquirerUrl,
    ACQUIRER_HOST: "127.0.0.1",
    ACQUIRER_PORT: String(acquirerPort),
    ACQUIRER_ADMIN_PORT: String(await freePort()),
    HOSTED_PAGE_EXPIRY,
  };
}
