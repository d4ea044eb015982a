import { randomBytes } from "node:crypto";
import { newId, type Logger, type ServiceBroker } from "@flowlix/runtime";
import type { KeyLookup } from "./access/key-lookup.ts";
import type { HealthDeps } from "./handlers/health.ts";
import type { Fingerprinter } from "./idempotency/request-fingerprint.ts";
import type { RequestValidator } from "./validation/validate-request.ts";

export interface WarmUpDeps extends Pick<HealthDeps, "parts"> {
  readonly broker: ServiceBroker;
  readonly lookup: KeyLookup;
  /** Connections that look up keys. */
  readonly lookups: number;
  readonly fingerprint: Fingerprinter;
  readonly validators: readonly RequestValidator<unknown>[];
  readonly logger: Logger;
}

/** Enough for V8 to have seen what is hot; some 50 ms together. */
const ROUNDS = 20;
/** An owner that is away is no reason not to serve what does without it. */
const OWNERS_WAIT_MS = 5_000;
const SAMPLE = { amount: 4999, currency: "EUR", payment_method_data: { type: "card" }, recipient: {} };

/**
 * What a first request would otherwise be the first to do, before anybody may send one: keys are looked up on every
 * connection, bodies validated, owners called over the bus. Never fails; what does not answer is waited for no
 * longer than 5 s.
 */
export async function warmUp(deps: WarmUpDeps): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const validate of deps.validators) tried(() => validate(SAMPLE));
    deps.fingerprint("create_payment", SAMPLE);
  }
  const results = await Promise.allSettled([lookUpKeys(deps), callOwners(deps)]);
  for (const result of results)
    if (result.status === "rejected") deps.logger.warn({ err: result.reason }, "not all could be warmed up");
}

async function lookUpKeys({ lookup, lookups }: WarmUpDeps): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(Array.from({ length: lookups }, () => lookup(randomBytes(32))));
}

async function callOwners({ broker, parts }: WarmUpDeps): Promise<void> {
  const until = performance.now() + OWNERS_WAIT_MS;
  await broker.waitForServices(Object.keys(parts), OWNERS_WAIT_MS, 50);
  for (let round = 0; round < ROUNDS; round += 1) {
    const call = { requestId: newId("request"), timeoutMs: until - performance.now() };
    await Promise.all(Object.values(parts).map((part) => part.health({}, call)));
  }
}

function tried(run: () => unknown): void {
  try {
    run();
  } catch {
    // A refusal warms up as well as an answer.
  }
}
