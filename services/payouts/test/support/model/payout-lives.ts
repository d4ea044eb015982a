import { createRest, createStops, isSettled, postedKinds, type Rest, type Stop } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { syncPayouts } from "../sync-due.ts";
import { checkHistory, checkTotals, ENDS, seenOf, type Seen } from "./payout-rules.ts";
import { acceptPayoutCallback } from "./accept-payout-callback.ts";
import { FAULT, STEP, STEP_WITH_ACCOUNTS, taskOf, type Step } from "./payout-steps.ts";
import type { PayoutWorld } from "./payout-world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What the acquirer does with the payout. */
export const PLAN = fc.record({
  first: fc.constantFrom("processing", "processing", "received", "succeeded", "failed"),
  result: fc.constantFrom("succeeded", "succeeded", "failed", null),
} as const);

/**
 * A process is stopped for longer than a key's lease, a claim, or nothing at all, and goes on beside what happens then.
 */
const STOP = fc.option(
  fc.record({
    steps: fc.nat({ max: 6 }),
    lapseMs: fc.constantFrom(41 * SECOND, 26 * SECOND, 0),
    moments: fc.nat({ max: 2 }),
  }),
  { freq: 2 },
);

/** Things that happen at once, after some time, in an order of their steps; and perhaps a crash or a stop. */
const momentOf = (step: fc.Arbitrary<Step>) =>
  fc.record({
    passMs: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.constantFrom(1_300, 4 * SECOND, 12 * SECOND, 27 * SECOND) },
      { weight: 1, arbitrary: fc.constantFrom(MINUTE, 3 * MINUTE, 26 * MINUTE) },
    ),
    steps: fc.array(step, { minLength: 1, maxLength: 6, size: "medium" }),
    order: fc.infiniteStream(fc.nat({ max: 59 })),
    stop: STOP,
    crash: fc.option(
      fc.record({ steps: fc.nat({ max: 6 }), when: fc.constantFrom("before", "after") } as const),
      { freq: 3 },
    ),
  });

const FIRST: Step = { act: "create", when: "in time" };
/** An end is being recorded while the acquirer breaks its word and says so. */
const CONTRADICTED: Step[] = [FIRST, { act: "broken promise", isReported: true }];

/**
 * The first request is stopped over the end of its claim, most often with its answer in hand; others come meanwhile.
 */
const LAPSED = fc.record({
  faults: fc
    .record({
      act: fc.constant("fault"),
      call: fc.constant("submit"),
      fault: fc.constantFrom("denied", "denied", "unreachable", "refused", "lost", "late", "other_amount"),
      times: fc.constantFrom(1, 3),
    } as const)
    .map((fault) => [fault]),
  first: fc.constant([FIRST]),
  stop: fc.record({
    steps: fc.constantFrom(1, 2, 3, 3, 4),
    lapseMs: fc.constantFrom(26 * SECOND, 41 * SECOND),
    moments: fc.nat({ max: 1 }),
  }),
  meanwhile: fc.constantFrom<readonly Step[]>([{ act: "sync" }], [FIRST], [{ act: "sync" }, FIRST]),
});

const NO_LAPSE = { stop: fc.constant(null), meanwhile: fc.constant<readonly Step[]>([]) };

const lifeOf = (step: fc.Arbitrary<Step>) =>
  fc.record({
    opening: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.record({
          faults: fc.array(FAULT, { maxLength: 3 }),
          first: fc.constant([FIRST]),
          ...NO_LAPSE,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ faults: fc.constant([]), first: fc.constant(CONTRADICTED), ...NO_LAPSE }),
      },
      { weight: 2, arbitrary: LAPSED },
    ),
    isExecutedAfterwards: fc.boolean(),
    moments: fc.array(momentOf(step), { minLength: 1, maxLength: 9, size: "medium" }),
  });
export const LIFE = lifeOf(STEP);
export const LIFE_WITH_ACCOUNTS = lifeOf(STEP_WITH_ACCOUNTS);
/** Any of them may have no share, or not be used when the Payout comes. */
export const ACCOUNTS = fc.array(
  fc.record({
    weight: fc.constantFrom(0, 1, 50, 100),
    isActive: fc.nat({ max: 7 }).map((eighth) => eighth > 0),
  }),
  { minLength: 2, maxLength: 3 },
);
export type Life = typeof LIFE extends fc.Arbitrary<infer T> ? T : never;

const inOrder = () => 0;

/** Lives it, lets everything come to rest, and answers where it ended. */
export async function live(
  world: PayoutWorld,
  { opening, moments, isExecutedAfterwards }: Life,
): Promise<string> {
  const { faults, first, meanwhile } = opening;
  const tasksOf = (steps: readonly Step[]) => steps.map((step) => taskOf(world, step));
  const stops = createStops<Stop & { readonly steps: number }>(world);
  await world.together(tasksOf(faults), inOrder);
  if (opening.stop !== null) {
    stops.stop(opening.stop);
    for (const steps of [first, meanwhile]) await stops.moment(() => world.together(tasksOf(steps), inOrder));
  }
  for (const [at, { passMs, steps, order, crash, stop }] of moments.entries()) {
    if (passMs > 0) await world.pass(passMs);
    if (crash !== null) world.process().dieAt(crash);
    stops.stop(stop);
    const choose = (among: number) => Number(order.next().value) % among;
    const isFirst = at === 0 && opening.stop === null;
    const tasks = tasksOf(isFirst ? [...first, ...steps] : steps);
    await stops.moment(() => world.together(tasks, choose));
  }
  const end = await comeToRest(world);
  if (isExecutedAfterwards) await outlive(world, end);
  return end;
}

/** Lets everything come to its end, checks what must be so then, and answers where it ended. */
async function comeToRest(world: PayoutWorld): Promise<string> {
  await restOf(world).come();
  return checkRest(world);
}

/** After the end: the acquirer executes against its word and tells so, which must change nothing. */
async function outlive(world: PayoutWorld, end: string): Promise<void> {
  if (!ENDS.includes(end) || !world.acquirer.misbehave(world.id)) return;
  world.known.isPromiseBroken = true;
  world.scheduler.trace.push("(an execution after the end)");
  await restOf(world).deliverCallbacks();
  expect(await checkRest(world), "an end never changes").to.equal(end);
}

const restOf = (world: PayoutWorld): Rest =>
  createRest(world, {
    mend: () => world.parties.mend(),
    accept: (callback) => acceptPayoutCallback(world.deps, world.parties, callback),
    sync: () => syncPayouts(world.process().deps, 16),
    settle: () => world.acquirer.settle(),
    isOver: async () => isOver(world, await seenOf(world.database, world.id)),
    roundsMax: 40,
  });

const isOver = ({ acquirer, id, plan }: PayoutWorld, now: Seen | undefined): boolean =>
  isSettled(now?.status, { ends: ENDS, result: plan.result, state: acquirer.stateOf(id) });

async function checkRest(world: PayoutWorld): Promise<string> {
  const { database, id, known, merchantId } = world;
  const now = await seenOf(database, id);
  const status = now?.status ?? "no row";
  expect(isOver(world, now), `at rest it has ended; it is ${JSON.stringify(now)}`).to.equal(true);
  await checkBook(world, status);
  for (const end of known.ends) expect(status, "an end that was told stays").to.equal(end);
  const [due] = await database.sql(
    `select next_look_at is null as never, coalesce(next_look_at <= platform.clock(), false) as now,
            coalesce(next_look_at <= platform.clock() + interval '11 minutes', false) as soon
       from payouts.payouts where id = $1`,
    [id],
  );
  const wanted = { never: ENDS.includes(status), now: false, soon: !ENDS.includes(status) };
  // An end that the provider denies stays due for as long as it may still execute.
  if (due !== undefined && !world.acquirer.wasDenied(id))
    expect(due, `when a payout that is ${status} is due`).to.deep.equal(wanted);
  await checkHistory(database, id);
  await checkTotals(database, merchantId);
  return status;
}

/** The acquirer's book, our journal, the status and the open exceptions tell one story. */
async function checkBook({ acquirer, database, id, known }: PayoutWorld, status: string): Promise<void> {
  const executions = acquirer.book.get(id) ?? 0;
  const reported = await database.sql(
    "select kind from payouts.anomalies where object_id = $1 and resolved_at is null and detail like 'the provider reports %'",
    [id],
  );
  const exceptions = reported.filter(({ kind }) => kind === "executed_after_end");
  const misread = await database.sql(
    "select 1 from payouts.anomalies where object_id = $1 and resolved_at is null and detail like 'the provider answered %'",
    [id],
  );
  const posted = await postedKinds(database, { schema: "payouts", objects: "payouts" }, id);
  expect([...acquirer.book.keys()].filter((reference) => reference !== id)).to.deep.equal([]);
  if (!known.isPromiseBroken)
    expect(reported, "nobody is contradicted but by the provider").to.deep.equal(exceptions);
  const isBroken = known.isPromiseBroken || acquirer.wasDenied(id);
  if (isBroken && status !== "SUCCEEDED" && executions === 1) {
    // An answer about something else ends the status syncs of an ended one: a human has that exception.
    if (exceptions.length === 0 && misread.length > 0) return;
    expect(exceptions, "an execution after the end is an open exception").to.have.length(1);
    expect(posted, "an execution after the end is in suspense").to.deep.equal(["late_payout"]);
    return;
  }
  expect(executions, `the book, of a payout that is ${status}`).to.equal(status === "SUCCEEDED" ? 1 : 0);
  expect(exceptions, "no exception without a cause").to.deep.equal([]);
  expect(posted, "what is posted is what was executed").to.deep.equal(executions === 1 ? ["payout"] : []);
}
