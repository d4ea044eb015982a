import { isDomainError, newId } from "@flowlix/runtime";
import { MODEL_CALLS, MODEL_FAULTS } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { acceptCallback } from "@flowlix/engine";
import { acceptPayoutCallback } from "./accept-payout-callback.ts";
import { ACCOUNT_CHANGES } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import { createPayout } from "../../../src/create/create-payout.ts";
import { syncPayouts } from "../sync-due.ts";
import { getPayout } from "../../../src/read/get-payout.ts";
import { SCOPE, encryptedRequest } from "../payouts-under-test.ts";
import type { PayoutProcess } from "./payout-process.ts";
import { ENDS } from "./payout-rules.ts";
import type { PayoutWorld, Start, Task } from "./payout-world.ts";

const REQUEST_DEADLINE_MS = 25_000;

/** `late`: the message of an attempt whose time to start is over. */
const when = fc.constantFrom("in time", "in time", "in time", "in time", "late");
const index = fc.nat({ max: 5 });
const act = <const Name extends string>(name: Name) => fc.constant(name);

/** What goes wrong with the next calls of a kind. */
export const FAULT = fc.record({
  act: act("fault"),
  // What is dangerous comes oftener: money that moves though nobody hears of it, or later than that.
  call: fc.constantFrom("submit", "submit", "submit", ...MODEL_CALLS),
  fault: fc.constantFrom("late", "late", "lost_answer", ...MODEL_FAULTS),
  // As often as a call is tried before it is given up.
  times: fc.constantFrom(1, 1, 1, 3),
});

/** What happens outside of the process, or what it is asked to do. */
export const STEP = fc.oneof(
  { weight: 7, arbitrary: fc.record({ act: act("create"), when }) },
  { weight: 5, arbitrary: fc.record({ act: act("sync") }) },
  { weight: 2, arbitrary: fc.record({ act: act("read") }) },
  { weight: 4, arbitrary: fc.record({ act: act("callback"), index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: act("false callback"),
      claim: fc.constantFrom("succeeded", "failed", "odd"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act("fold") }) },
  { weight: 3, arbitrary: fc.record({ act: act("settle") }) },
  { weight: 2, arbitrary: fc.record({ act: act("late message"), index }) },
  { weight: 5, arbitrary: FAULT },
  // Told at once, its callback comes before anybody can have recorded the end that it contradicts.
  { weight: 3, arbitrary: fc.record({ act: act("broken promise"), isReported: fc.boolean() }) },
  // Time that passes while others are in the middle of something: longer than any call lasts, or almost as long.
  {
    weight: 3,
    arbitrary: fc.record({ act: act("time"), ms: fc.constantFrom(2_000, 9_000, 9_000, 11_000, 26_000) }),
  },
);
/** The same where the merchant has accounts, which change while Payouts go on. */
export const STEP_WITH_ACCOUNTS = fc.oneof(
  { weight: 5, arbitrary: STEP },
  {
    weight: 1,
    arbitrary: fc.record({ act: act("account"), index, change: fc.constantFrom(...ACCOUNT_CHANGES) }),
  },
);
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Step = Drawn<typeof STEP_WITH_ACCOUNTS>;

/** What a step does, as a task that may run beside others. */
export function taskOf(world: PayoutWorld, step: Step): Task {
  return async (start) => {
    switch (step.act) {
      case "create":
        return step.when === "late" ? create(world, "late", start) : createInTurn(world, start);
      case "sync":
        return syncPayouts(start.process.deps, 16);
      case "read":
        return read(world, start);
      case "callback":
        return callback(world, step.index, start);
      case "false callback":
        return falseCallback(world, step.claim, start);
      case "fold":
        return start.process.step("fold", world.fold);
      default:
        return turn(world, step.act, () => outside(world, step));
    }
  };
}

type Outside = Extract<
  Step,
  { act: "time" | "settle" | "late message" | "fault" | "broken promise" | "account" }
>;

/** What nobody asked us about. */
function outside(world: PayoutWorld, step: Outside): unknown {
  const { acquirer } = world;
  switch (step.act) {
    case "settle":
      return acquirer.settle();
    case "late message":
      return acquirer.arrive(step.index);
    case "time":
      return world.pass(step.ms);
    case "fault":
      for (let left = step.times; left > 0; left -= 1) acquirer.fault(step.call, step.fault);
      return undefined;
    case "account":
      return world.parties.change(step.index, step.change);
    case "broken promise":
      return breakPromise(world, step.isReported);
  }
}

async function breakPromise(world: PayoutWorld, isReported: boolean): Promise<void> {
  const { acquirer, id, known, deps, parties } = world;
  if (!acquirer.misbehave(id)) return;
  known.isPromiseBroken = true;
  const latest = acquirer.callbacks.at(-1);
  if (isReported && latest !== undefined) await acceptPayoutCallback(deps, parties, latest);
}

/** One turn for what is no step of a process. */
function turn(world: PayoutWorld, what: string, happens: () => unknown = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    world.scheduler.take(what, async () => {
      await happens();
      resolve();
    });
  });
}

/**
 * Processes in which a request is under way that holds the key: one at a time while there is nothing
 * (docs/design/architecture.md#rule-1). What is there must stand more than that.
 */
const holding = new WeakSet<PayoutProcess>();

async function createInTurn(world: PayoutWorld, start: Start): Promise<void> {
  const { process, hadRow } = start;
  if (holding.has(process) && !hadRow) return;
  holding.add(process);
  await create(world, "in time", start).finally(() => holding.delete(process));
}

/** Who holds the key is told; a late message has nobody left who listens. */
async function create(
  world: PayoutWorld,
  sent: "in time" | "late",
  { process, nowMs: now }: Start,
): Promise<void> {
  const request = encryptedRequest({
    scope: { ...SCOPE, merchant_id: world.merchantId },
    payout_id: world.id,
    start_before: sent === "late" ? now - 1 : now + REQUEST_DEADLINE_MS,
  });
  try {
    const payout = await createPayout(process.deps, request, "req_model");
    reported(world, payout.status);
    expect("failure_code" in payout, "a failure is told of FAILED alone").to.equal(
      payout.status === "FAILED",
    );
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // Its time to start is over, which says nothing of the key: only who knows that nothing can come frees it.
    expect([error.type, error.key], "the refusal of a create").to.deep.equal([
      "service_unavailable",
      undefined,
    ]);
  }
}

/** Nobody is told an older copy: what answers has read or recorded the row by the very last step. */
function reported({ known }: PayoutWorld, status: string): void {
  expect(status, "what is told is what is recorded").to.equal(known.status);
  if (ENDS.includes(status)) known.ends.add(status);
}

async function read(world: PayoutWorld, { process }: Start): Promise<void> {
  const scope = { merchant_id: world.merchantId, livemode: false };
  try {
    reported(world, (await getPayout(process.deps, { scope, payout_id: world.id })).status);
  } catch (error) {
    if (!isDomainError(error) || error.type !== "object_not_found") throw error;
  }
}

/** One of those that the acquirer owes when it is this task's turn, for the first time or again. */
async function callback(world: PayoutWorld, at: number, { process }: Start): Promise<void> {
  const { callbacks } = world.acquirer;
  await turn(world, "callback leaves");
  const one = callbacks[at % Math.max(callbacks.length, 1)];
  if (one !== undefined) await acceptPayoutCallback(process.deps, world.parties, one);
}

/** Signed by the provider, and yet not so: a callback is never believed. */
async function falseCallback(world: PayoutWorld, claimed_state: string, { process }: Start): Promise<void> {
  const callback_id = newId("event");
  const said = { provider: "sandbox", callback_id, reference: world.id, claimed_state };
  await acceptCallback(process.deps, said);
}
