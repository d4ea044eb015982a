import type { PageAnswer } from "./http.ts";
import { pageAnswer, seeOther } from "./document.ts";
import { readPageData, type PageDataDeps } from "./page-data.ts";
import { cancelled } from "./views/states.ts";
import { linkTo, type PageVisit } from "./visit.ts";

/**
 * GET /pay/{payment_id}/{token}/cancelled: the payer goes back to the merchant without paying. Nothing
 * about the Payment changes (docs/design/decisions.md#hosted-challenge): once a card is in, there is nothing left to
 * cancel. The provider is asked before anything is said, since the payer may have confirmed with the bank already.
 */
export async function showCancelled(deps: PageDataDeps, visit: PageVisit): Promise<PageAnswer> {
  const data = await readPageData(deps, visit, "looked_up");
  const { stage } = data.state;
  if (stage === "form" || stage === "form_closed" || stage === "challenge")
    return pageAnswer(visit, 200, cancelled(visit, data));
  return seeOther(visit, linkTo(visit, visit.links.status));
}
