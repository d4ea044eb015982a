import { go, JOURNEYS } from "../lib/journeys.ts";
import { latencyIn, optionsFor } from "../lib/options.ts";
import { chooseWeighted } from "../lib/random.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { MIXED_WEIGHTS } from "../lib/weights.ts";

/** Leaks and backlogs show at the end, so the profile's limits of latency apply to each part by itself. */
export const options = optionsFor("soak", {
  thresholds: latencyIn("soak", "create_payment", ["first", "middle", "last"]),
});
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("soak");

export default function soak(session: Session): void {
  const actor = actorOf(session);
  const name = chooseWeighted(MIXED_WEIGHTS, actor.random(0));
  go(JOURNEYS[name], name, actor);
}
