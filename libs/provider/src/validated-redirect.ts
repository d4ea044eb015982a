import type { Reply } from "./reply.ts";
import type { ActionRequired, Outcome, ReadOutcome, RegisterOutcome, Unknown } from "./outcome.ts";
import { checkedRedirect, type RedirectRules } from "./redirect-url.ts";

const INVALID_REDIRECT: Unknown = { kind: "unknown", cause: "garbled", contradicts: "redirect_url" };

const isActionRequired = (outcome: Outcome | ReadOutcome): outcome is ActionRequired =>
  outcome.kind === "action_required";

/** A redirect to a host that is not the provider's own is refused, before the call is observed. */
export async function withValidatedRedirect<O extends ReadOutcome | RegisterOutcome>(
  rules: RedirectRules,
  replied: Promise<Reply<O>>,
): Promise<Reply<O | ActionRequired | Unknown>> {
  const reply = await replied;
  if (!isActionRequired(reply.outcome)) return reply;
  const url = checkedRedirect(reply.outcome.url, rules);
  return { ...reply, outcome: url === null ? INVALID_REDIRECT : { ...reply.outcome, url } };
}
