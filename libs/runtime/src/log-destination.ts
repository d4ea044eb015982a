import { pino, type DestinationStream } from "pino";

/** A longer backlog within one turn of the event loop does not wait for its end. */
const BACKLOG_BYTES = 8_192;

let standardOutput: DestinationStream | undefined;

/**
 * Standard output, written once in a turn of the event loop, by the thread that logs: handing every write to another
 * thread costs more than the write (docs/decisions/0063-log-lines.md). What a turn logged is written before the process
 * exits; kill -9 takes the lines of one turn at most.
 */
export function toStandardOutput(): DestinationStream {
  standardOutput ??= inTurns();
  return standardOutput;
}

function inTurns(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: 1, sync: true, minLength: BACKLOG_BYTES });
  let scheduled = false;
  const flushSync = () => {
    scheduled = false;
    output.flushSync();
  };
  process.on("exit", flushSync);
  return {
    write(line) {
      output.write(line);
      if (scheduled) return;
      scheduled = true;
      setImmediate(flushSync);
    },
    // pino calls it after a fatal line.
    flushSync,
  };
}
