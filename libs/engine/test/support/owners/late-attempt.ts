import type { OwnerDeps } from "@flowlix/engine";
import type { TransferOutcome } from "@flowlix/provider";
import { gate, moveClock } from "@flowlix/testkit";
import { DEADLINE_MS, type Asked, type OwnerUnderTest } from "./owner-under-test.ts";

interface LateAttempt<Request> {
  readonly asked: Asked<Request>;
  /** Lets the attempt go on, to its answer. */
  readonly goOn: () => ReturnType<Asked["send"]>;
}

/** An attempt that stands still with the answer to its only submission in hand until its claim has ended. */
export async function goesOnLate<Request>(
  { ask, provider, database }: OwnerUnderTest<Request>,
  outcome: TransferOutcome,
): Promise<LateAttempt<Request>> {
  const asked = await ask();
  const held = gate();
  provider.submits(async () => {
    await held.pass();
    return outcome;
  });
  const answer = asked.send();
  await held.reached;
  await moveClock(database, DEADLINE_MS + 16_000);
  const goOn = () => {
    held.open();
    return answer;
  };
  return { asked, goOn };
}

/** A store whose moves are committed, and whose caller is not answered so. */
export const losingMoves = <Store extends { readonly move: (move: never) => Promise<boolean> }>(
  store: Store,
): Store => ({
  ...store,
  move: async (move: never) => {
    await store.move(move);
    return false;
  },
});

/** The kinds of an object's open exceptions. */
export async function exceptionKinds(
  { exceptions }: Pick<OwnerDeps, "exceptions">,
  id: string,
): Promise<string[]> {
  const open = await exceptions.list(true, 1_000);
  return open.filter(({ object_id }) => object_id === id).map(({ kind }) => kind);
}
