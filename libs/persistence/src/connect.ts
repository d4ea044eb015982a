import { Client } from "pg";
import { typeParsers } from "./int8.ts";

const CONNECT_TIMEOUT_MS = 5_000;

/** One connection outside of any pool, for commands and tools; end it yourself. */
export async function connect(url: string, applicationName: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: typeParsers,
  });
  // A connection that breaks while idle is reported by the next statement; unheard it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
