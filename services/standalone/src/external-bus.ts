import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Environment, messageOf, payloadProblem } from "@flowlix/runtime";
import type { LaunchConfig } from "./config.ts";
import { EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "./launch-error.ts";
import type { Values } from "./environment.ts";
import type { Secrets } from "./secrets.ts";

/**
 * How a process reaches the bus named by NATS_URL. It may carry other installations: unless named, the
 * namespace is our own, since two installations under one name would answer each other's calls.
 */
export function externalBus(config: LaunchConfig, secrets: Secrets, url: string): Values {
  const own = createHmac("sha256", secrets.nats_password_seed).update("namespace").digest("hex").slice(0, 12);
  const user = config.NATS_USER === undefined ? {} : { NATS_USER: config.NATS_USER };
  const password = config.NATS_PASSWORD === undefined ? {} : { NATS_PASSWORD: config.NATS_PASSWORD };
  return { NATS_URL: url, ...user, ...password, NAMESPACE: config.NAMESPACE ?? `flowlix-${own}` };
}

/** The environment without what the launcher alone decides for each process: its bus, name and admin port. */
export function withoutBus(outside: Environment): Environment {
  return Object.fromEntries(
    Object.entries(outside).filter(([name]) => !/^(NATS_|NAMESPACE|INSTANCE|ADMIN_PORT)/.test(name)),
  );
}

const NATS_PORT = 4222;
const ANSWER_MS = 5_000;
/** A server that wants TLS before it says anything is checked by each process when it connects. */
const SILENT_MS = 2_000;
const FIRST_LINE_MAX = 65_536;

/**
 * Whether what listens where NATS_URL points can be our bus, before anything is started: a process waits for its
 * bus for ever, which is right for one that was there, and no answer to a wrong address. Of several servers one has to
 * answer, and none that does may be unfit. Errors: LaunchError with a line for each.
 */
export async function requireBus(urls: string): Promise<void> {
  const servers = urls.split(",").map((url) => addressOf(url.trim()));
  const found = await Promise.all(servers.map(lookAt));
  const unfit = found.flatMap(({ problem }) => problem ?? []);
  if (unfit.length > 0) throw new LaunchError(unfit, EXIT_CONFIG);
  const silent = found.flatMap(({ absent }) => absent ?? []);
  if (silent.length === found.length) throw new LaunchError(silent, EXIT_FAILURE);
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? NATS_PORT : Number(port) };
}

async function lookAt({ host, port }: Address): Promise<{ absent?: string; problem?: string }> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(ANSWER_MS) });
    const problem = payloadProblem(await maxPayloadOf(socket));
    return problem === undefined ? {} : { problem: `NATS_URL: ${host}:${port}: ${problem}` };
  } catch (error) {
    const why =
      error instanceof Error && error.name === "AbortError"
        ? `not within ${ANSWER_MS / 1000} s`
        : messageOf(error);
    return { absent: `NATS_URL: nothing answers at ${host}:${port} (${why})` };
  } finally {
    socket.destroy();
  }
}

/** As a nats-server says it to every client, in its first line; undefined where it says nothing. */
async function maxPayloadOf(socket: Socket): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = "";
  socket.on("data", (data) => {
    said += data.toString("latin1");
    if (said.includes("\r\n") || said.length > FIRST_LINE_MAX) resolve(said);
  });
  for (const end of ["end", "error"]) socket.once(end, () => resolve(said));
  const limit = setTimeout(resolve, SILENT_MS, said);
  const line = (await promise).split("\r\n", 1)[0] ?? "";
  clearTimeout(limit);
  if (!line.startsWith("INFO ")) return undefined;
  try {
    const info: unknown = JSON.parse(line.slice("INFO ".length));
    const hasOne = typeof info === "object" && info !== null && "max_payload" in info;
    return hasOne && typeof info.max_payload === "number" ? info.max_payload : undefined;
  } catch {
    return undefined;
  }
}
