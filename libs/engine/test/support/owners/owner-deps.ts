import {
  createCallbacksStore,
  createCallsStore,
  createEvidenceStore,
  ownerExceptions,
  ownerMetrics,
  type OwnerDeps,
  type OwnerMetrics,
  type OwnerSpec,
} from "@flowlix/engine";
import type { Pools } from "@flowlix/persistence";
import { createBusProofs } from "@flowlix/provider";
import { createLogger, createMetrics, type Metrics } from "@flowlix/runtime";
import { patientSlots, quietLoop, testKeyRing, type TestDatabase } from "@flowlix/testkit";
import { DEADLINE_MS } from "./owner-under-test.ts";

/** What the use cases of every owner work with, on given connections, as its process makes it. */
export function ownerDeps<M extends OwnerMetrics>(
  pools: Pools,
  owner: OwnerSpec,
  metricsOf: (registry: Metrics, shared: OwnerMetrics) => M,
): OwnerDeps & { readonly metrics: M } {
  const { name } = owner;
  const registry = createMetrics({ processMetrics: false });
  const metrics = metricsOf(registry, ownerMetrics(registry, name));
  const logger = createLogger({ service: name, instance: "test", level: "silent" });
  return {
    callbacks: createCallbacksStore(pools.background, {
      schema: name,
      objects: name,
      undone: owner.journal.undone,
    }),
    evidence: createEvidenceStore(pools.background, name),
    proofs: createBusProofs(testKeyRing("as1")),
    calls: createCallsStore(pools.background, name),
    exceptions: ownerExceptions({ metrics: registry, logger }, pools, metrics, owner),
    metrics,
    logger,
    syncSlots: patientSlots(),
    syncSoon: () => undefined,
    syncLoop: quietLoop,
  };
}

export interface OwnerRows {
  /** Events in the outbox for an object, oldest first. */
  readonly events: (
    id: string,
  ) => Promise<{ readonly event_type: string; readonly data: Readonly<Record<string, unknown>> }[]>;
  readonly row: (id: string) => Promise<Record<string, unknown> | undefined>;
}

export const rowsOf = (database: Pick<TestDatabase, "sql">, owner: OwnerSpec["name"]): OwnerRows => ({
  events: async (id) => {
    const rows = await database.sql(
      `select event_type, payload::text as payload from ${owner}.outbox where object_id = $1 order by version`,
      [id],
    );
    return rows.map(({ event_type, payload }) => ({
      event_type: String(event_type),
      data: JSON.parse(String(payload)).data,
    }));
  },
  row: async (id) => (await database.sql(`select * from ${owner}.${owner} where id = $1`, [id]))[0],
});

/** A whole request's time from now on, by the database's clock. */
export async function startBeforeOf(database: Pick<TestDatabase, "sql">): Promise<number> {
  const [now] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
  return Math.floor(Number(now?.["ms"])) + DEADLINE_MS;
}
