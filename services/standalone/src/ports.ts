import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { messageOf } from "@flowlix/runtime";
import { EXIT_CONFIG, LaunchError, errorCode } from "./launch-error.ts";
import type { PortRegister } from "./port-register.ts";

/** A port wanted by a listener: `named` ones are the operator's word, others only a preference. */
export interface WantedPort {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly named: boolean;
}

/** Gives out ports of this machine, none twice. */
export interface PortPicker {
  /** The port itself if free; else another one when it was not named. Errors: LaunchError. */
  pick(wanted: WantedPort): Promise<number>;
  /** This port if it is free and was not given out; else none, whatever the reason. */
  again(host: string, port: number): Promise<number | undefined>;
  /** Any free port. */
  any(name: string, host: string): Promise<number>;
}

const TRIES = 50;
/**
 * Below the range that systems take local ports of outgoing connections from: a port of that range is
 * easily taken between check and listening, or while a process is being started again.
 */
const QUIET_RANGE = { from: 15_000, to: 32_000 } as const;

const isQuiet = (port: number): boolean => port >= QUIET_RANGE.from && port < QUIET_RANGE.to;

/** All ports are entered in the register, so that starts side by side choose others. */
export function createPortPicker(register: PortRegister): PortPicker {
  const given = new Set<number>();
  // Defaults are the same for everyone: kept for a stopped installation, they would be nobody's.
  const take = (port: number): boolean => register.take(port, isQuiet(port) ? "restarting" : "starting");
  async function any(name: string, host: string): Promise<number> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const port = randomInt(QUIET_RANGE.from, QUIET_RANGE.to);
      if (!given.has(port) && take(port) && (await isFree(host, port))) return keep(port);
    }
    throw new LaunchError(`${name}: no free port found on ${host}`);
  }
  function keep(port: number): number {
    given.add(port);
    return port;
  }
  async function pick(wanted: WantedPort): Promise<number> {
    if (wanted.port === 0) return await any(wanted.name, wanted.host);
    if (!take(wanted.port) && !wanted.named) return await any(wanted.name, wanted.host);
    try {
      if (given.has(wanted.port)) throw new LaunchError(`${wanted.name}: port ${wanted.port} is named twice`);
      await listenOnce(wanted.host, wanted.port);
      return keep(wanted.port);
    } catch (error) {
      if (!wanted.named && (errorCode(error) === "EADDRINUSE" || error instanceof LaunchError)) {
        return await any(wanted.name, wanted.host);
      }
      throw error instanceof LaunchError ? error : refused(wanted, error);
    }
  }
  async function again(host: string, port: number): Promise<number | undefined> {
    if (given.has(port) || !take(port)) return undefined;
    try {
      await listenOnce(host, port);
      return keep(port);
    } catch {
      return undefined;
    }
  }
  return { pick, again, any };
}

/** What a system says of a host that is not its own; the name is that of the setting. */
const FOREIGN_HOST: ReadonlySet<string | undefined> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

function foreignHost(host: string, error: unknown): LaunchError | undefined {
  if (!FOREIGN_HOST.has(errorCode(error))) return undefined;
  const options = { cause: error };
  return new LaunchError(`HOST: ${host} is no address of this machine`, EXIT_CONFIG, options);
}

function refused(wanted: WantedPort, error: unknown): LaunchError {
  const foreign = foreignHost(wanted.host, error);
  if (foreign !== undefined) return foreign;
  const why =
    errorCode(error) === "EADDRINUSE"
      ? "is in use: name another"
      : `cannot be listened on (${errorCode(error) ?? messageOf(error)})`;
  return new LaunchError(`${wanted.name}: port ${wanted.port} of ${wanted.host} ${why}`, undefined, {
    cause: error,
  });
}

/** Errors: any reason but that the port is taken, such as a host that is not this machine's. */
async function isFree(host: string, port: number): Promise<boolean> {
  try {
    await listenOnce(host, port);
    return true;
  } catch (error) {
    if (errorCode(error) === "EADDRINUSE") return false;
    const why = `HOST: ${host} cannot be listened on (${errorCode(error) ?? messageOf(error)})`;
    throw foreignHost(host, error) ?? new LaunchError(why, undefined, { cause: error });
  }
}

/** Listens and lets go again. */
async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port, exclusive: true }, () => listening.resolve());
  await listening.promise;
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
}
