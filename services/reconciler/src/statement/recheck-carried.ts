import type { Day } from "./compare-day.ts";
import type { CompareDeps } from "./compare-deps.ts";
import type { EdgeLine } from "./edges-store.ts";
import { judge } from "./judge.ts";
import type { Recheck } from "./keep-findings.ts";
import type { Found } from "./lines.ts";
import { explained } from "./owners.ts";

export interface Rechecked {
  readonly rechecked: readonly Recheck[];
  /** All that is found of them, changed or not. */
  readonly foundAgain: readonly Found[];
  /** What stands of those lines instead, with the day of their statement. */
  readonly foundElsewhere: readonly (Found & { readonly day: string })[];
}

/** Looks again at what other days' statements had and our books did not: an open object has ended, or got too old. */
export async function recheckCarried(deps: CompareDeps, day: Day, goOn: () => void): Promise<Rechecked> {
  const { run, nowMs } = day;
  const carried = await deps.differences.carried(run, run.day);
  const rechecked: Recheck[] = [];
  const foundAgain: Found[] = [];
  const foundElsewhere: (Found & { day: string })[] = [];
  const edges: EdgeLine[] = [];
  for (const [stood, known] of await explained(deps.owners, run.livemode, carried)) {
    goOn();
    const { id, kind, reference, statement } = stood;
    const { bookedMs, found } = judge({ kind, reference }, statement, known, nowMs);
    const bookedDay = bookedMs === null ? stood.day : deps.provider.statement.dayOf(bookedMs);
    if (bookedDay !== stood.day) edges.push({ kind, reference, statedDay: stood.day, bookedDay });
    foundAgain.push(...found);
    if (found.length === 0) {
      rechecked.push({ id, state: "resolved", note: `booked here on ${bookedDay}` });
      continue;
    }
    const same = found.find(({ difference }) => difference === stood.difference);
    if (same === undefined) {
      rechecked.push({ id, state: "resolved", note: "known otherwise now" });
      foundElsewhere.push(...found.map((one) => ({ ...one, day: stood.day })));
    } else if (same.state !== stood.state) rechecked.push({ id, state: same.state, note: null });
  }
  await deps.edges.note(run, edges);
  return { rechecked, foundAgain, foundElsewhere };
}
