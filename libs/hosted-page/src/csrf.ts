import type { IncomingHttpHeaders } from "node:http";
import type { FormInput } from "./form-input.ts";
import type { PageTokens } from "@flowlix/page-links";
import type { PageVisit } from "./visit.ts";

export const FORM_TOKEN = "form-token";

/**
 * Whether a submit comes from a form of ours (docs/design/decisions.md#hosted-csrf): the token that only our page
 * holds, and no other site's origin. `null` is what browsers send for a page with no-referrer, so it proves nothing and
 * is let pass.
 */
export function isOwnSubmit(
  formTokens: PageTokens,
  { address, paymentId }: PageVisit,
  headers: IncomingHttpHeaders,
  form: FormInput,
): boolean {
  const { origin } = headers;
  const originFits = origin === undefined || origin === "null" || origin === address.origin;
  return originFits && formTokens.matches(paymentId, form.get(FORM_TOKEN));
}
