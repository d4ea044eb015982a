import * as fc from "fast-check";
import { FAULT, STEP, taskOf, type Integration } from "./payment-steps.ts";
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

/** The first request, what waits for its calls, and how often it is repeated before anything else happens. */
const OPENING = fc.record({
  faults: fc.oneof(fc.array(FAULT, { maxLength: 3 }), fc.constantFrom(...BAD_BEGINNINGS)),
  /** Else it comes together with the first moment. */
  isAlone: fc.boolean(),
  repeated: fc.nat({ max: 2 }),
  /** Else one after the other. */
  isAtOnce: fc.boolean(),
  order: fc.infiniteStream(fc.nat({ max: 59 })),
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Things that happen at once, after some time, in an order of their steps; and perhaps a crash. */
const MOMENT = fc.record({
  passMs: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.constantFrom(1_300, 4 * SECOND, 12 * SECOND, 31 * SECOND) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(3 * MINUTE, 16 * MINUTE, 46 * MINUTE, 59.7 * MINUTE, 61 * MINUTE),
    },
  ),
  steps: fc.array(STEP, { minLength: 1, maxLength: 6, size: "medium" }),
  order: fc.infiniteStream(fc.nat({ max: 59 })),
  crash: fc.option(
    fc.record({ steps: fc.nat({ max: 5 }), when: fc.constantFrom("before", "after") } as const),
    {
      freq: 5,
    },
  ),
});

export const LIFE = fc.record({
  opening: OPENING,
  isChargedAfterwards: fc.boolean(),
  moments: fc.array(MOMENT, { minLength: 1, maxLength: 9, size: "medium" }),
});
export type Life = typeof LIFE extends fc.Arbitrary<infer T> ? T : never;

const FIRST = { act: "create", when: "in time", card: 0 } as const;
const AGAIN = { act: "submit", when: "in time", card: 1 } as const;

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
  await world.together(faults.map(taskFor), inOrder);
  if (isAlone) {
    await world.together([taskFor(FIRST)], inOrder);
    const again = [AGAIN, { ...AGAIN, card: 2 }].slice(0, repeated).map(taskFor);
    for (const tasks of isAtOnce ? [again] : again.map((task) => [task]))
      await world.together(tasks, inOrderOf(opening.order));
  }
  for (const [index, { passMs, steps, order, crash }] of moments.entries()) {
    if (passMs > 0) await world.pass(passMs);
    if (crash !== null) world.process().dieAt(crash);
    const tasks = steps.map(taskFor);
    await world.together(index === 0 && !isAlone ? [taskFor(FIRST), ...tasks] : tasks, inOrderOf(order));
  }
  const end = await comeToRest(world);
  if (isChargedAfterwards) await outlive(world);
  return end;
}
