import {
  callersOf,
  type ActionContract,
  type ActionName,
  type CallersOf,
  type ServiceContract,
} from "../service-contract.ts";
import { idempotencyContract } from "./idempotency.ts";
import { notifierContract } from "./notifier.ts";
import { paymentsContract } from "./payments.ts";
import { payoutsContract } from "./payouts.ts";
import { reconcilerContract } from "./reconciler.ts";
import { refundsContract } from "./refunds.ts";

/** Every service that others call, by name. */
export const SERVICE_CONTRACTS = {
  idempotency: idempotencyContract,
  notifier: notifierContract,
  payments: paymentsContract,
  payouts: payoutsContract,
  reconciler: reconcilerContract,
  refunds: refundsContract,
} as const;

type ServiceName = keyof typeof SERVICE_CONTRACTS;
export type Caller = "api-gateway" | ServiceName;

/** The actions of a service that a caller may use; `never` where it may use none. */
export type AllowedAction<From extends Caller, C extends ServiceContract> = {
  [A in ActionName<C>]: From extends CallersOf<C["actions"][A]> ? A : never;
}[ActionName<C>];

type Actions = Readonly<Record<string, ActionContract & { readonly callers?: readonly Caller[] }>>;
const CONTRACTS: readonly ServiceContract<ServiceName, Actions>[] = Object.values(SERVICE_CONTRACTS);

type CallRow = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

const calledBy = (caller: Caller): CallRow =>
  Object.fromEntries(
    CONTRACTS.map(({ name, actions }) => [
      name,
      Object.entries(actions)
        .filter(([, action]) => callersOf(action).includes(caller))
        .map(([action]) => action),
    ]),
  );

/**
 * Who may call what, from what each action says. Clients offer exactly these actions and NATS permits exactly these
 * subjects: one table for the type checker and for the broker (docs/design/architecture.md#scope).
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row for each caller
export const CALLERS = Object.fromEntries(
  (["api-gateway", ...CONTRACTS.map(({ name }) => name)] as const).map((caller) => [
    caller,
    calledBy(caller),
  ]),
) as Readonly<Record<Caller, CallRow>>;
