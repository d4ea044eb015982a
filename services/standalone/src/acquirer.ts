import { Worker } from "node:worker_threads";
import type { Environment } from "@flowlix/runtime";
import { systemEnvironment } from "./environment.ts";
import { STOP, type ThreadMessage } from "./acquirer-messages.ts";
import { EXIT_FAILURE, LaunchError } from "./launch-error.ts";

export interface RunningAcquirer {
  /** Ends it in order; resolves when its thread is gone. */
  stop(): Promise<void>;
}

/**
 * The Sandbox acquirer in a thread of this process: a program of its own that shares nothing with the
 * platform, so that simulating a bank takes no time from serving merchants. `onDeath` is called when the
 * thread ends without having been asked to.
 * Errors: LaunchError; the thread has said on standard error what was wrong.
 */
export async function startAcquirer(
  env: Environment,
  onDeath: (reason: Error) => void,
): Promise<RunningAcquirer> {
  const name = "sandbox-acquirer";
  const thread = new Worker(new URL("./acquirer-thread.ts", import.meta.url), {
    name,
    workerData: { name, env },
    // Where modules are kept compiled, for one; its settings are its data.
    env: systemEnvironment(process.env),
  });
  let ending = false;
  const ended = new Promise<void>((resolve) => {
    thread.once("exit", () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", () =>
      reject(new LaunchError(["the acquirer ended while it was starting"], EXIT_FAILURE)),
    );
    thread.once("message", (message: ThreadMessage) => {
      if (message.type === "ready") resolve();
      else reject(new LaunchError([], message.code === 0 ? EXIT_FAILURE : message.code));
    });
  });
  thread.on("error", (reason: unknown) => {
    if (!ending) onDeath(reason instanceof Error ? reason : new Error("the acquirer's thread failed"));
  });
  thread.on("exit", () => {
    if (!ending) onDeath(new Error("the acquirer's thread ended by itself"));
  });
  return {
    stop: async () => {
      ending = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(STOP);
      await ended;
    },
  };
}
