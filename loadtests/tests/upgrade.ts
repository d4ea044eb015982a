import { REPEATING } from "../lib/api.ts";
import { go, JOURNEYS } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { chooseWeighted } from "../lib/random.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { whileLoaded } from "../lib/steered.ts";
import { MIXED_WEIGHTS } from "../lib/weights.ts";

/**
 * While processes of one release take the place of those of another, no request fails. Few have to be repeated: the
 * other release may stop less gently than this one.
 */
export const options = optionsFor("upgrade", {
  thresholds: { repeated_requests: ["count<=10"] },
});
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("upgrade");

export default function upgrade(session: Session): void {
  const actor = actorOf(session);
  const name = chooseWeighted(MIXED_WEIGHTS, actor.random(0));
  whileLoaded(() => go(JOURNEYS[name], name, actor, REPEATING));
}
