import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../services/standalone/src/free-port.ts";
import type { Started } from "../../../loadtests/bench/children.ts";
import type { Drill, Fault } from "../fault.ts";

/** More than a process may differ from its database, and a wait on the monotonic clock is none of it. */
const AHEAD = ["--exclude-monotonic", "-f", "+30s"];
const ANSWERS_WITHIN_MS = 120_000;

const wordsOf = (pid: number, file: string): string[] =>
  readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0").filter(Boolean);

/** One more process of a service, on a machine whose clock is ahead. */
const ahead =
  (service: string) =>
  async ({ children, platform, stack }: Drill) => {
    const pid = platform.processes().find((one) => one.service === service)?.pid ?? 0;
    const main = wordsOf(pid, "cmdline").find((word) => word.endsWith("/src/main.ts")) ?? "";
    // Without the channel to a launcher, which is not the parent of this one.
    const inherited = wordsOf(pid, "environ").flatMap((word): [string, string][] => {
      const [name = "", ...value] = word.split("=");
      return name.startsWith("NODE_CHANNEL") ? [] : [[name, value.join("=")]];
    });
    const [port, pod] = [await freePort(), `${service}-ahead`];
    const started = children.start({
      name: pod,
      command: "faketime",
      args: [...AHEAD, process.execPath, main],
      logFile: join(platform.folder, `${pod}.log`),
      env: { ...Object.fromEntries(inherited), ADMIN_PORT: String(port), INSTANCE: pod },
    });
    await untilAnswering(`http://127.0.0.1:${port}/livez`, started);
    const forget = stack.alsoScrape(`127.0.0.1:${port}`, { payments_platform: "service", service, pod });
    return async () => {
      forget();
      await started.stop();
    };
  };

async function untilAnswering(url: string, started: Started): Promise<void> {
  const until = performance.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (started.exited() || performance.now() > until)
      throw new Error(`${started.name} did not start:\n${started.logTail()}`);
    await pause(200);
  }
}

export const CLOCK_FAULTS: readonly Fault[] = [
  {
    title: "one process has another time than the database",
    pages: ["DependencyUnavailable"],
    tickets: [],
    advice: "`clock`: set the time right.",
    lacks: () =>
      spawnSync("faketime", ["--version"]).error === undefined
        ? undefined
        : "faketime, of the package of that name",
    inject: ahead("payments"),
  },
];
