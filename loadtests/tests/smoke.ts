import { go, JOURNEYS } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorAt, type Session } from "../lib/session.ts";
import exec from "k6/execution";

export const options = optionsFor("smoke");
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("smoke");

const { direct, wallet, declined, challenged, onPage, refunded, paidOut, listed } = JOURNEYS;
const EACH = { direct, wallet, declined, challenged, onPage, refunded, paidOut, listed };

/** Every journey once; `go` and its dice see an iteration of its own for each. */
export default function smoke(session: Session): void {
  const first = exec.scenario.iterationInTest * Object.keys(EACH).length;
  for (const [index, [name, journey]] of Object.entries(EACH).entries()) {
    go(journey, name, actorAt(session, 0, first + index));
  }
}
