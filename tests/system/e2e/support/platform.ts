import { join } from "node:path";
import { guardedFolder, moveClock, runClock, stopClock, waitFor } from "@flowlix/testkit";
import { TIME_LADDER } from "@flowlix/runtime";
import {
  isAlive,
  needsNats,
  START_TIMEOUT_MS,
  startDistributed,
  startStandalone,
  type Installation,
} from "../../support/installation.ts";
import { acquirerAt, type Acquirer } from "./acquirer.ts";
import { apiWith, type Api } from "./api.ts";
import { databaseOf, type Database } from "./database.ts";
import { prepareFolder } from "./prepared-folder.ts";

export interface Wiring {
  readonly name: string;
  readonly distributed: boolean;
}

export const IN_PROCESS: Wiring = { name: "in process", distributed: false };
export const OVER_NATS: Wiring = { name: "over NATS", distributed: true };
/**
 * Rules that hold in both are tried in both, but by `make test` of everything in one alone: the second time is what
 * makes a run too long for every commit. `make test-all` has it.
 */
const ONCE = process.env["FLOWLIX_TEST_WIRINGS"] === "one";
/** In one process if tried once: it takes a fifth of the processor's time, and most rules do not know the bus. */
export const WIRINGS: readonly Wiring[] = ONCE ? [IN_PROCESS] : [IN_PROCESS, OVER_NATS];
/** Over NATS if tried once: what several processes at a time can get wrong. */
export const BUS_WIRINGS: readonly Wiring[] = ONCE ? [OVER_NATS] : [IN_PROCESS, OVER_NATS];

export interface PlatformOptions {
  /** Read at every start: what a test changes here holds from its next restart on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly replicas?: string;
}

/** A whole installation under test: real processes, driven from outside. */
export interface Platform {
  readonly api: Api;
  readonly acquirer: Acquirer;
  readonly database: Database;
  readonly dataDir: string;
  /** Everything printed so far, by every start. */
  readonly output: () => string;
  readonly installation: () => Installation;
  /** Another merchant's, or another of the same, after `key create`. */
  readonly apiFor: (apiKey: string) => Api;
  /** Kills -9 what runs the service and waits until everything works again. */
  readonly crash: (service: string) => Promise<void>;
  /** Stops all of it in order and starts it again; answers the exit code. */
  readonly restart: () => Promise<number | NodeJS.Signals>;
  readonly signal: (service: string, signal: NodeJS.Signals) => void;
  /** Lets the database's time pass: leases and claims end. */
  readonly passTime: (ms: number) => Promise<void>;
  /** The database's time stands still, but for `passTime`, until it is let run. */
  readonly stopTime: () => Promise<void>;
  readonly letTimeRun: () => Promise<void>;
  readonly pids: (service: string) => number[];
}

/** Long enough for any test here; no test waits for it to pass. */
export const TEST_TIMEOUT_MS = 600_000;

/**
 * The request deadline of installations here: shorter than delivered, so that what waits for it is over soon; an owner
 * has 4 s of it.
 */
export const DEADLINE_MS = 6_000;
/** No key is kept for longer. */
export const LEASE_MS = DEADLINE_MS + TIME_LADDER.leaseExtraMs;
/**
 * As delivered, for where nothing is to wait for it: what is asked for at once, or held while a test does something, is
 * done in time on a slow machine too.
 */
export const PATIENT = { REQUEST_DEADLINE: `${TIME_LADDER.requestMs}ms` } as const;
export const PATIENT_LEASE_MS = TIME_LADDER.requestMs + TIME_LADDER.leaseExtraMs;

/** A process that a test stops stays there, to go on later; a test of the launcher's watchdog sets its own time. */
const NEVER = "24h";
const SETTINGS = {
  REQUEST_DEADLINE: `${DEADLINE_MS}ms`,
  KEY_QUOTA: "100000",
  KEY_QUOTA_BURST: "100000",
  HUNG_AFTER: NEVER,
};

/**
 * An installation for the surrounding `describe`: started before its tests, gone after them. Call it in
 * the body of a `describe`, the function it returns inside of tests and hooks.
 */
export function withPlatform(
  wiring: Wiring,
  options: PlatformOptions | (() => PlatformOptions) = {},
): () => Platform {
  let made: { platform: Platform; end(): Promise<void> } | undefined;
  before(`start an installation ${wiring.name}`, async function () {
    this.timeout(START_TIMEOUT_MS);
    if (wiring.distributed) needsNats(this);
    made = await startPlatform(wiring, typeof options === "function" ? options() : options);
  });
  after("stop the installation", async function () {
    this.timeout(START_TIMEOUT_MS);
    await made?.end();
    made = undefined;
  });
  return () => {
    if (made === undefined)
      throw new Error("the installation exists only while the tests of its describe run");
    return made.platform;
  };
}

async function startPlatform(wiring: Wiring, options: PlatformOptions) {
  const folder = guardedFolder("e2e");
  const dataDir = join(folder.path, "data");
  const { replicas } = options;
  const start = () => {
    const env = { ...SETTINGS, ...options.env };
    return wiring.distributed
      ? startDistributed({ dataDir, env, ...(replicas === undefined ? {} : { replicas }) })
      : startStandalone({ dataDir, env });
  };
  let running: Installation;
  try {
    await prepareFolder(dataDir);
    running = await start();
  } catch (error) {
    await folder.remove();
    throw error;
  }
  let printed = "";
  let movedMs = 0;
  let moved: Promise<unknown> = Promise.resolve();
  const database = databaseOf(dataDir);
  const url = () => running.publicUrl;

  /** One move after the other: of two at once the first could come last, and time would go back. */
  function passTime(ms: number): Promise<void> {
    const move = async () => {
      movedMs += ms;
      await moveClock(database, movedMs);
    };
    const moving = moved.then(move, move);
    moved = moving;
    return moving;
  }

  async function crashAll(): Promise<void> {
    running.kill("SIGKILL");
    await running.ended;
    printed += running.output() + running.errors();
    running = await start();
  }

  async function restart(): Promise<number | NodeJS.Signals> {
    running.kill("SIGTERM");
    const code = await running.ended;
    printed += running.output() + running.errors();
    running = await start();
    return code;
  }

  async function crashOne(service: string): Promise<void> {
    const killed = running.pids(service);
    for (const pid of killed) process.kill(pid, "SIGKILL");
    await waitFor(`${service} after its end`, () => workingAgain(running, service, killed), 60_000);
  }

  const platform: Platform = {
    api: apiWith(url, running.apiKey),
    acquirer: acquirerAt(() => running.runtime().acquirer.admin_url),
    database,
    dataDir,
    output: () => printed + running.output() + running.errors(),
    installation: () => running,
    apiFor: (apiKey) => apiWith(url, apiKey),
    crash: (service) => (wiring.distributed ? crashOne(service) : crashAll()),
    restart,
    signal: (service, signal) => {
      for (const pid of running.pids(service)) process.kill(pid, signal);
    },
    passTime,
    stopTime: () => stopClock(database, movedMs),
    letTimeRun: () => runClock(database, movedMs),
    pids: (service) => running.pids(service),
  };
  const end = async () => {
    for (const { pid } of running.runtime().processes) if (isAlive(pid)) process.kill(pid, "SIGCONT");
    await database.close();
    await running.stop();
    await folder.remove();
  };
  return { platform, end };
}

/** As many as before, none of them one that was killed, and a payment's way through all of them open. */
async function workingAgain(running: Installation, service: string, killed: readonly number[]) {
  const now = running.pids(service);
  if (now.length < killed.length || now.some((pid) => killed.includes(pid))) return false;
  const { public_url: api, acquirer } = running.runtime();
  const answers = await Promise.all([fetch(`${api}/v1/health`), fetch(`${acquirer.admin_url}/faults`)]);
  return answers.every(({ status }) => status === 200);
}
