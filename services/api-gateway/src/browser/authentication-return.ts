import { createHash } from "node:crypto";
import { idPattern } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import type { PaymentsClient } from "../handlers/create-payment.ts";
import type { PageTokens } from "../hosted-page/page-token.ts";
import { pagePath } from "../hosted-page/page-url.ts";
import { plainPage } from "./plain-page.ts";
import { returnLocation } from "./return-location.ts";

const PAYMENT_ID = new RegExp(idPattern("payment"));
/** Longer than any token we made. */
const TOKEN_LENGTH_MAX = 256;

export interface AuthenticationReturnDeps {
  readonly payments: PaymentsClient;
  readonly publicUrl: string;
  readonly pageTokens: Pick<PageTokens, "tokenFor">;
}

/**
 * GET /return/{payment_id}/{token}: the payer comes back from 3D Secure. Arriving proves nothing: the
 * owner looks, then the browser goes on to the merchant (architecture §6, 3D Secure return), or to the
 * page of a hosted Payment, which says how it ended (decisions §3). Whatever
 * is unknown, forged or over gets one and the same page, so that it tells nobody which it was.
 */
export async function authenticationReturn(
  deps: AuthenticationReturnDeps,
  { params, requestId, deadline }: ApiRequest,
): Promise<Answer> {
  const { payment_id: id, token } = params;
  if (typeof id !== "string" || typeof token !== "string") return NOT_FOUND;
  if (!PAYMENT_ID.test(id) || token.length > TOKEN_LENGTH_MAX) return NOT_FOUND;
  const tokenHash = createHash("sha256").update(token).digest("hex");
  try {
    const call = { requestId, timeoutMs: deadline.remainingMs() };
    const back = await deps.payments.completeAuthentication(
      { payment_id: id, token_sha256: tokenHash },
      call,
    );
    const hosted = back.integration_type === "HOSTED_PAYMENT_PAGE";
    const location = hosted
      ? `${deps.publicUrl}${pagePath(id, deps.pageTokens.tokenFor(id))}/status?back=1`
      : returnLocation(back.return_url, { payment_id: back.payment_id, status: back.status });
    return plainPage(303, "One moment", "You are being taken back.", { Location: location });
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found") return NOT_FOUND;
    return plainPage(
      503,
      "Please try again",
      "This page cannot be shown right now. Please reload it in a moment.",
      {
        "Retry-After": "2",
      },
    );
  }
}

const NOT_FOUND = plainPage(404, "Page not found", "This page does not exist or is no longer valid.");
