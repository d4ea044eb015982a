import type { Day } from "./day.ts";
import type { CompareDeps } from "./compare-deps.ts";
import type { EdgeLine } from "./edges-store.ts";
import { matchLine } from "./match.ts";
import type { Recheck } from "./keep-findings.ts";
import type { Found } from "./lines.ts";
import type { TakenRun } from "./runs-store.ts";
import { ownersScope } from "./source.ts";
import { explained } from "./owners.ts";
import type { Carried, CarriedPlace } from "./differences-store.ts";

/** Standing differences that one run rechecks, and how many of them at a time. */
const CARRIED_MAX = 50_000;
const PAGE = 5_000;

export interface Rechecked {
  /** Ids of those that stood and were rechecked, changed or not. */
  readonly visited: readonly string[];
  readonly rechecked: readonly Recheck[];
  /** All that is found of them, changed or not. */
  readonly foundAgain: readonly Found[];
  /** What stands of those lines instead, with the day of their statement. */
  readonly foundElsewhere: readonly (Found & { readonly day: string })[];
}

/**
 * Looks again at what other days' statements had and our journals did not: an open object has ended, or got too old.
 * All that stands, what was rechecked longest ago first; of more than one run can take the next run takes the rest.
 */
export async function recheckCarried(deps: CompareDeps, day: Day, goOn: () => void): Promise<Rechecked> {
  const { run, nowMs } = day;
  const visited: string[] = [];
  const rechecked: Recheck[] = [];
  const foundAgain: Found[] = [];
  const foundElsewhere: (Found & { day: string })[] = [];
  const edges: EdgeLine[] = [];
  for await (const [stood, known] of allCarried(deps, run)) {
    goOn();
    visited.push(stood.id);
    const { id, kind, reference, statement } = stood;
    const { postedMs, found } = matchLine({ kind, reference }, statement, known, nowMs);
    const postedDay = postedMs === null ? stood.day : deps.source.port.statement.dayOf(postedMs);
    if (postedDay !== stood.day) edges.push({ kind, reference, statedDay: stood.day, postedDay });
    foundAgain.push(...found);
    if (found.length === 0) {
      rechecked.push({ id, state: "resolved", note: `booked here on ${postedDay}` });
      continue;
    }
    const same = found.find(({ difference }) => difference === stood.difference);
    if (same === undefined) {
      rechecked.push({ id, state: "resolved", note: "known otherwise now" });
      foundElsewhere.push(...found.map((one) => ({ ...one, day: stood.day })));
    } else if (same.state !== stood.state) rechecked.push({ id, state: same.state, note: null });
  }
  await deps.edges.note(run, edges);
  return { visited, rechecked, foundAgain, foundElsewhere };
}

async function* allCarried(
  { differences, owners, source, carriedMax = CARRIED_MAX }: CompareDeps,
  run: TakenRun,
) {
  let after: CarriedPlace | null = null;
  for (let left = carriedMax; left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left);
    const page: Carried[] = await differences.carried(run, run.day, after, limit);
    yield* await explained(owners, ownersScope(source), page);
    after = page.at(-1)?.place ?? null;
    if (after === null || page.length < limit) return;
  }
}
