import { createServer } from "node:net";
import { LaunchError, errorCode, reasonOf } from "./launch-error.ts";

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
  /** Any free port. */
  any(name: string, host: string): Promise<number>;
}

const TRIES = 50;

export function createPortPicker(): PortPicker {
  const given = new Set<number>();
  async function any(name: string, host: string): Promise<number> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const port = await listenOnce(host, 0);
      if (!given.has(port)) return keep(port);
    }
    throw new LaunchError(`${name}: no free port found on ${host}`);
  }
  function keep(port: number): number {
    given.add(port);
    return port;
  }
  async function pick(wanted: WantedPort): Promise<number> {
    if (wanted.port === 0) return await any(wanted.name, wanted.host);
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
  return { pick, any };
}

function refused(wanted: WantedPort, error: unknown): LaunchError {
  const why =
    errorCode(error) === "EADDRINUSE"
      ? "is in use"
      : `cannot be listened on (${errorCode(error) ?? reasonOf(error)})`;
  return new LaunchError(`${wanted.name}: port ${wanted.port} of ${wanted.host} ${why}`, undefined, {
    cause: error,
  });
}

/** Listens and lets go again; answers the port. */
async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer();
  const listening = Promise.withResolvers<number>();
  server.once("error", listening.reject);
  server.listen({ host, port, exclusive: true }, () => {
    const address = server.address();
    listening.resolve(typeof address === "object" && address !== null ? address.port : port);
  });
  const bound = await listening.promise;
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
  return bound;
}
