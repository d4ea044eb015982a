import { go, paidOut } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";

export const options = optionsFor("payouts", { latencyOf: "create_payout" });
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("payouts");

export default function payouts(session: Session): void {
  go(paidOut, "paidOut", actorOf(session));
}
