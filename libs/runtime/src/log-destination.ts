import { writeSync } from "node:fs";
import type { DestinationStream } from "pino";

const STANDARD_OUTPUT = 1;
/** How long a pipe that is full and must not be waited in has to be emptied a little. */
const RETRY_MS = 10;
/** A process that exits waits so often in a row for a full pipe of which nothing is read. */
const LAST_TRIES = 100;
/** Lines beyond are dropped, and counted, while the reader stands still. */
const BACKLOG_MAX_BYTES = 16_777_216;

export interface LogDestination extends DestinationStream {
  /** pino calls it after a fatal line. */
  flushSync(): void;
}

let standardOutput: LogDestination | undefined;

/**
 * Standard output, written once in a turn of the event loop, by the thread that logs: handing every write to another
 * thread costs more than the write (docs/decisions/0063-log-lines.md). What a turn logged is written before the process
 * exits; kill -9 takes the lines of one turn at most. Nothing is written any more after the reader has gone away, and
 * the process goes on. Any other error of the output is thrown as uncaught.
 */
export function toStandardOutput(): LogDestination {
  standardOutput ??= inTurns();
  return standardOutput;
}

function inTurns(): LogDestination {
  let lines = "";
  let dropped = 0;
  let backlog = Buffer.alloc(0);
  let scheduled = false;
  let isReaderGone = false;

  /** Whether all is written; throws what is neither a full pipe nor a reader that has gone away. */
  function flushed(): boolean {
    if (lines !== "") backlog = Buffer.concat([backlog, Buffer.from(lines)]);
    lines = "";
    try {
      while (backlog.length > 0) backlog = backlog.subarray(writeSync(STANDARD_OUTPUT, backlog));
      return true;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EAGAIN") return false;
      backlog = Buffer.alloc(0);
      if (code !== "EPIPE") throw error;
      isReaderGone = true;
      return true;
    }
  }

  function flush(): void {
    scheduled = false;
    if (!flushed()) return later();
    if (dropped > 0) {
      lines = `{"level":"warn","msg":"${dropped} log lines were dropped, because nobody read them"}\n`;
      dropped = 0;
      later();
    }
  }

  function later(): void {
    scheduled = true;
    setTimeout(flush, RETRY_MS).unref();
  }

  process.on("exit", () => {
    const asleep = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0, left = Infinity; tries < LAST_TRIES && !flushed(); tries += 1) {
      if (backlog.length < left) tries = 0;
      left = backlog.length;
      Atomics.wait(asleep, 0, 0, RETRY_MS);
    }
  });
  return {
    write(line) {
      if (isReaderGone) return;
      if (backlog.length > BACKLOG_MAX_BYTES) {
        dropped += 1;
        return;
      }
      lines += line;
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    },
    flushSync: () => void flushed(),
  };
}
