import { findsHangsOnly } from "../data/profiles.ts";
import { TROUBLED } from "../lib/api.ts";
import { direct, go } from "../lib/journeys.ts";
import { figuresOfPhases, latencyIn, optionsFor } from "../lib/options.ts";
import { compareWithBefore } from "../lib/report.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { PROFILE } from "../lib/settings.ts";

const CREATES = (phase: string): string => `http_req_duration{scenario:${phase},name:create_payment}`;
/** Other programs on a shared machine cause outliers. */
const SLACK_MS = findsHangsOnly(PROFILE) ? 300 : 50;

/**
 * Answers that refuse a request in the peak say when to come again, and the invariants hold. After the time of
 * recovery, a minute at most, creates have to be as quick as before.
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
export const handleSummary = summaryOf("spike", (report) =>
  compareWithBefore(report, { before: CREATES("before"), after: CREATES("after"), slackMs: SLACK_MS }),
);

export default function spike(session: Session): void {
  go(direct, "direct", actorOf(session), TROUBLED);
}
