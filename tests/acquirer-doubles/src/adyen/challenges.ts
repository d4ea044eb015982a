import { randomBytes } from "node:crypto";
import type { DoubleAnswer, DoubleRequest } from "../shared/messages.ts";
import type { Payment } from "./payments.ts";

const PATH = "/checkoutshopper/threeDS/redirect";

interface Challenge {
  readonly payment: Payment;
  /** Null until the payer said something. */
  isPassed: boolean | null;
}

/** The page of a challenge, and what its payer is sent back with. A result names its challenge and nothing else. */
export function createChallenges(host: () => string) {
  const byToken = new Map<string, Challenge>();
  const byResult = new Map<string, Challenge>();

  const page = (token: string, { payment }: Challenge): DoubleAnswer => ({
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>
<html lang="en"><title>Confirm your payment</title>
<h1>Confirm your payment</h1>
<p>${payment.amount.currency} ${payment.amount.value} (minor units)</p>
<form method="post" action="${PATH}?token=${token}">
<button name="answer" value="pass">Approve</button>
<button name="answer" value="fail">Decline</button>
</form></html>`,
  });

  return {
    handles: (path: string): boolean => path === PATH,
    begin(payment: Payment): string {
      const token = randomBytes(18).toString("base64url");
      byToken.set(token, { payment, isPassed: null });
      return `http://${host()}${PATH}?token=${token}`;
    },
    /** A browser's request: the page, or the payer's answer, which leads back to the shop. */
    visit({ method, query, body }: DoubleRequest): DoubleAnswer {
      const token = query.get("token") ?? "";
      const challenge = byToken.get(token);
      if (challenge === undefined) return { status: 404 };
      if (method !== "POST") return page(token, challenge);
      challenge.isPassed = new URLSearchParams(body.toString("utf8")).get("answer") === "pass";
      const result = randomBytes(48).toString("base64url");
      byResult.set(result, challenge);
      const back = new URL(challenge.payment.returnUrl);
      back.searchParams.set("redirectResult", result);
      return { status: 303, headers: { location: back.href } };
    },
    finished(result: string): { readonly payment: Payment; readonly isPassed: boolean } | null {
      const challenge = byResult.get(result);
      return challenge === undefined || challenge.isPassed === null
        ? null
        : { payment: challenge.payment, isPassed: challenge.isPassed };
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
