import type { Catalogue } from "./document.ts";
import { DECISIONS } from "./rules/decisions.ts";
import { ENDPOINTS } from "./rules/endpoints.ts";
import { EVENTS } from "./rules/events.ts";
import { HOSTED_PAGE } from "./rules/hosted-page.ts";
import { IDEMPOTENCY } from "./rules/idempotency.ts";
import { LATER, TO_READERS } from "./rules/later.ts";
import { LISTS } from "./rules/lists.ts";
import { OPERATION } from "./rules/operation.ts";
import { PAYMENT } from "./rules/payment.ts";
import { PAYOUTS } from "./rules/payouts.ts";
import { REFUNDS } from "./rules/refunds.ts";
import { REQUEST } from "./rules/request.ts";
import { SERVICE } from "./rules/service.ts";

/** All sentences of the specification and the decisions beside it, in the documents' order. */
export const CATALOGUE: Catalogue = {
  proved: [
    ...SERVICE,
    ...PAYMENT,
    ...REQUEST,
    ...IDEMPOTENCY,
    ...ENDPOINTS,
    ...DECISIONS,
    ...HOSTED_PAGE,
    ...LISTS,
    ...REFUNDS,
    ...PAYOUTS,
    ...EVENTS,
    ...OPERATION,
  ],
  later: LATER,
  toReaders: TO_READERS,
};
