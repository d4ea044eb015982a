import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Drill, Fault } from "../fault.ts";
import type { Platform, Process } from "../platform.ts";

const POLL_MS = 100;

const of = (platform: Platform, service: string): readonly Process[] =>
  platform.processes().filter((one) => one.service === service);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Every process of a service, each time that it is started again. */
const away =
  (service: string) =>
  async ({ platform }: Drill) => {
    const timer = setInterval(() => {
      for (const { pid } of of(platform, service)) signal(pid, "SIGKILL");
    }, POLL_MS);
    return async () => clearInterval(timer);
  };

/** Long enough to be scraped. */
const RUNS_FOR_MS = 6_000;

/** One process of a service, over and over, each time once it has run for a moment. */
const crashing =
  (service: string) =>
  async ({ platform }: Drill) => {
    const [victim] = of(platform, service);
    const state = { isOver: false };
    const killed = (async () => {
      while (!state.isOver) {
        const now = of(platform, service).find(({ admin_url: url }) => url === victim?.admin_url);
        if (now !== undefined && (await isReady(now))) {
          await pause(RUNS_FOR_MS);
          signal(now.pid, "SIGKILL");
        } else await pause(POLL_MS);
      }
    })();
    return async () => {
      state.isOver = true;
      await killed;
    };
  };

const isReady = ({ admin_url: url }: Process): Promise<boolean> =>
  fetch(`${url ?? ""}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const frozen =
  (service: string) =>
  async ({ platform }: Drill) => {
    const pid = of(platform, service)[0]?.pid ?? 0;
    signal(pid, "SIGSTOP");
    return async () => signal(pid, "SIGKILL");
  };

/**
 * Of one process the connections of requests, each as soon as it is there; its readiness has another and knows nothing
 * of it. The server does it itself: what comes from outside is too late for most statements.
 */
async function failing({ platform }: Drill) {
  const [victim] = of(platform, "payments");
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const state = { isOver: false };
  const terminated = (async () => {
    while (!state.isOver) {
      const others = of(platform, "payments").filter(({ pid }) => pid !== victim?.pid);
      await client.query(terminateBut(others.flatMap(({ pid }) => portsOf(pid))));
    }
  })();
  return async () => {
    state.isOver = true;
    await terminated;
    await client.end();
  };
}

/** For about a second. */
const terminateBut = (ports: readonly number[]): string => `do $$ begin
  for turn in 1..300 loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'payments:hot' and client_port <> all (array[${ports.join(",")}]::int[]);
    perform pg_sleep(0.003);
  end loop;
end $$`;

/** The local ports of a process's connections. */
function portsOf(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => inodes.has(fields[9] ?? ""))
    .map((fields) => Number.parseInt(fields[1]?.split(":")[1] ?? "0", 16));
}

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    title: "payments process killed over and over",
    pages: [],
    // What it was answering is lost each time, which in windows of seconds is much; its relay's lease lasts its ten
    // seconds, which are longer than the age that an outbox may have in a drill.
    mayPage: ["GatewayAvailabilityBurnFast", "OutboxNotDraining"],
    tickets: ["ProcessRestarting"],
    // A start takes longer than the five minutes of a real one, made quicker.
    mayTicket: ["ProcessDown"],
    withinMs: 240_000,
    advice: "Since a roll-out: `helm rollback pay`.",
    inject: crashing("payments"),
  },
  {
    title: "one of two payments processes fails its share",
    pages: ["ProcessFailing"],
    tickets: [],
    advice: "take that back",
    inject: failing,
  },
  {
    title: "one of two payments processes hangs",
    pages: ["ProcessHung"],
    tickets: [],
    // A start may take longer than the five minutes of a real one, made quicker.
    mayTicket: ["ProcessDown"],
    advice: "its launcher starts another",
    inject: frozen("payments"),
  },
  {
    title: "notifier away",
    pages: ["ServiceDown"],
    tickets: [],
    advice: "Crashes since a roll-out: `helm rollback pay`.",
    inject: away("notifier"),
  },
  {
    title: "gateway away",
    pages: ["ServiceDown"],
    tickets: [],
    advice: "Crashes since a roll-out: `helm rollback pay`.",
    inject: away("api-gateway"),
  },
];
