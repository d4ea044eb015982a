import type { DoubleAnswer } from "../shared/messages.ts";

/** The page of a challenge: what a payer's bank would ask, in two buttons. */
export const challengePage = (amount: string): DoubleAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body: `<!doctype html><html lang="en"><head><title>Your bank (a double)</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>Confirm your payment</h1>
<p>${amount}</p><form method="post"><button name="answer" value="approve">Approve</button>
<button name="answer" value="decline">Decline</button></form></main></body></html>`,
});

/** Back to where the merchant asked for. */
export function wayBack(url: string, sessionId: string): DoubleAnswer {
  const back = new URL(url);
  back.searchParams.set("cko-session-id", sessionId);
  return { status: 302, headers: { location: back.href } };
}
