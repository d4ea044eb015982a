import type { AcquirerAccount } from "@flowlix/contracts";
import { acquirersOf, type Acquirers } from "@flowlix/engine";
import type { Provider } from "@flowlix/provider";
import { accountOf } from "./account.ts";

/** A merchant's account as it is drawn. */
export interface DrawnAccount {
  readonly weight: number;
  readonly isActive: boolean;
}

/** What may happen to a drawn account and to the way there. */
export const ACCOUNT_CHANGES = [
  "unreachable",
  "well",
  "disabled",
  "active",
  "weight 0",
  "weight 100",
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

export type ChangingAccount = { -readonly [Key in keyof AcquirerAccount]: AcquirerAccount[Key] };

const letterOf = (index: number): string => String.fromCharCode("a".charCodeAt(0) + index);

/** The id of the so many-th account of a merchant, and the acquirer that only it is at. */
export const nameOfDrawn = (index: number): Pick<AcquirerAccount, "id" | "provider"> => ({
  id: `acq_${letterOf(index).repeat(24)}`,
  provider: `acme_${letterOf(index)}`,
});

/** The so many-th account of a merchant, as the gateway sends it. */
export function drawnAccount(
  { weight, isActive }: DrawnAccount,
  index: number,
  merchantId: string,
): ChangingAccount {
  return accountOf({
    ...nameOfDrawn(index),
    merchant_id: merchantId,
    livemode: false,
    label: letterOf(index),
    status: isActive ? "active" : "disabled",
    weight,
  });
}

/** Changes what the gateway says of an account, as opposed to the way there. */
export function changeAccount(
  account: ChangingAccount,
  change: Exclude<AccountChange, "unreachable" | "well">,
) {
  if (change === "active" || change === "disabled") account.status = change;
  else account.weight = Number(change.split(" ")[1]);
}

type AnyPort = Pick<Provider, "name" | "livemode" | "capabilities">;

/** A way to an acquirer: to a merchant's account, or to the installation's own acquirer, whose account is null. */
export interface PortTo<P extends AnyPort> {
  readonly account: AcquirerAccount | null;
  readonly port: P;
}

/** The acquirers of a process that has read all accounts. */
export function acquirersAt<P extends AnyPort>(ports: readonly PortTo<P>[]): Acquirers<P> {
  const all = ports.flatMap(({ account, port }) => (account === null ? [] : [{ account, port }]));
  const portOf = (id: string): P => {
    const found = all.find(({ account }) => account.id === id);
    if (found === undefined) throw new Error(`no account ${id}`);
    return found.port;
  };
  return acquirersOf<P>(
    ports.filter(({ account }) => account === null).map(({ port }) => port),
    {
      of: (_name, id) => portOf(id),
      all: () => all.map(({ port }) => port),
      inUse: () => new Map(all.map(({ account, port }) => [account.id, port])),
      accounts: () => all.map(({ account }) => account),
      capabilitiesOf: ({ id }) => portOf(id).capabilities,
      existing: ({ id }) => portOf(id),
      portOf: ({ id }) => portOf(id),
    },
  );
}
