import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { once } from "node:events";

/**
 * The platform's own drain has 45 s at most (docs/design/architecture.md#time-ladder); after that nothing is coming.
 */
const STOP_TIMEOUT_MS = 50_000;
const LOG_TAIL_CHARS = 2_000;

export interface Started {
  readonly name: string;
  readonly pid: number;
  readonly exited: () => boolean;
  /** The end of what it wrote, for the message when it fails. */
  readonly logTail: () => string;
  stop(): Promise<void>;
}

/** Everything this run started and has not stopped yet. */
export interface Children {
  start(what: {
    name: string;
    command: string;
    args: readonly string[];
    logFile: string;
    env?: NodeJS.ProcessEnv;
  }): Started;
  /** Something started elsewhere that must not outlive the run either. */
  adopt(stop: () => Promise<void>): () => Promise<void>;
  /** Once, the newest first: what was started later may need what was started before. Starts end with it. */
  stopAll(): Promise<void>;
}

export function trackChildren(): Children {
  const running: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;

  function adopt(stop: () => Promise<void>): () => Promise<void> {
    const stopOnce = async (): Promise<void> => {
      const at = running.indexOf(stopOnce);
      if (at < 0) return;
      running.splice(at, 1);
      await stop();
    };
    running.push(stopOnce);
    return stopOnce;
  }

  /** One that cannot be stopped keeps no other from it. Rejects with the first reason. */
  async function stopEach(): Promise<void> {
    const reasons: unknown[] = [];
    for (let stop = running.at(-1); stop !== undefined; stop = running.at(-1))
      await stop().catch((reason: unknown) => void reasons.push(reason));
    if (reasons.length > 0) throw reasons[0];
  }

  return {
    adopt,
    start(what) {
      if (stopping !== undefined) throw new Error(`${what.name} is not started: the run is being stopped`);
      const log = openSync(what.logFile, "a");
      // A group of its own: Ctrl-C reaches us alone, and we stop the rest in order.
      const child = spawn(what.command, what.args, {
        env: what.env ?? process.env,
        stdio: ["ignore", log, log],
        detached: true,
      });
      closeSync(log);
      const pid = child.pid;
      if (pid === undefined) throw new Error(`${what.name}: ${what.command} could not be started`);
      return {
        name: what.name,
        pid,
        exited: () => child.exitCode !== null || child.signalCode !== null,
        logTail: () => readFileSync(what.logFile, "utf8").slice(-LOG_TAIL_CHARS),
        stop: adopt(() => stopGroup(child, pid)),
      };
    },
    stopAll: () => (stopping ??= stopEach()),
  };
}

async function stopGroup(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const late = setTimeout(() => signalGroup(pid), STOP_TIMEOUT_MS);
    await exit;
    clearTimeout(late);
  }
  // Whatever a launcher that died left behind in its group.
  signalGroup(pid);
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty: nothing was left behind.
  }
}
