import { finished } from "node:stream/promises";
import { connect, CONNECT_TIMEOUT_MS } from "../connect.ts";
import { HeardClient } from "../heard-client.ts";
import { BaseBackupQuery, type BaseBackupFacts, type BaseBackupSink } from "./base-backup-query.ts";

export interface BaseBackupOptions extends BaseBackupSink {
  /** A superuser's, without encryption or with. */
  readonly url: string;
  /** Ends it: the server forgets the backup with the connection. */
  readonly signal?: AbortSignal;
}

/** The server writes this into `backup_label`. */
const LABEL = "flowlix";
/** WAL: the log from start to end is in the archive. CHECKPOINT: it begins at once. */
const COMMAND = `BASE_BACKUP (LABEL '${LABEL}', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

/**
 * A physical backup of a whole running server, as pg_basebackup takes it, by the same protocol: no program of Postgres
 * is needed, and no right to its files. The log is kept by a replication slot that ends with its session, so that
 * nothing is left of a backup that is killed.
 * Errors: the server's own; those of the two streams.
 */
export async function takeBaseBackup({ url, signal, ...sink }: BaseBackupOptions): Promise<BaseBackupFacts> {
  // Listens for errors of the two streams from now on.
  const backup = new BaseBackupQuery(COMMAND, sink);
  const keeper = await connect(url, "backup");
  try {
    await keeper.query("select pg_create_physical_replication_slot($1, true, true)", [
      `flowlix_backup_${process.pid}`,
    ]);
    const facts = await receive(url, backup, signal);
    const written = [sink.archive, sink.manifest].map((stream) => finished(stream));
    sink.archive.end();
    sink.manifest.end();
    await Promise.all(written);
    return facts;
  } finally {
    await keeper.end();
  }
}

async function receive(
  url: string,
  backup: BaseBackupQuery,
  signal: AbortSignal | undefined,
): Promise<BaseBackupFacts> {
  // The driver's types do not know `replication`; the driver does.
  const config = {
    connectionString: url,
    application_name: "backup",
    replication: "true",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const sender = new HeardClient(config);
  await sender.connect();
  const stop = () => void sender.end();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    return await sender.query(backup).done;
  } finally {
    signal?.removeEventListener("abort", stop);
    await sender.end();
  }
}
