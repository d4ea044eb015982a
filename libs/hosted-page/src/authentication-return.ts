import { createHash } from "node:crypto";
import { isId } from "@flowlix/contracts";
import { pagePath, type PageTokens } from "@flowlix/page-links";
import { DomainError, isDomainError, isTransportError } from "@flowlix/runtime";
import type { PageAnswer, PageRequest } from "./http.ts";
import type { PaymentsClient } from "./page-data.ts";
import { pageAnswer, seeOther } from "./document.ts";
import type { PublicAddress } from "./public-address.ts";
import { unavailable, unknownReturn } from "./views/states.ts";
import { anyVisit, linkTo, type Visit } from "./visit.ts";
import { returnLocation } from "./return-location.ts";

/** Longer than any token we made. */
const TOKEN_LENGTH_MAX = 256;
const RETRY_AFTER_S = "2";

export interface AuthenticationReturnDeps {
  readonly payments: PaymentsClient;
  readonly publicUrl: string;
  readonly address: PublicAddress;
  readonly pageTokens: Pick<PageTokens, "tokenFor">;
  /** Names of the parameters that acquirers want of the query that a payer comes back with. */
  readonly returnParameters: readonly string[];
  readonly onPageFailure: (error: unknown, requestId: string) => void;
}

/**
 * GET /return/{payment_id}/{token}: the payer comes back from 3D Secure. Arriving proves nothing: the owner syncs the
 * Payment, then the browser goes on to the merchant (docs/design/architecture.md#3d-secure-return), or to the page of a
 * hosted Payment, which says how it ended (docs/design/decisions.md#hosted-return). Whatever is unknown, forged or over
 * gets one and the same page in the payer's language, so that it does not show which it was.
 */
export async function authenticationReturn(
  deps: AuthenticationReturnDeps,
  request: PageRequest,
): Promise<PageAnswer> {
  // Without a path its links lead to itself, and nothing of the link is said back.
  const visit = anyVisit(deps.address, request, "");
  try {
    return seeOther(visit, await locationOf(deps, visit, request));
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found")
      return pageAnswer(visit, 404, unknownReturn(visit));
    if (!isTransportError(error)) deps.onPageFailure(error, request.requestId);
    return pageAnswer(visit, 503, unavailable(visit), { "Retry-After": RETRY_AFTER_S });
  }
}

/** Longer than any parameter of an acquirer. */
const RETURNED_LENGTH_MAX = 4096;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** What acquirers want of the query, and nothing else of it: anybody who has the link can send anything along. */
function returnedOf(
  { returnParameters }: AuthenticationReturnDeps,
  { query }: Visit,
): { readonly returned?: Readonly<Record<string, string>> } {
  const returned = returnParameters.flatMap((name) => {
    const value = query.get(name);
    const isOne = value !== undefined && value.length <= RETURNED_LENGTH_MAX && PRINTABLE.test(value);
    return isOne ? [[name, value] as const] : [];
  });
  return returned.length === 0 ? {} : { returned: Object.fromEntries(returned) };
}

/** Errors: object_not_found; whatever keeps the owner from answering. */
async function locationOf(
  deps: AuthenticationReturnDeps,
  visit: Visit,
  { params, requestId, deadline }: PageRequest,
): Promise<string> {
  const { payment_id: id, token } = params;
  if (!isId("payment", id) || typeof token !== "string" || token.length > TOKEN_LENGTH_MAX)
    throw new DomainError("object_not_found");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const back = await deps.payments.completeAuthentication(
    { payment_id: id, token_sha256: tokenHash, ...returnedOf(deps, visit) },
    { requestId, timeoutMs: deadline.remainingMs() },
  );
  if (back.integration_type !== "HOSTED_PAYMENT_PAGE")
    return returnLocation(back.return_url, { payment_id: back.payment_id, status: back.status });
  const page = `${deps.publicUrl}${pagePath(id, deps.pageTokens.tokenFor(id))}`;
  return linkTo(visit, `${page}/status`, back.challenge_left === true ? { left: "1" } : { back: "1" });
}
