import { NATS_URL_VARIABLE, startTestNats } from "./test-nats.ts";
import { POSTGRES_URL_VARIABLE, startTestPostgres } from "./test-postgres.ts";

const running: { stop(): Promise<void> }[] = [];

/** Starts the servers of a run once; worker processes inherit their addresses. */
export async function mochaGlobalSetup(): Promise<void> {
  await provide(POSTGRES_URL_VARIABLE, startTestPostgres);
  await provide(NATS_URL_VARIABLE, startTestNats);
}

/** Stops what the setup has started. */
export async function mochaGlobalTeardown(): Promise<void> {
  while (running.length > 0) await running.pop()?.stop();
}

async function provide(
  variable: string,
  start: () => Promise<{ url: string; stop(): Promise<void> } | null>,
): Promise<void> {
  if ((process.env[variable] ?? "") !== "") return;
  const server = await start();
  if (server === null) return;
  running.push(server);
  process.env[variable] = server.url;
}
