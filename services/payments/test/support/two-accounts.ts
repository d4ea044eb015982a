import type { AcquirerAccount } from "@flowlix/contracts";
import { EVERYTHING, type NotExecuted } from "@flowlix/provider";
import { accountOf } from "../../../../libs/engine/test/support/account.ts";
import { acquirersAt } from "../../../../libs/engine/test/support/drawn-accounts.ts";
import type { CreatePayment } from "../../src/create/attempt.ts";
import { createPayment } from "../../src/create/create-payment.ts";
import type { PaymentsDeps } from "../../src/deps.ts";
import type { PaymentsUnderTest } from "./payments-under-test.ts";
import { scriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";

export const SCOPE = {
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: true,
  key_id: `key_${"0".repeat(24)}`,
};
export const FIRST = `acq_${"a".repeat(24)}`;
export const SECOND = `acq_${"b".repeat(24)}`;
export const MINUTE = 61_000;

export const notExecuted = (cause: NotExecuted["cause"]): NotExecuted => ({ kind: "not_executed", cause });
/** The reference of a Payment's order at its second account. */
export const secondOf = (id: string) => `${id}_2`;

interface Account {
  readonly account: AcquirerAccount;
  readonly port: ScriptedProvider;
}

/** Accounts of one merchant; all but the first are of weight 0, so that the first one is chosen first. */
function accounts(...changes: readonly Partial<AcquirerAccount>[]): Account[] {
  return changes.map((change, index) => {
    const letter = String.fromCharCode("a".charCodeAt(0) + index);
    const account = accountOf({
      id: `acq_${letter.repeat(24)}`,
      merchant_id: SCOPE.merchant_id,
      provider: `acme_${letter}`,
      weight: index === 0 ? 100 : 0,
      ...change,
    });
    const port = {
      ...scriptedProvider(),
      name: account.provider,
      livemode: true,
      capabilities: EVERYTHING,
    };
    return { account, port };
  });
}

/** A merchant with accounts of the given traits, two where none are given, and a create that was not sent yet. */
export async function withAccounts(
  given: PaymentsUnderTest,
  ...changes: readonly Partial<AcquirerAccount>[]
) {
  const { deps: own, request, provider } = given;
  const all = accounts(...(changes.length === 0 ? [{}, {}] : changes));
  const deps: PaymentsDeps = { ...own, acquirers: acquirersAt([{ account: null, port: provider }, ...all]) };
  const asked = await request({ scope: SCOPE });
  const [first, second, third] = all.map(({ port }) => port);
  if (first === undefined || second === undefined) throw new Error("two accounts are needed");
  const again = () => request({ scope: SCOPE, payment_id: asked.payment_id });
  const create = (sent: CreatePayment = asked, on: PaymentsDeps = deps) =>
    createPayment(on, sent, "req_test");
  const exceptionsOf = async (id: string) =>
    (await deps.exceptions.list(true, 100)).filter(({ object_id: object }) => object === id);
  return { deps, asked, id: asked.payment_id, first, second, third, again, create, exceptionsOf };
}
