import type { Client } from "pg";
import { HeardClient } from "./heard-client.ts";
import { typeParsers } from "./int8.ts";

/** A server that refuses is known at once; on a machine where everything starts together a sign-in takes seconds. */
export const CONNECT_TIMEOUT_MS = 20_000;

/** One connection outside of any pool, for commands and tools; end it yourself. */
export async function connect(url: string, applicationName: string): Promise<Client> {
  const client = new HeardClient({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: typeParsers,
  });
  await client.connect();
  return client;
}
