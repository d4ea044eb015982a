import type { PageAnswer } from "./http.ts";
import { pageAnswer, seeOther, type PageContent } from "./document.ts";
import { readPageData, type PageData, type PageDataDeps } from "./page-data.ts";
import { keptNote } from "./submit-note.ts";
import { challenge, outcome, pollsOf, waiting } from "./views/states.ts";
import { linkTo, type PageVisit } from "./visit.ts";

/**
 * GET /pay/{payment_id}/{token}/status: where a submit and the way back from the bank lead. It leads on
 * itself, as a page of its own: a strict `form-action` forbids redirects that follow a POST
 * (docs/design/architecture.md#hosted-page). To the bank only right after a submit: who comes back from there without
 * an answer is asked, not sent round in a circle.
 */
export async function showStatus(deps: PageDataDeps, visit: PageVisit): Promise<PageAnswer> {
  const data = await readPageData(deps, visit, "looked_up");
  const { stage } = data.state;
  switch (stage) {
    case "form":
    case "form_closed":
      return seeOther(visit, linkTo(visit, visit.links.form, keptNote(visit)));
    case "checking":
    case "processing":
    case "expiring":
      return pageAnswer(visit, 200, waiting(visit, data, stage));
    case "challenge":
      return pageAnswer(visit, 200, challengeOrWait(visit, data));
    case "ended":
      return pageAnswer(visit, 200, outcome(visit, data, "leads_on"));
    default:
      return stage satisfies never;
  }
}

/**
 * How often a page asks again for the result of a challenge that the payer has just answered, before it offers the
 * challenge again.
 */
const POLLS_AFTER_BANK = 2;

function challengeOrWait(visit: PageVisit, data: PageData): PageContent {
  if (visit.query.has("left")) return challenge(visit, data, "left");
  const fromBank = visit.query.has("back") && pollsOf(visit) < POLLS_AFTER_BANK;
  if (fromBank) return waiting(visit, data, "checking");
  return challenge(visit, data, visit.query.has("go") ? "leads_on" : "stays");
}
