import { loadOf } from "../data/profiles.ts";
import { TROUBLED } from "../lib/api.ts";
import { direct, go } from "../lib/journeys.ts";
import { figuresOfPhases, optionsFor } from "../lib/options.ts";
import { kneeOf, type Report } from "../lib/report.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Session } from "../lib/session.ts";
import { PROFILE } from "../lib/settings.ts";

/** Of a create; beyond it a step counts as broken. It fails nothing. */
const KNEE_P95_MS = 500;

export const options = optionsFor("stress", {
  mayDrop: true,
  thresholds: figuresOfPhases("stress", "create_payment"),
});
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("stress", knee);

function knee({ metrics }: Report): Partial<Report> {
  const { load } = loadOf("stress", PROFILE);
  if (load.kind === "iterations") return {};
  const steps = load.phases.map(({ name, rate }) => ({
    name,
    rate,
    p95: metrics[`http_req_duration{scenario:${name},name:create_payment}`]?.values["p(95)"] ?? null,
    dropped: metrics[`dropped_iterations{scenario:${name}}`]?.values["count"] ?? 0,
  }));
  return { knee: kneeOf(steps, KNEE_P95_MS) };
}

export default function stress(session: Session): void {
  go(direct, "direct", actorOf(session), TROUBLED);
}
