import { configureGlobal, readConfigureGlobal } from "fast-check";
import mocha from "mocha";
import { noteDuration } from "./file-durations.ts";
import { matchTextsAlone } from "./match-texts.ts";
import { RUN_FOLDER_VARIABLE } from "./once-per-run.ts";
import { guardedFolder, type GuardedFolder } from "./run-guard.ts";
import { SEED, SEED_VARIABLE } from "./seed.ts";
import { offerServers, SHARED_SERVERS_VARIABLE } from "./shared-servers.ts";
import { startTestNats } from "./test-nats.ts";
import { startTestPostgres } from "./test-postgres.ts";
import { waitLong } from "./wait-long.ts";

matchTextsAlone();
waitLong(mocha.Runnable.prototype);

let offered: { stop(): Promise<void> } | undefined;
let folder: GuardedFolder | undefined;

// Properties that name no seed of their own draw from the run's. A worker hands on an error's message alone, so what
// made a property fail has to be in it.
configureGlobal({ ...readConfigureGlobal(), seed: SEED, includeErrorInReport: true });

/**
 * Settles the seed of a run, makes its folder and offers its servers; worker processes learn of all by their
 * environment.
 */
export async function mochaGlobalSetup(): Promise<void> {
  process.env[SEED_VARIABLE] = String(SEED);
  folder = guardedFolder("run");
  process.env[RUN_FOLDER_VARIABLE] = folder.path;
  const servers = await offerServers({ postgres: startTestPostgres, nats: startTestNats });
  process.env[SHARED_SERVERS_VARIABLE] = servers.address;
  offered = servers;
}

/** Stops what tests have asked for. */
export async function mochaGlobalTeardown(): Promise<void> {
  await offered?.stop();
  await folder?.remove();
}

export const mochaHooks = {
  /** A worker takes all listeners away with each file, so this one is added with each. */
  beforeAll(): void {
    process.setUncaughtExceptionCaptureCallback(null);
    process.on("unhandledRejection", failTest);
    if (late === undefined) return;
    const { message } = late;
    late = undefined;
    throw new Error(`a file that had ended left something behind, which failed: ${message}`);
  },
  afterAll(this: Mocha.Context): void {
    process.off("unhandledRejection", failTest);
    process.setUncaughtExceptionCaptureCallback(keepForNextFile);
    const root = this.test?.parent;
    noteDuration(root?.suites[0]?.file ?? root?.tests[0]?.file);
  },
};

/** What failed after the tests of its file. */
let late: Error | undefined;

/** Of a worker that ends between two files mocha learns nothing, and waits for it without end. */
function keepForNextFile(error: Error): void {
  late ??= error;
  process.exitCode = 1;
  process.stderr.write(`after the tests of a file: ${error.stack ?? error.message}\n`);
}

/** Mocha drops a rejection that nobody handles; thrown, it fails the test that runs. */
function failTest(reason: unknown): never {
  throw reason;
}
