import { TROUBLED } from "../lib/api.ts";
import { direct, go, paidOut } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { whileLoaded } from "../lib/steered.ts";

/** While NATS or Postgres is away: 503 with Retry-After and nothing else, and every create answered in the end. */
export const options = optionsFor("dependency-loss");
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("dependency-loss");

export default function dependencyLoss(session: Session): void {
  const actor = actorOf(session);
  const [journey, name] =
    actor.random(0) < 0.8 ? ([direct, "direct"] as const) : ([paidOut, "paidOut"] as const);
  whileLoaded(() => go(journey, name, actor, TROUBLED));
}
