import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connect, migrateService, roleName, roleUrl, type DatabaseClient } from "@flowlix/persistence";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { payoutsSchema } from "../../src/schema.ts";
import { FILLING, generate } from "./generate.ts";

export interface Cluster {
  /** Of the service's own role, as the product's pools get it. */
  readonly url: string;
  /** Processor time of the server and all its processes so far, in ms; in steps of ten. Linux only. */
  readonly cpuMs: () => Promise<number>;
  /** Runs something as the owner of all tables. */
  readonly asOwner: <T>(work: (client: DatabaseClient) => Promise<T>) => Promise<T>;
}

/** The merchant of many Payouts, and the one of few beside it. */
export const MANY = `mer_${"M".repeat(24)}`;
export const FEW = `mer_${"F".repeat(24)}`;

/** Options of every benchmark; `data-dir` is where a cluster is kept, which is else made and thrown away. */
export const CLUSTER_OPTIONS = {
  rows: { type: "string", default: "10000000" },
  few: { type: "string", default: "100000" },
  "data-dir": { type: "string" },
} as const;

export interface ClusterOptions {
  readonly rows: string;
  readonly few: string;
  readonly "data-dir"?: string | undefined;
}

const PASSWORD = "of-a-benchmark";
const startedAt = performance.now();

export const print = (line: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
};

/** What else the machine was doing, so that figures can be compared. */
export const load = (): string => `load of the machine ${loadavg()[0]?.toFixed(1)}`;

/** The embedded server as the product runs it, with a filled table; filled first where it is not. */
export async function withCluster(
  options: ClusterOptions,
  measure: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const folder = options["data-dir"];
  const merchants = { many: MANY, few: FEW, rows: Number(options.rows), fewRows: Number(options.few) };
  const place = folder ?? (await mkdtemp(join(tmpdir(), "flowlix-lists-")));
  const dataDir = join(place, "postgres-18");
  try {
    if (!(await onServer(dataDir, {}, isFilled))) {
      await onServer(dataDir, FILLING, (cluster) =>
        cluster.asOwner((client) => generate(client, merchants, print)),
      );
    }
    await onServer(dataDir, {}, async (cluster) => {
      print(await cluster.asOwner(sizes));
      await measure(cluster);
    });
  } finally {
    if (folder === undefined) await rm(place, { recursive: true });
  }
}

async function onServer<T>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, superuserPassword: PASSWORD, settings });
  try {
    await migrateService(payoutsSchema, { adminUrl: server.url, rolePrefix: "bench", password: PASSWORD });
    return await work({
      url: roleUrl(server.url, roleName("bench", payoutsSchema.service), PASSWORD),
      cpuMs: () => cpuOf(server.pid),
      asOwner: async (task) => {
        const client = await connect(server.url, "bench");
        try {
          return await task(client);
        } finally {
          await client.end();
        }
      },
    });
  } finally {
    await server.stop();
  }
}

const TICK_MS = 10;

/** Of a process, its children and those of them that have ended, from what Linux tells of processes. */
async function cpuOf(pid: number): Promise<number> {
  const stats = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^[0-9]+$/.test(name))
      .map((name) => readFile(`/proc/${name}/stat`, "utf8").catch(() => "")),
  );
  let ticks = 0;
  for (const stat of stats) {
    // The name may hold blanks; behind it come the state, the parent, and from the eleventh on the times.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15);
    if (stat.startsWith(`${pid} `)) ticks += own + system + ended + endedSystem;
    if (fields[1] === pid) ticks += own + system;
  }
  return ticks * TICK_MS;
}

const isFilled = (cluster: Cluster): Promise<boolean> =>
  cluster.asOwner(async (client) => {
    const { rows } = await client.query("select exists (select from payouts.totals) as filled");
    return rows[0]?.filled === true;
  });

async function sizes(client: DatabaseClient): Promise<string> {
  const { rows } = await client.query(
    `select c.relname as name, round(pg_table_size(c.oid) / greatest(t.reltuples, 1)::numeric) as bytes
       from pg_class as t join pg_class as c
         on c.oid = t.oid or c.oid in (select indexrelid from pg_index where indrelid = t.oid)
      where t.oid = 'payouts.payouts'::regclass order by c.oid`,
  );
  return `bytes a row: ${rows.map(({ name, bytes }) => `${name} ${bytes}`).join(", ")}`;
}
