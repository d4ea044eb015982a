import { TROUBLED } from "../lib/api.ts";
import { direct, go, paidOut } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";

/** While NATS or Postgres is away: 503 with Retry-After and nothing else, and every create told in the end. */
export const options = optionsFor("dependency-loss");
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("dependency-loss");

export default function dependencyLoss(session: Session): void {
  const actor = actorOf(session);
  if (actor.random(0) < 0.8) go(direct, "direct", actor, TROUBLED);
  else go(paidOut, "paidOut", actor, TROUBLED);
}
