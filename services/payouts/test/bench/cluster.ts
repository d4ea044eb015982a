import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connect, migrateService, roleName, roleUrl, type DatabaseClient } from "@flowlix/persistence";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { payoutsSchema } from "../../src/schema.ts";
import { FILLING, generate } from "./generate.ts";

export interface Cluster {
  /** Of the service's own role, as the product's pools get it. */
  readonly url: string;
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

export const tell = (line: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
};

/** What else the machine was doing, so that figures can be judged. */
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
        cluster.asOwner((client) => generate(client, merchants, tell)),
      );
    }
    await onServer(dataDir, {}, async (cluster) => {
      tell(await cluster.asOwner(sizes));
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
