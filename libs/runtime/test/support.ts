import { randomUUID } from "node:crypto";
import { idempotencyContract } from "@flowlix/contracts";
import {
  createLogger,
  implement,
  newId,
  type Handlers,
  type Logger,
  type ServiceSchema,
} from "@flowlix/runtime";

export type IdempotencyHandlers = Handlers<typeof idempotencyContract>;

const HANDLERS: IdempotencyHandlers = {
  begin: () => Promise.resolve({ kind: "in_use" }),
  find: () => Promise.resolve({ kind: "nothing" }),
  complete: () => Promise.resolve({ response: null }),
  hold: () => Promise.resolve({ held: true }),
  release: () => Promise.resolve({ released: true }),
  listJobs: () => Promise.resolve({ tasks: [] }),
  listUnfinished: () => Promise.resolve({ keys: [] }),
  forgetUnfinished: () => Promise.resolve({ forgotten: 0 }),
  listClearNames: () => Promise.resolve({ keys: [], next: null }),
  renameKeys: () => Promise.resolve({ renamed: 0, superseded: [] }),
  traceKeys: () => Promise.resolve({ entries: [] }),
  health: () => Promise.resolve({ database: true, degraded: [] }),
};

/** The idempotency service with some handlers of the test's own. */
export const idempotencyWith = (handlers: Partial<IdempotencyHandlers> = {}): ServiceSchema =>
  implement(
    idempotencyContract,
    { ...HANDLERS, ...handlers },
    { isOutage: (error) => error instanceof Error && error.message === OUTAGE },
  );

/** What handlers throw in place of a dependency that does not answer. */
export const OUTAGE = "nobody answers";

/** Parameters of `hold` and `release` that the contract accepts. */
export const heldKey = () => ({
  key_id: newId("key"),
  operation: "create_payment" as const,
  idempotency_key: "order-1",
  token: randomUUID(),
});

export const aCall = (timeoutMs?: number) => ({
  requestId: newId("request"),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});

/** A logger whose lines the test can read. */
export function recordingLogger(level: "trace" | "info" = "trace"): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const destination = { write: (line: string): void => void lines.push(line) };
  return { logger: createLogger({ service: "test", instance: "one", level, destination }), lines };
}

/** What a promise was rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it was not rejected");
}
