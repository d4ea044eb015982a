import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Flowlix } from "@flowlix/client";
import { waitFor } from "@flowlix/testkit";

export interface Shop {
  readonly url: string;
  readonly webhookUrl: string;
  readonly output: () => string;
  readonly process: ChildProcess;
}

type Command = readonly [program: string, ...args: string[]];

const spawned = ([program, ...args]: Command, env: NodeJS.ProcessEnv) =>
  // A group of its own, as a terminal gives one, and signals all of it.
  spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"], detached: true });

export async function startShop(command: Command, env: NodeJS.ProcessEnv): Promise<Shop> {
  const child = spawned(command, env);
  let printed = "";
  child.stdout.on("data", (bytes) => (printed += String(bytes)));
  const [url, webhookUrl] = await waitFor("the shop to open", () =>
    /open at (\S+)\/\n.*come to (\S+)/.exec(printed)?.slice(1),
  );
  if (url === undefined || webhookUrl === undefined) throw new Error(printed);
  return { url, webhookUrl, output: () => printed, process: child };
}

/** Stopped as Ctrl-C does; its exit code, or the signal that ended it. */
export async function closed({ process: child }: Pick<Shop, "process">): Promise<number | string | null> {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode ?? child.signalCode;
}

/** Starts a shop and stops it as soon as it has a webhook endpoint; how it ended, and the endpoints that it left. */
export async function stoppedEarly(command: Command, env: NodeJS.ProcessEnv, client: Flowlix) {
  const endpoints = async () => (await client.webhookEndpoints.list()).data.map(({ id }) => id);
  const before = await endpoints();
  const left = async () => (await endpoints()).filter((id) => !before.includes(id));
  const child = spawned(command, env);
  await waitFor("the shop's webhook endpoint", async () => (await left()).length > 0);
  return { code: await closed({ process: child }), left: await left() };
}
