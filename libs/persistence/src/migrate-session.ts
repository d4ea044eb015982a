import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { connect } from "./connect.ts";
import { databaseIsAway } from "./query.ts";

/** Told in a line for the operator for what is being waited; never a password. */
export type OnWait = (line: string) => void;

const ASK_AGAIN_MS = 500;

/**
 * Bounds of what is not tried again (operations §6). A statement of a migration ends after half an hour, and a transaction whose process hangs ends too: both may hold locks.
 * A session whose process was killed or whose machine is gone is to notice it while it waits or works, for whatever it
 * is queued for others queue for behind it; left alone it would look at its client only once it has something to say.
 */
const SETTINGS = `
  set lock_timeout = '5s';
  set statement_timeout = '30min';
  set idle_in_transaction_session_timeout = '1min';
  set client_connection_check_interval = '2s';
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3`;

/**
 * The session that migrates. Waits for a server that is starting, or cannot be reached yet, for so many
 * milliseconds. Errors: the driver's own; at once for a server that refuses.
 */
export async function openMigrateSession(url: string, waitMs: number, onWait: OnWait): Promise<Client> {
  const giveUpAt = performance.now() + waitMs;
  let told = "";
  for (;;) {
    try {
      return await openNow(url);
    } catch (error) {
      if (!serverIsAway(error) || performance.now() >= giveUpAt) throw error;
      const reason = reasonOf(error);
      if (reason !== told) onWait(`the database cannot be reached yet: ${reason}`);
      told = reason;
    }
    await pause(ASK_AGAIN_MS);
  }
}

async function openNow(url: string): Promise<Client> {
  const session = await connect(url, "migrate");
  try {
    await session.query(SETTINGS);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}

/** A name that leads to several addresses fails with the errors of all; the driver's own bound says only this. */
const serverIsAway = (error: unknown): boolean =>
  databaseIsAway(error) ||
  (error instanceof AggregateError && error.errors.some(databaseIsAway)) ||
  (error instanceof Error && error.message === "timeout expired");

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
