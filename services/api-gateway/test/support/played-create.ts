import { isDomainError, TransportError, type DomainError } from "@flowlix/runtime";
import type { BeginResult, FindResult, StoredResponse } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import { gate, quietLoop } from "@flowlix/testkit";
import { createFinalisation } from "../../src/idempotency/finalisation.ts";
import {
  createOnce,
  type CreateRequest,
  type IdempotencyClient,
  type Started,
} from "../../src/idempotency/idempotent.ts";

const KEY = { key_id: `key_${"k".repeat(24)}`, operation: "create_payment", idempotency_key: "key" } as const;
export const OBJECT_ID = `pay_${"1".repeat(24)}`;
export const TOKEN = "11111111-1111-4111-8111-111111111111";
export const OWN = '{"id":"own"}';
export const STORED: StoredResponse = { status: 201, body: '{"id":"stored"}' };

export const proceed = (resumed: boolean): BeginResult => ({
  kind: "proceed",
  object_id: OBJECT_ID,
  token: TOKEN,
  start_before: 42,
  resumed,
});
export const timeout = new TransportError("timeout", "x.y", true);
export const nobody = new TransportError("unavailable", "x.y", false);

interface Script {
  readonly begin?: BeginResult | Error;
  readonly find?: FindResult | Error;
  readonly recorded?: string;
  readonly complete?: StoredResponse | null | Error;
  readonly release?: Error;
  readonly hold?: Error;
  readonly refusal?: DomainError;
  readonly run?: Error;
  readonly deadlineMs?: number;
  /** How often the end of the key fails before it is as scripted. */
  readonly failures?: number;
}

const orThrow = <T>(value: T | Error): T => {
  if (value instanceof Error) throw value;
  return value;
};

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Plays one create against a scripted idempotency service and answers everything that came of it. */
export async function play(script: Script) {
  const calls: string[] = [];
  const left: string[] = [];
  const seen: { started?: Started; token?: string; timeoutMs?: number; endTimeoutMs?: number } = {};
  let failures = script.failures ?? 0;
  const ending = (step: string, token: string, timeoutMs: number | undefined) => {
    calls.push(step);
    seen.token = token;
    if (timeoutMs !== undefined) seen.endTimeoutMs ??= timeoutMs;
    failures -= 1;
    if (failures >= 0) throw timeout;
  };
  const idempotency: IdempotencyClient = {
    begin: async (_params, call) => {
      calls.push("begin");
      if (call.timeoutMs !== undefined) seen.timeoutMs = call.timeoutMs;
      return orThrow(script.begin ?? proceed(false));
    },
    find: async () => {
      calls.push("find");
      return orThrow(script.find ?? { kind: "nothing" });
    },
    complete: async ({ token, response }, call) => {
      ending("complete", token, call.timeoutMs);
      return { response: orThrow(script.complete === undefined ? response : script.complete) };
    },
    hold: async ({ token }, call) => {
      ending("hold", token, call.timeoutMs);
      return { held: orThrow(script.hold ?? true) };
    },
    release: async ({ token }, call) => {
      ending("release", token, call.timeoutMs);
      return { released: orThrow(script.release ?? true) };
    },
    listClearNames: async () => ({ keys: [], next: null }),
    renameKeys: async () => ({ renamed: 0, superseded: [] }),
    traceKeys: async () => ({ entries: [] }),
    listJobs: async () => ({ tasks: [] }),
    health: async () => ({ database: true, degraded: [] }),
  };
  const request: CreateRequest = {
    key: KEY,
    fingerprints: [{ key_id: "k1", hash: "0".repeat(64) }],
    object: "payment",
    requestId: "req_1",
    deadline: deadlineIn(script.deadlineMs ?? 25_000),
    refusal: script.refusal ?? null,
    recorded: async (objectId) => {
      calls.push("recorded");
      return objectId === script.recorded ? OWN : null;
    },
  };
  const run = async (started: Started) => {
    calls.push("run");
    seen.started = started;
    return orThrow(script.run ?? OWN);
  };
  const paused = gate();
  const finalisation = createFinalisation({
    loop: quietLoop,
    onGivenUp: (step) => void left.push(step),
    pause: () => paused.pass(),
  });
  const deps = { idempotency, finalisation };
  const outcome = await createOnce(deps, request, run).catch(asError);
  const error = isDomainError(outcome) ? outcome : undefined;
  const answer = outcome instanceof Error ? undefined : outcome;
  return {
    calls,
    left,
    seen,
    error,
    answer,
    outcome,
    goOn: () => paused.open(),
    stop: () => finalisation.stop(),
  };
}
