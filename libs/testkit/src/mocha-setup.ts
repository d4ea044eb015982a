import { POSTGRES_URL_VARIABLE, startTestPostgres } from "./test-postgres.ts";

const running: { stop(): Promise<void> }[] = [];

/** Starts the servers of a run once; worker processes inherit their addresses. */
export async function mochaGlobalSetup(): Promise<void> {
  if ((process.env[POSTGRES_URL_VARIABLE] ?? "") === "") {
    const postgres = await startTestPostgres();
    running.push(postgres);
    process.env[POSTGRES_URL_VARIABLE] = postgres.url;
  }
}

/** Stops what the setup has started. */
export async function mochaGlobalTeardown(): Promise<void> {
  while (running.length > 0) await running.pop()?.stop();
}
