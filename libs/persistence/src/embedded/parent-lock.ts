import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { HeardClient } from "../heard-client.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** "Flow" and "embd" as numbers. */
const LOCK_KEY = [0x466c6f77, 0x656d6264] as const;
/** The session of a parent that was just killed ends within milliseconds. */
const DYING_PARENT_MS = 1_000;
const RETRY_MS = 50;
const RETAKE_MS = 250;

/** Held by the one process that a server belongs to, on a connection that ends with that process. */
export interface ParentLock {
  /** Call before the server is stopped: from now on the connection may end. */
  serverStops(): void;
  release(): Promise<void>;
}

/** Errors: `already_running` when another live process holds it; the driver's when the server does not answer. */
export async function takeParentLock(url: string, dataDir: string): Promise<ParentLock> {
  let wanted = true;
  let client = await lockedClient(url, dataDir, () => void retake());
  // A crash of one session makes the server end all of them, this one included.
  async function retake(): Promise<void> {
    while (wanted) {
      await pause(RETAKE_MS, undefined, { ref: false });
      try {
        client = await lockedClient(url, dataDir, () => void retake());
        if (!wanted) await client.end();
        return;
      } catch {
        // The server is still coming back, or has ended.
      }
    }
  }
  const serverStops = () => {
    wanted = false;
  };
  const release = async () => {
    serverStops();
    await client.end().catch(() => undefined);
  };
  return { serverStops, release };
}

async function lockedClient(url: string, dataDir: string, onLost: () => void): Promise<Client> {
  const socket = new Socket();
  const client = new HeardClient({
    connectionString: url,
    application_name: "embedded-parent",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: () => socket,
  });
  await client.connect();
  try {
    await refuseOtherData(client, dataDir);
    await lock(client, dataDir);
  } catch (error) {
    await client.end();
    throw error;
  }
  client.once("end", onLost);
  // It must not keep a process alive that has nothing else to do.
  socket.unref();
  return client;
}

async function refuseOtherData(client: Client, dataDir: string): Promise<void> {
  const { rows } = await client.query("select current_setting('data_directory') as dir");
  if (rows[0]?.dir === dataDir) return;
  throw new EmbeddedPostgresError("start_failed", `the server that answers has other data than ${dataDir}`);
}

async function lock(client: Client, dataDir: string): Promise<void> {
  const giveUpAt = performance.now() + DYING_PARENT_MS;
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1::int, $2::int) as locked", [
      ...LOCK_KEY,
    ]);
    if (rows[0]?.locked === true) return;
    if (performance.now() > giveUpAt) {
      throw new EmbeddedPostgresError(
        "already_running",
        `already running: another process uses the data in ${dataDir}`,
      );
    }
    await pause(RETRY_MS);
  }
}
