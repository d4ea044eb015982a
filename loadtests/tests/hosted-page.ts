import { go, onPage } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";

export const options = optionsFor("hosted-page", { latencyOf: "hosted_page" });
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("hosted-page");

export default function hostedPage(session: Session): void {
  go(onPage, "onPage", actorOf(session));
}
