import { TROUBLED } from "../lib/api.ts";
import { direct, go } from "../lib/journeys.ts";
import { figuresOfPhases, latencyIn, optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";

/**
 * Whoever is turned away in the peak is told when to come again, every payment is true in the end, and once
 * the time of recovery is over creates have to be as quick as they had to be before.
 */
export const options = optionsFor("spike", {
  mayDrop: true,
  thresholds: {
    ...figuresOfPhases("spike", "create_payment"),
    ...latencyIn("spike", "create_payment", ["before", "after"]),
    "dropped_iterations{scenario:before}": ["count==0"],
    "dropped_iterations{scenario:after}": ["count==0"],
  },
});
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("spike");

export default function spike(session: Session): void {
  go(direct, "direct", actorOf(session), TROUBLED);
}
