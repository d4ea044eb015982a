import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { TIME_LADDER, whyNotOk, type Logger } from "@flowlix/runtime";
import { LaunchError } from "../launch-error.ts";
import type { RuntimeFile } from "../runtime-file.ts";
import { createBackOff } from "../processes/back-off.ts";
import { NODE_FLAGS } from "../processes/node-flags.ts";
import { watchdog, type Watchdog } from "./watchdog.ts";

/** One process of a service: what to run and with which environment. */
export interface ChildSpec {
  /** Its place, such as `payments-2`; also its INSTANCE. */
  readonly slot: string;
  readonly service: string;
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
  readonly adminUrl: string;
  /** Of a gateway after the first: where it listens for merchants. */
  readonly publicUrl?: string;
}

export interface Child {
  readonly service: string;
  /** Starts it; resolves once it says it is ready. Errors: LaunchError when it ends before. */
  start(): Promise<void>;
  /** SIGTERM, then SIGKILL after the grace period; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface Keeper {
  readonly runtimeFile: RuntimeFile;
  readonly logger: Logger;
  /** Marks every process of this installation, so that a later start recognises one left behind. */
  readonly mark: string;
  /** How long a process may be silent before it is ended and started again, in milliseconds. */
  readonly hungAfterMs: number;
}

/**
 * Bounds a start that never comes off. One that ends is known at once. A dozen processes that begin together load their
 * modules together: on two slow processors that takes minutes.
 */
const READY_MS = 180_000;
const ANSWER_MS = 5_000;
const SUPERVISED = fileURLToPath(new URL("./supervised.ts", import.meta.url));

/** A child that is started again whenever it ends unasked, and ended when it hangs. */
export function createChild(keeper: Keeper, spec: ChildSpec): Child {
  const backOff = createBackOff();
  let current: { process: ChildProcess; ended: Promise<void> } | undefined;
  let again: NodeJS.Timeout | undefined;
  let watched: Watchdog | undefined;
  let wanted = false;

  async function launch(): Promise<void> {
    const startedAt = performance.now();
    const child = spawnChild(spec, keeper.mark);
    const ended = endOf(child);
    current = { process: child, ended: ended.then(() => undefined) };
    if (child.pid !== undefined) {
      keeper.runtimeFile.started(spec.slot, {
        service: spec.service,
        pid: child.pid,
        admin_url: spec.adminUrl,
        ...(spec.publicUrl === undefined ? {} : { public_url: spec.publicUrl }),
      });
    }
    const onEnd = (how: string) => {
      current = undefined;
      watched?.stop();
      keeper.runtimeFile.ended(spec.slot);
      if (wanted) restartLater(child.pid, how, performance.now() - startedAt);
    };
    void ended.then(onEnd);
    await readiness(child, ended, spec);
    watched = watchdog({
      ask: (signal) => answerOf(`${spec.adminUrl}/livez`, signal),
      silentMs: keeper.hungAfterMs,
      onHung: () => endHung(child),
    });
  }

  /** Its end comes back as any other. A process that was stopped takes SIGKILL as well. */
  function endHung(child: ChildProcess): void {
    keeper.logger.error(
      { slot: spec.slot, pid: child.pid, silent_ms: keeper.hungAfterMs },
      `${spec.slot} hangs: its /livez has not answered for ${keeper.hungAfterMs / 1000} s; it is ended`,
    );
    child.kill("SIGKILL");
  }

  function restartLater(pid: number | undefined, how: string, ranMs: number): void {
    const pauseMs = backOff.next(ranMs);
    keeper.logger.error(
      { slot: spec.slot, pid, ended: how, pause_ms: pauseMs },
      `${spec.slot} ended with ${how}; starting it again in ${pauseMs} ms`,
    );
    // A failed start ends the process, and its end comes back here.
    again = setTimeout(() => void launch().catch(() => undefined), pauseMs);
  }

  return {
    service: spec.service,
    async start() {
      await launch();
      wanted = true;
    },
    async stop() {
      wanted = false;
      clearTimeout(again);
      watched?.stop();
      if (current === undefined) return;
      const { process: child, ended } = current;
      const kill = setTimeout(() => child.kill("SIGKILL"), TIME_LADDER.graceMs);
      child.kill("SIGTERM");
      await ended;
      clearTimeout(kill);
    },
  };
}

/**
 * In a process group of its own, so that Ctrl-C in the terminal reaches the launcher alone and the
 * launcher stops everything in order.
 */
function spawnChild(spec: ChildSpec, mark: string): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, "--import", SUPERVISED, spec.main, mark], {
    env: { ...spec.env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
}

/** On a connection of its own, and by no proxy that the environment may name. */
async function answerOf(url: string, signal: AbortSignal): Promise<void> {
  const asked = get(url, { agent: false, signal }, (response) => response.resume());
  // It may break after its answer has begun; unheard, that would end the launcher.
  asked.on("error", () => undefined);
  await once(asked, "response");
}

/** In words how it ended, once it has. */
function endOf(child: ChildProcess): Promise<string> {
  const end = Promise.withResolvers<string>();
  child.once("error", (error) => end.resolve(error.message));
  child.once("exit", (code, signal) =>
    end.resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
  );
  return end.promise;
}

async function readiness(child: ChildProcess, ended: Promise<string>, spec: ChildSpec): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const onMessage = (message: unknown) => {
    if (typeof message === "object" && message !== null && "type" in message && message.type === "ready")
      ready.resolve();
  };
  child.on("message", onMessage);
  const late = setTimeout(() => void giveUp(), READY_MS);
  // Asked while it is still there: what it waits for is the reason.
  async function giveUp(): Promise<void> {
    const why = await whyNotOk(`${spec.adminUrl}/readyz`, ANSWER_MS);
    child.kill("SIGKILL");
    const reason = why ?? `${spec.adminUrl}/readyz says ready, and the process has not said so`;
    ready.reject(new LaunchError(`${spec.slot} was not ready within ${READY_MS / 1000} s: ${reason}`));
  }
  void ended.then((how) => ready.reject(new LaunchError(`${spec.slot} did not start: it ended with ${how}`)));
  try {
    await ready.promise;
  } finally {
    clearTimeout(late);
    child.off("message", onMessage);
  }
}
