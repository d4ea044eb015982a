import type { PageTokens } from "@flowlix/page-links";
import type { PageAnswer } from "./http.ts";
import { givenBilling, givenName } from "./billing-form.ts";
import { pageAnswer, seeOther } from "./document.ts";
import { readPageData, type PageDataDeps } from "./page-data.ts";
import { noticeOf } from "./submit-note.ts";
import { cardForm, type FormContent } from "./views/form.ts";
import { challenge, closed, outcome } from "./views/states.ts";
import { linkTo, type PageVisit } from "./visit.ts";

export interface ShowPageDeps extends PageDataDeps {
  /** Tokens of the forms on pages, and of nothing else. */
  readonly formTokens: PageTokens;
}

/**
 * GET /pay/{payment_id}/{token}: the form while a card can be given; else what has become of the
 * Payment. A finished one shows its outcome and never the form (docs/design/decisions.md#hosted-return).
 */
export async function showPage(deps: ShowPageDeps, visit: PageVisit): Promise<PageAnswer> {
  const data = await readPageData(deps, visit, "looked_up");
  const { stage, payment } = data.state;
  switch (stage) {
    case "form": {
      const content: FormContent = {
        formToken: deps.formTokens.tokenFor(visit.paymentId),
        cardName: givenName(payment.billing_details),
        billing: givenBilling(payment.billing_details),
        errors: new Map(),
        notice: noticeOf(visit, data.state),
      };
      return pageAnswer(visit, 200, cardForm(visit, data, content));
    }
    case "form_closed":
      return pageAnswer(visit, 200, closed(visit, data));
    case "checking":
    case "processing":
    case "expiring":
      return seeOther(visit, linkTo(visit, visit.links.status));
    case "challenge":
      return pageAnswer(visit, 200, challenge(visit, data, "stays"));
    case "ended":
      return pageAnswer(visit, 200, outcome(visit, data, "stays"));
    default:
      return stage satisfies never;
  }
}
