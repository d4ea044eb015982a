import type { Writable } from "node:stream";

/** What the server says of a base backup, beside its bytes. */
export interface BaseBackupFacts {
  /** Recovery begins here. */
  readonly startLsn: string;
  /** Whatever was committed before here is in it. */
  readonly endLsn: string;
}

export interface BaseBackupSink {
  /** Gets the data directory as a tar archive, with the log that makes it consistent. Ended by the backup. */
  readonly archive: Writable;
  /** Gets the server's own list of files with their SHA-256. Ended by the backup. */
  readonly manifest: Writable;
  /** Bytes sent of the archive, and about how many there are. */
  readonly onProgress: (sent: number, about: number) => void;
}

/** What of the driver's connection this uses. */
interface Wire {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void; destroy(): void };
}

interface Row {
  readonly fields: readonly (string | null)[];
}

const KIB = 1_024;
const [ARCHIVE, MANIFEST, DATA] = ["n", "m", "d"].map((type) => type.charCodeAt(0));

/**
 * The replication protocol's BASE_BACKUP as one query of the driver. The server answers with its start, its
 * tablespaces, a stream of copies and its end. It is read no faster than it is written.
 */
export class BaseBackupQuery {
  readonly done: Promise<BaseBackupFacts>;
  readonly #command: string;
  readonly #sink: BaseBackupSink;
  readonly #settled = Promise.withResolvers<BaseBackupFacts>();
  readonly #results: Row[][] = [];
  #wire: Wire | undefined;
  #into: Writable | undefined;
  #archives = 0;
  #sent = 0;
  #failed: Error | undefined;

  constructor(command: string, sink: BaseBackupSink) {
    this.#command = command;
    this.#sink = sink;
    this.done = this.#settled.promise;
    for (const stream of [sink.archive, sink.manifest]) {
      stream.on("drain", () => this.#wire?.stream.resume());
      stream.once("error", (error) => {
        this.#failed ??= error;
        this.#wire?.stream.destroy();
      });
    }
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    if (this.#failed === undefined) wire.query(this.#command);
    else wire.stream.destroy();
  }

  handleRowDescription(): void {
    this.#results.push([]);
  }

  handleDataRow(row: Row): void {
    this.#results.at(-1)?.push(row);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const [type] = chunk;
    if (type === ARCHIVE) {
      this.#into = this.#sink.archive;
      this.#archives += 1;
    } else if (type === MANIFEST) this.#into = this.#sink.manifest;
    else if (type === DATA) this.#take(chunk.subarray(1));
  }

  #take(bytes: Buffer): void {
    const into = this.#into;
    if (into === undefined || this.#failed !== undefined) return;
    // The driver reads on in the memory that it gave us.
    const isFull = !into.write(Buffer.from(bytes));
    if (into === this.#sink.archive) {
      this.#sent += bytes.length;
      this.#sink.onProgress(this.#sent, this.#about());
    }
    if (isFull) this.#wire?.stream.pause();
  }

  #about(): number {
    const [, tablespaces = []] = this.#results;
    const sizes = tablespaces.map(({ fields }) => Number(fields[2] ?? 0) * KIB);
    return Math.max(
      this.#sent,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }

  handleReadyForQuery(): void {
    const [start, , end] = this.#results.map((rows) => rows[0]?.fields[0]);
    if (this.#archives !== 1)
      this.#settled.reject(new Error("the data is in several tablespaces; only one can be backed up"));
    else if (typeof start === "string" && typeof end === "string")
      this.#settled.resolve({ startLsn: start, endLsn: end });
    else this.#settled.reject(new Error("the server ended its backup without saying where"));
  }

  handleError(error: Error): void {
    this.#settled.reject(this.#failed ?? error);
  }

  handleCommandComplete(): void {}

  handlePortalSuspended(): void {}

  handleEmptyQuery(): void {}
}
