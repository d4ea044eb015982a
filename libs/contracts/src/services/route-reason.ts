/** Why an account is not chosen. `tried`: what was sent there was not executed. */
export type WhyNotChosen = "disabled" | "method" | "brand" | "currency" | "amount" | "unusable" | "tried";

/**
 * Why an object went to the account that it went to (docs/decisions/0100-routes.md): what was considered. Its row keeps
 * it as JSON, so it is short; stories of objects hand it to operators.
 */
export interface RouteReason {
  readonly chosen: string | null;
  readonly candidates: readonly RouteCandidate[];
  /** How many more accounts were considered than are listed. */
  readonly more?: number;
  /** The account that was chosen first, where it executed nothing (docs/decisions/0105-a-second-account.md). */
  readonly instead_of?: TriedAccount;
}

export interface RouteCandidate {
  readonly account: string;
  readonly weight: number;
  /** Whether submissions there were refused then: its circuit breaker was open. */
  readonly open?: true;
  readonly not?: WhyNotChosen;
}

/** An account to which an order was sent that executed nothing of it. */
export interface TriedAccount {
  readonly provider: string;
  readonly account: string;
  readonly cause: string;
}
