import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Environment } from "@flowlix/runtime";
import type { TestDatabase } from "@flowlix/testkit";
import { clientOf, environmentOf } from "./acquirer.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

interface Ready {
  readonly adminUrl: string;
  readonly addresses: Readonly<Record<string, string>>;
}

/** What a program that ended by itself left. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The program as an operator starts it: a process of its own, whose output is kept. */
export async function startAcquirerProcess(database: TestDatabase, more: Environment = {}) {
  const child = spawnMain(environmentOf(database, more));
  const ready = await Promise.race([readyOf(child.process), child.ended]);
  if ("code" in ready) throw new Error(`the acquirer ended: ${ready.output}`);
  const { url = "", admin_url: adminUrl = "" } = ready.addresses;
  return {
    ...clientOf(url, adminUrl),
    processUrl: ready.adminUrl,
    output: child.output,
    /** Ends it in some way and waits for the end. */
    async end(signal: "SIGTERM" | "SIGKILL"): Promise<Ended> {
      child.process.kill(signal);
      return child.ended;
    },
  };
}

/** For starts that are refused. */
export const runAcquirerProcess = (env: Environment): Promise<Ended> => spawnMain(env).ended;

function spawnMain(env: Environment) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close").then(([code]): Ended => ({
    code: typeof code === "number" ? code : null,
    output,
  }));
  return { process: child, ended, output: () => output };
}

async function readyOf(child: ReturnType<typeof spawn>): Promise<Ready> {
  const [message]: unknown[] = await once(child, "message");
  if (!isReady(message)) throw new Error("not a message of a process that is ready");
  return message;
}

const isReady = (message: unknown): message is Ready =>
  typeof message === "object" && message !== null && "adminUrl" in message && "addresses" in message;
