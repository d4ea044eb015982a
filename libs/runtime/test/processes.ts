import { fork, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { waitFor } from "@flowlix/testkit";

const OWNER = fileURLToPath(new URL("fixtures/owner-process.ts", import.meta.url));

export interface TestProcess {
  readonly child: ChildProcess;
  readonly messages: Readonly<Record<string, unknown>>[];
  /** Waits for a message of that type from the process. */
  said(type: string): Promise<Readonly<Record<string, unknown>>>;
  /** How it ended. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly out: string;
    readonly err: string;
  }>;
}

/** Starts the owner's process with exactly these settings. */
export function startOwner(env: Readonly<Record<string, string>>): TestProcess {
  const child = fork(OWNER, { env: { HOST: "127.0.0.1", ...env }, silent: true });
  const messages: Readonly<Record<string, unknown>>[] = [];
  child.on("message", (message) => {
    if (typeof message === "object") messages.push({ ...message });
  });
  const out = textOf(child.stdout);
  const err = textOf(child.stderr);
  const exited = new Promise<[number | null, string | null]>((resolve) =>
    child.once("exit", (code, signal) => resolve([code, signal])),
  );
  const ended = Promise.all([exited, out, err]).then(([[code, signal], outText, errText]) => ({
    code,
    signal,
    out: outText,
    err: errText,
  }));
  const said = (type: string) =>
    waitFor(`the message ${type}`, () => messages.find((message) => message["type"] === type));
  return { child, messages, said, ended };
}

async function textOf(stream: Readable | null): Promise<string> {
  let whole = "";
  if (stream !== null) for await (const chunk of stream) whole += String(chunk);
  return whole;
}
