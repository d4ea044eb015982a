import { go, JOURNEYS } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { chooseWeighted } from "../lib/random.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { MIXED_WEIGHTS } from "../lib/weights.ts";

export const options = optionsFor("mixed", { latencyOf: "create_payment" });
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("mixed");

export default function mixed(session: Session): void {
  const actor = actorOf(session);
  const name = chooseWeighted(MIXED_WEIGHTS, actor.random(0));
  go(JOURNEYS[name], name, actor);
}
