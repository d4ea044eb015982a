import type { AcquirerAccount, RouteReason } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { shownAmount } from "../create/shown-amount.ts";
import type { RouteQuestion } from "./choose-account.ts";

/** The merchant has accounts in this mode, and no one of them takes the object: what its create is refused with. */
export interface NoRoute {
  readonly refused: "currency_not_supported" | "merchant_not_provisioned";
  /** What none of them takes; absent where the merchant's developer can change nothing about it. */
  readonly explanation?: string;
}

/** The refusal of a create that no account takes; nothing was made, so the key is free. */
export const noRouteError = ({ refused, explanation }: NoRoute): DomainError =>
  new DomainError(refused, {
    key: "release",
    ...(refused === "currency_not_supported" ? { param: "currency" } : {}),
    ...(explanation === undefined ? {} : { explanation }),
  });

/** By a currency where that is a cause, else by what the last account fell short of (docs/decisions/0100-routes.md). */
export function noRouteOf(
  { candidates }: RouteReason,
  accounts: readonly AcquirerAccount[],
  { amount, currency }: RouteQuestion,
): NoRoute {
  const idsOf = (why: string) =>
    new Set(candidates.flatMap(({ account, not }) => (not === why ? [account] : [])));
  if (idsOf("currency").size > 0)
    return {
      refused: "currency_not_supported",
      explanation: `No account of this merchant at an acquirer takes this in ${currency}.`,
    };
  const refused = "merchant_not_provisioned";
  const byAmount = idsOf("amount");
  if (byAmount.size === 0) return { refused };
  const ranges = accounts
    .filter(({ id }) => byAmount.has(id))
    .map(({ limits }) => rangeOf(limits[currency] ?? {}));
  return {
    refused,
    explanation: `amount is ${shownAmount(amount)}, in minor units of ${currency}. The acquirer account of this merchant takes ${[...new Set(ranges)].join(", or ")}.`,
  };
}

function rangeOf({ min, max }: AcquirerAccount["limits"][string]): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}
