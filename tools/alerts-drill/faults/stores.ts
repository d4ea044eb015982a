import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Drill, Fault } from "../fault.ts";

const lost =
  (store: "postgres" | "nats") =>
  async ({ platform }: Drill) => {
    await platform.dependencies[store].stop();
    return () => platform.dependencies[store].start();
  };

/** Every process of the server stops where it is: connections stand and nothing answers. */
async function frozen({ platform }: Drill) {
  const [line] = readFileSync(join(platform.folder, "postgres-18/postmaster.pid"), "utf8").split("\n");
  const postmaster = Number(line);
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return async () => {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

export const STORE_FAULTS: readonly Fault[] = [
  { title: "Postgres away", pages: ["DependencyUnavailable"], tickets: [], inject: lost("postgres") },
  { title: "Postgres frozen", pages: ["DependencyUnavailable"], tickets: [], inject: frozen },
  { title: "NATS away", pages: ["NatsClientDisconnected"], tickets: [], inject: lost("nats") },
];
