import {
  checkSchema,
  createListPool,
  createPools,
  watchStatements,
  type Pool,
  type Pools,
} from "@flowlix/persistence";
import { poolMetrics, type Host } from "@flowlix/runtime";
import { KEY_STATEMENTS } from "../access/key-lookup.ts";
import type { GatewayConfig } from "../config.ts";
import { BRANDING_STATEMENTS } from "./branding-store.ts";
import { apiGatewaySchema } from "./gateway-schema.ts";

const NAME = "api-gateway";
/** Keys are read in bursts of one query each; operators' work is rare. The gateway has no hot writes. */
const POOLS = { hot: 1, read: 4, background: 2 };
export const READ_CONNECTIONS = POOLS.read;
/** A flood of accounts' callbacks takes none of the connections that keys are looked up with. */
const CALLBACK_CONNECTIONS = 2;

export type GatewayPools = Pools & { readonly callbacks: Pool };

/** Opens the gateway's pools with their metrics. Closes them and rejects where the schema is not that of the code. */
export async function openGatewayPools(
  { logger, metrics }: Pick<Host, "logger" | "metrics">,
  { GATEWAY_DATABASE_URL: url }: Pick<GatewayConfig, "GATEWAY_DATABASE_URL">,
): Promise<GatewayPools> {
  const access = {
    url,
    name: NAME,
    onIdleError: (error: Error) => logger.warn({ err: error }, "a database connection broke"),
  };
  const pools = await createPools({
    ...access,
    ...POOLS,
    beside: CALLBACK_CONNECTIONS,
    entities: apiGatewaySchema.entities,
    onWait: (line) => logger.warn(line),
    warm: { read: [...KEY_STATEMENTS, ...BRANDING_STATEMENTS] },
  });
  try {
    await checkSchema(pools.read, apiGatewaySchema);
  } catch (error) {
    await pools.close();
    throw error;
  }
  const { hot, read, background } = pools;
  poolMetrics(metrics, NAME, { hot, read, background }, watchStatements);
  const callbacks = createListPool({ ...access, connections: CALLBACK_CONNECTIONS });
  let closed: Promise<unknown> | undefined;
  return {
    ...pools,
    callbacks,
    close: async () => void (await (closed ??= Promise.all([callbacks.end(), pools.close()]))),
  };
}
