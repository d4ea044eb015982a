import { idempotencyContract, type KeyIdentity, type StoredResponse } from "@flowlix/contracts";
import { implement, type Handlers } from "@flowlix/runtime";

interface Held {
  readonly objectId: string;
  readonly hash: string;
  token: string;
  response: StoredResponse | null;
  open: boolean;
}

export interface ScriptedIdempotency {
  readonly service: ReturnType<typeof implement>;
  readonly records: Map<string, Held>;
  /** Actions in the order in which they were called. */
  readonly calls: string[];
}

const nameOf = (key: KeyIdentity) => `${key.key_id} ${key.operation} ${key.idempotency_key}`;

/** The idempotency contract in memory: enough of it for the gateway's side of every story. */
export function scriptedIdempotency(
  changes: Partial<Handlers<typeof idempotencyContract>> = {},
): ScriptedIdempotency {
  const records = new Map<string, Held>();
  const calls: string[] = [];
  const matchOf = (held: Held, hash: string | undefined) => {
    if (held.hash !== hash) return { kind: "reused" } as const;
    if (held.response !== null) return { kind: "replay", response: held.response } as const;
    return held.open ? ({ kind: "in_use" } as const) : null;
  };
  const handlers: Handlers<typeof idempotencyContract> = {
    begin: async (params) => {
      calls.push("begin");
      const held = records.get(nameOf(params));
      const hash = params.fingerprints[0]?.hash ?? "";
      const until = Date.now() + 25_000;
      const match = held === undefined ? null : matchOf(held, hash);
      if (match !== null) return match;
      if (held !== undefined) {
        held.open = true;
        held.token = params.token;
        return {
          kind: "proceed",
          object_id: held.objectId,
          token: params.token,
          start_before: until,
          resumed: true,
        };
      }
      records.set(nameOf(params), {
        objectId: params.object_id,
        hash,
        token: params.token,
        response: null,
        open: true,
      });
      return {
        kind: "proceed",
        object_id: params.object_id,
        token: params.token,
        start_before: until,
        resumed: false,
      };
    },
    find: async (params) => {
      calls.push("find");
      const held = records.get(nameOf(params));
      if (held === undefined) return { kind: "nothing" };
      const unfinished = { kind: "unfinished", object_id: held.objectId } as const;
      return matchOf(held, params.fingerprints[0]?.hash) ?? unfinished;
    },
    complete: async (params) => {
      calls.push("complete");
      const held = records.get(nameOf(params));
      if (held === undefined) return { response: null };
      held.response ??= params.response;
      return { response: held.response };
    },
    hold: async (params) => {
      calls.push("hold");
      const held = records.get(nameOf(params));
      if (held !== undefined) held.open = false;
      return { held: held !== undefined };
    },
    release: async (params) => {
      calls.push("release");
      return { released: records.delete(nameOf(params)) };
    },
    listJobs: async () => ({ tasks: [] }),
    listUnfinished: async () => ({ keys: [] }),
    forgetUnfinished: async () => ({ forgotten: 0 }),
    listClearNames: async () => ({ keys: [], next: null }),
    renameKeys: async () => ({ renamed: 0, superseded: [] }),
    traceKeys: async () => ({ entries: [] }),
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(idempotencyContract, handlers), records, calls };
}
