import { go, JOURNEYS } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { chooseWeighted } from "../lib/random.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { whileLoaded } from "../lib/steered.ts";
import { STEADY_WEIGHTS } from "../lib/weights.ts";

/** While every process is restarted in turn, no request fails and none has to be repeated. */
export const options = optionsFor("rolling-restart", {
  failedMax: 0,
  thresholds: { repeated_requests: ["count==0"] },
});
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("rolling-restart");

export default function rollingRestart(session: Session): void {
  const actor = actorOf(session);
  const name = chooseWeighted(STEADY_WEIGHTS, actor.random(0));
  whileLoaded(() => go(JOURNEYS[name], name, actor));
}
