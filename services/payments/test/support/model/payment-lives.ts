import { createStops, type Stop, type Stops } from "@flowlix/testkit";
import * as fc from "fast-check";
import { syncPayments } from "../sync-due.ts";
import {
  FAULT,
  RARELY,
  STEP,
  STEP_WITH_ACCOUNTS,
  taskOf,
  type Integration,
  type Step,
} from "./payment-steps.ts";
import { seenOf } from "./money-rules.ts";
import { comeToRest, outlive } from "./payment-rest.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** What the acquirer does with the order. */
export const PLAN = fc.record({
  first: fc.constantFrom(
    "succeeded",
    "failed",
    "action_required",
    "action_required",
    "processing",
    "received",
  ),
  challenged: fc.constantFrom("succeeded", "failed", "processing"),
  result: fc.constantFrom("succeeded", "failed", "challenge", null),
  elsewhere: fc.nat({ max: 4 }).map((fifth) => fifth === 0),
} as const);

/** Where the first card comes to nothing, so that another one is tried. */
export const MOSTLY_DECLINED = fc.oneof(
  { weight: 3, arbitrary: PLAN.map((plan) => ({ ...plan, first: "failed" as const })) },
  {
    weight: 2,
    arbitrary: PLAN.map((plan) => ({
      ...plan,
      first: "action_required" as const,
      challenged: "failed" as const,
      elsewhere: false,
    })),
  },
  { weight: 1, arbitrary: PLAN },
);

type Fault = typeof FAULT extends fc.Arbitrary<infer T> ? T : never;

const ofCard = (fault: Fault["fault"], times: Fault["times"] = 1): Fault => ({
  act: "fault",
  operation: "authorise",
  fault,
  times,
});

/** The worst that a first card can meet, on which the next one has to be careful. */
const BAD_BEGINNINGS: Fault[][] = [
  [ofCard("late")],
  [ofCard("late"), ofCard("throttled")],
  [ofCard("late"), ofCard("refused", 3)],
  [ofCard("lost_answer"), ofCard("throttled")],
];

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 3): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });

/** All that the first card is answered with is that it was not executed; the next one finds the order, or nothing. */
const REFUSED_BEGINNINGS: Fault[][] = [
  [ofCard("throttled"), { ...ofCard("lost", 3), operation: "read" }],
  [ofCard("throttled")],
  [ofCard("refused", 3)],
  [ofCard("unreachable", 3)],
];

interface CardStop extends Stop {
  /** Before the step that follows so many more. */
  readonly steps: number;
  /** What its claims left due is synced before anything else happens. */
  readonly isSynced: boolean;
}
const STOPPED: fc.Arbitrary<CardStop> = fc.record({
  steps: fc.integer({ min: 1, max: 6 }),
  // Longer than the lease of a key, than a claim, or than nothing at all.
  lapseMs: fc.constantFrom(41_000, 41_000, 26_000, 0),
  isSynced: fc.boolean(),
  moments: fc.nat({ max: 2 }),
});
const STOP = mostly<CardStop | undefined>(fc.constant(undefined), STOPPED);

/** The first request, what waits for its calls, and how often it is repeated before anything else happens. */
const ANY_OPENING = fc.record({
  faults: fc.oneof(fc.array(FAULT, { maxLength: 3 }), fc.constantFrom(...BAD_BEGINNINGS)),
  /** Else it comes together with the first moment. */
  isAlone: fc.boolean(),
  repeated: fc.nat({ max: 2 }),
  /** Else one after the other. */
  isAtOnce: fc.boolean(),
  stop: STOP,
  order: fc.infiniteStream(fc.nat({ max: 59 })),
});

/** The same where an attempt knows only of itself that nothing was executed, and is stopped before it tells. */
const LAPSING_OPENING: typeof ANY_OPENING = fc.record({
  faults: fc.constantFrom(...REFUSED_BEGINNINGS),
  isAlone: fc.constant(true),
  repeated: fc.constant(2),
  isAtOnce: fc.constant(false),
  stop: fc.record({
    // It claims, and is answered by one call or by as many as are tried.
    steps: fc.integer({ min: 2, max: 6 }),
    lapseMs: fc.constant(41_000),
    isSynced: RARELY,
    moments: fc.constantFrom(0, 0, 1, 2),
  }),
  order: fc.infiniteStream(fc.nat({ max: 59 })),
});

const OPENING = mostly(ANY_OPENING, LAPSING_OPENING, 2);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Things that happen at once, after some time, in an order of their steps; and perhaps a crash. */
const momentOf = (step: fc.Arbitrary<Step>) =>
  fc.record({
    passMs: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.constantFrom(1_300, 4 * SECOND, 12 * SECOND, 31 * SECOND) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(3 * MINUTE, 16 * MINUTE, 46 * MINUTE, 59.7 * MINUTE, 61 * MINUTE),
      },
    ),
    steps: fc.array(step, { minLength: 1, maxLength: 6, size: "medium" }),
    order: fc.infiniteStream(fc.nat({ max: 59 })),
    stop: STOP,
    crash: fc.option(
      fc.record({ steps: fc.nat({ max: 5 }), when: fc.constantFrom("before", "after") } as const),
      {
        freq: 5,
        nil: undefined,
      },
    ),
  });

const lifeOf = (step: fc.Arbitrary<Step>, opening: typeof ANY_OPENING) =>
  fc.record({
    opening,
    isChargedAfterwards: fc.boolean(),
    moments: fc.array(momentOf(step), { minLength: 1, maxLength: 9, size: "medium" }),
  });
export const LIFE = lifeOf(STEP, OPENING);
export type Life = typeof LIFE extends fc.Arbitrary<infer T> ? T : never;

/** Nobody could be reached for the first card, as often as it is tried; then what the second account can meet. */
const UNREACHABLE = ofCard("unreachable", 3);
const SWITCHING_BEGINNINGS: Fault[][] = [
  [UNREACHABLE],
  [UNREACHABLE, ofCard("late")],
  [UNREACHABLE, ofCard("lost_answer")],
  [UNREACHABLE, ofCard("garbled")],
  [UNREACHABLE, ofCard("throttled")],
  [UNREACHABLE, UNREACHABLE],
];
const SWITCHING_OPENING: typeof ANY_OPENING = fc.record({
  faults: fc.constantFrom(...SWITCHING_BEGINNINGS),
  isAlone: fc.boolean(),
  repeated: fc.nat({ max: 2 }),
  isAtOnce: fc.boolean(),
  stop: STOP,
  order: fc.infiniteStream(fc.nat({ max: 59 })),
});
export const LIFE_WITH_ACCOUNTS = lifeOf(STEP_WITH_ACCOUNTS, mostly(OPENING, SWITCHING_OPENING, 1));

/** Any of them may have no share, or not be used when the Payment comes. */
const ACCOUNT = fc.record({
  weight: fc.constantFrom(0, 1, 50, 100),
  isActive: RARELY.map((eighth) => !eighth),
});
export const ACCOUNTS = fc.array(ACCOUNT, { minLength: 2, maxLength: 3 });

const FIRST = { act: "create", when: "in time", card: 0 } as const;
const AGAIN = { act: "submit", when: "in time", card: 1, isOld: false } as const;

/** Lives it, lets everything come to rest, and answers where it ended. */
export async function live(
  world: PaymentWorld,
  integration: Integration,
  { opening, moments, isChargedAfterwards }: Life,
): Promise<string> {
  const { faults, isAlone, repeated, isAtOnce } = opening;
  const inOrder = () => 0;
  const inOrderOf = (order: Iterator<number>) => (among: number) => Number(order.next().value) % among;
  const taskFor = (step: Parameters<typeof taskOf>[2]) => taskOf(world, integration, step);
  const stops = stopsOf(world, integration);
  await world.together(faults.map(taskFor), inOrder);
  if (isAlone) {
    // Of a hosted Payment the first card is what can be stopped halfway.
    if (integration === "direct") stops.stop(opening.stop);
    await stops.moment(() => world.together([taskFor(FIRST)], inOrder));
    if (integration === "hosted") stops.stop(opening.stop);
    const again = [AGAIN, { ...AGAIN, card: 2 }].slice(0, repeated).map(taskFor);
    for (const tasks of isAtOnce ? [again] : again.map((task) => [task]))
      await stops.moment(() => world.together(tasks, inOrderOf(opening.order)));
  }
  for (const [index, { passMs, steps, order, crash, ...at }] of moments.entries()) {
    if (passMs > 0) await world.pass(passMs);
    if (crash !== undefined) world.process().dieAt(crash);
    stops.stop(at.stop);
    const tasks = index === 0 && !isAlone ? [FIRST, ...steps] : steps;
    await stops.moment(() => world.together(tasks.map(taskFor), inOrderOf(order)));
  }
  const end = await comeToRest(world);
  const isSwitched = await hasSwitched(world);
  if (isChargedAfterwards) await outlive(world);
  return isSwitched ? `${end} at a second account` : end;
}

async function hasSwitched({ database, id }: PaymentWorld): Promise<boolean> {
  const now = await seenOf(database, id);
  return now !== undefined && now.account !== null && now.reference !== id;
}

function stopsOf(world: PaymentWorld, integration: Integration): Stops<CardStop> {
  // A lapsed claim of a Direct Payment is taken over by the next request too, one of a hosted Payment by a status sync
  // alone.
  let isSynced = false;
  const sync = () => world.together([({ process }) => syncPayments(process.deps, 16)], () => 0);
  return createStops<CardStop>({
    stopAt: (at) => {
      isSynced = at.isSynced || integration === "hosted";
      world.process().stopAfter(at.steps);
    },
    hasStopped: () => world.hasStopped(),
    goOn: () => world.goOn(),
    pass: async (ms) => {
      await world.pass(ms);
      if (isSynced) await sync();
    },
  });
}
