import type { ChildProcess } from "node:child_process";
import type { ClusterFiles } from "./cluster-files.ts";

/** Where the words of the last start that counts are found. */
export const STARTUP_LOG = "startup.log";

/** What a server says before its own log takes over. */
export interface StartupLog {
  /** What was said so far. */
  said(): string;
  /** Resolves when the server has ended and everything was read. */
  readonly ended: Promise<void>;
  /** Makes it the one that is found under its usual name, and reads no more. */
  keep(): Promise<void>;
  /** Leaves nothing of it: somebody else's start counts. */
  discard(): void;
}

/** A server says a few lines until its log takes over; one that goes on and on must not fill our memory. */
const MAX_CHARACTERS = 262_144;

/**
 * Reads both outputs of a server, which have to be pipes. No file is written before it is known whose start
 * counts: of two starts at once each reads its own server's words, and one that is killed leaves nothing.
 */
export function readStartupLog(server: ChildProcess, files: ClusterFiles): StartupLog {
  const outputs = [server.stdout, server.stderr].filter((output) => output !== null);
  let said = "";
  for (const output of outputs) {
    output.setEncoding("utf8");
    output.on("data", (text: string) => (said = (said + text).slice(0, MAX_CHARACTERS)));
  }
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  // An open pipe would keep a process alive that has nothing else to do.
  const discard = () => outputs.forEach((output) => output.destroy());
  const keep = async () => {
    discard();
    await files.write(STARTUP_LOG, said);
  };
  return { said: () => said, ended, keep, discard };
}
