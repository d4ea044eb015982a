import {
  checkSchema,
  createListPool,
  createPools,
  watchStatements,
  type Pool,
  type PoolOptions,
  type Pools,
  type ServiceSchemaSpec,
} from "@flowlix/persistence";
import { poolMetrics, type Host } from "@flowlix/runtime";
import type { OwnerName } from "./owner-name.ts";

/**
 * Connections of each kind. Creates, reads, lists and background jobs never wait for each other
 * (docs/design/architecture.md#rule-12).
 */
export interface PoolSizes {
  readonly hot: number;
  readonly read: number;
  readonly background: number;
  /** Of lists that read more than one row of an object; absent where `read` serves them too. */
  readonly lists?: number;
}

export interface OwnerPoolsSpec {
  readonly name: OwnerName;
  readonly schema: ServiceSchemaSpec;
  readonly pools: PoolSizes;
  /** Statements that are prepared before the first call comes. */
  readonly warm?: PoolOptions["warm"];
}

export type OwnerPools = Pools & { readonly lists: Pool };

/**
 * Opens an owner's pools, checks that the schema is the code's, and registers pool metrics. Closes the pools and
 * rejects if it is not.
 */
export async function openOwnerPools(
  { logger, metrics }: Pick<Host, "logger" | "metrics">,
  { name, schema, pools: { lists, ...sizes }, warm = {} }: OwnerPoolsSpec,
  url: string,
): Promise<OwnerPools> {
  const access = {
    url,
    name,
    onIdleError: (error: Error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line: string) => logger.warn(line),
  };
  const beside = lists ?? 0;
  const pools = await createPools({ ...access, ...sizes, beside, entities: schema.entities, warm });
  try {
    await checkSchema(pools.read, schema);
  } catch (error) {
    await pools.close();
    throw error;
  }
  const { hot, read, background } = pools;
  if (lists === undefined) {
    poolMetrics(metrics, name, { hot, read, background }, watchStatements);
    return { ...pools, lists: read };
  }
  const ofLists = createListPool({ ...access, connections: lists });
  let closed: Promise<unknown> | undefined;
  poolMetrics(metrics, name, { hot, read, background, lists: ofLists }, watchStatements);
  return {
    ...pools,
    lists: ofLists,
    close: async () => void (await (closed ??= Promise.all([ofLists.end(), pools.close()]))),
  };
}
