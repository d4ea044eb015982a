import { parentPort, workerData } from "node:worker_threads";
import { runProcess, type Environment } from "@flowlix/runtime";
import { sandboxAcquirerModule } from "@flowlix/sandbox-acquirer";
import { STOP, type ThreadMessage } from "./acquirer-messages.ts";

interface Settings {
  readonly name: string;
  readonly env: Environment;
}

/** The acquirer's life inside a thread of the standalone process; started by `startAcquirer` alone. */
async function live({ name, env }: Settings): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  const send = (message: ThreadMessage) => parentPort?.postMessage(message);
  const handle = await runProcess([sandboxAcquirerModule], {
    name,
    env,
    processEvents: false,
    exit: (code) => {
      send({ type: "refused", code });
      return process.exit();
    },
  });
  parentPort?.on("message", (message: unknown) => {
    if (message === STOP) void handle.stop().finally(() => process.exit());
  });
  send({ type: "ready" });
}

const settings: Settings = workerData;
await live(settings);
