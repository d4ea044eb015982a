import { randomUUID } from "node:crypto";
import { deadlineIn } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import type { OwnerAcquirers } from "../owner/create-acquirers.ts";
import type { OwnerName } from "../owner/owner-name.ts";

export interface AccountCheck {
  readonly version: number | null;
  readonly opens: boolean;
  readonly answered: string | null;
}

const ANSWER_MS = 10_000;

/**
 * What this process can do with an account. The owner of Payments asks the acquirer for an order that never was: one
 * that says so knows us, and no money can move. One that is read by its webhooks alone cannot be asked.
 */
export async function checkAccount(
  owner: OwnerName,
  { accounts, ofAccount }: Pick<OwnerAcquirers, "accounts" | "ofAccount">,
  id: string,
): Promise<AccountCheck> {
  const account = accounts.registry.byId(id);
  if (account === undefined) return { version: null, opens: false, answered: null };
  const { version, livemode, currencies } = account;
  let provider;
  try {
    provider = ofAccount(account);
  } catch {
    return { version, opens: false, answered: null };
  }
  if (owner !== "payments" || provider.evidence) return { version, opens: true, answered: null };
  const nobodys = {
    reference: newId("payment"),
    amount: 100,
    currency: currencies?.[0] ?? "EUR",
    livemode,
  };
  const outcome = await provider.read(nobodys, deadlineIn(ANSWER_MS), randomUUID());
  return { version, opens: true, answered: outcome.kind };
}
