import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Drill, Fault } from "../fault.ts";

const lost =
  (store: "postgres" | "nats") =>
  async ({ platform }: Drill) => {
    await platform[store].stop();
    return () => platform[store].start();
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

/** The server comes back with a certificate that nobody takes any more. */
async function expired({ platform: { nats } }: Drill) {
  await nats.stop();
  await nats.startExpired();
  return async () => {
    await nats.stop();
    await nats.start();
  };
}

export const STORE_FAULTS: readonly Fault[] = [
  {
    title: "Postgres away",
    pages: ["DependencyUnavailable"],
    tickets: [],
    // What is repeated once a minute comes off a minute later, when the cause made quicker has long ended.
    mayTicket: ["LoopFailing"],
    advice: "bring it back",
    inject: lost("postgres"),
  },
  {
    title: "Postgres frozen",
    pages: ["DependencyUnavailable"],
    tickets: [],
    advice: "bring it back",
    inject: frozen,
  },
  {
    title: "NATS away",
    pages: ["NatsClientDisconnected"],
    tickets: [],
    advice: "Bring NATS back.",
    inject: lost("nats"),
  },
  {
    title: "certificate of NATS expired",
    pages: ["NatsClientDisconnected"],
    tickets: [],
    advice: "give NATS a new one and restart it",
    inject: expired,
  },
];
