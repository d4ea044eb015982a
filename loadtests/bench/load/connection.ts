import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
/** More than any answer of ours; a longer one is a failure, not a reason to grow. */
const ANSWER_BYTES_MAX = 64 * 1024;

export interface ConnectionEvents {
  /** The body lies in `bytes` from `start` to `end` until the next request is sent. */
  onAnswer(status: number, bytes: Buffer, start: number, end: number): void;
  onFailure(cause: string): void;
}

/** A keep-alive HTTP connection that carries one request at a time. */
export interface Connection {
  /** Sends a whole request; exactly one of the events follows. */
  send(request: Buffer): void;
  /** Gives up the request on its way, if any: it ends as a failure with this cause. */
  abort(cause: string): void;
  close(): void;
}

/**
 * Opens lazily and again after the server closed. Only what our own server sends is understood (a
 * Content-Length, no chunks); everything else is reported as a failure. A full client costs several
 * times the processor time per request, which would be taken from what is measured.
 */
export function createConnection(host: string, port: number, events: ConnectionEvents): Connection {
  const answer = Buffer.allocUnsafe(ANSWER_BYTES_MAX);
  let received = 0;
  let socket: Socket | null = null;
  let waiting = false;

  function fail(cause: string): void {
    const failed = waiting;
    waiting = false;
    received = 0;
    socket?.destroy();
    socket = null;
    if (failed) events.onFailure(cause);
  }

  function onData(chunk: Buffer): void {
    if (!waiting) return fail("answer without a request");
    if (received + chunk.length > ANSWER_BYTES_MAX) return fail("answer too long");
    chunk.copy(answer, received);
    received += chunk.length;
    const bytes = answer.subarray(0, received);
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = bytes.toString("latin1", 0, headEnd);
    const length = CONTENT_LENGTH.exec(head)?.[1];
    if (length === undefined) return fail("answer without Content-Length");
    const start = headEnd + HEAD_END.length;
    const end = start + Number(length);
    if (received < end) return;
    if (received > end) return fail("more than one answer");
    waiting = false;
    received = 0;
    events.onAnswer(Number(head.slice(9, 12)), bytes, start, end);
  }

  function open(): Socket {
    const fresh = connect({ host, port, noDelay: true });
    fresh.on("data", onData);
    fresh.on("error", (error) => {
      if (socket === fresh) fail("code" in error ? String(error.code) : "connection error");
    });
    fresh.on("close", () => {
      if (socket === fresh) fail("connection closed");
    });
    return fresh;
  }

  return {
    send(request) {
      waiting = true;
      socket ??= open();
      socket.write(request);
    },
    abort(cause) {
      if (waiting) fail(cause);
    },
    close() {
      fail("stopped");
    },
  };
}
