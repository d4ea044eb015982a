import {
  CALLERS,
  type AllowedAction,
  type Caller,
  type Params,
  type Result,
  type ServiceContract,
} from "@flowlix/contracts";
import type { ServiceBroker } from "moleculer";
import { DomainError, isDomainError } from "./domain-error.ts";
import { TransportError, transportErrorOf } from "./transport-error.ts";

/** What goes along with a call besides its parameters. */
export interface Call {
  readonly requestId: string;
  /** How long to wait, in milliseconds; the broker's request timeout when absent. Nothing is inherited. */
  readonly timeoutMs?: number;
}

/** The actions of a service that `From` may call, as functions (architecture §3, Typed calls). */
export type Client<From extends Caller, C extends ServiceContract> = {
  readonly [A in AllowedAction<From, C>]: (params: Params<C, A>, call: Call) => Promise<Result<C, A>>;
};

/**
 * A client of another service. Its functions reject with a `DomainError` when the owner refused, and
 * with a `TransportError` when there was no answer.
 */
export function clientFor<From extends Caller, C extends ServiceContract>(
  broker: ServiceBroker,
  from: From,
  contract: C,
): Client<From, C> {
  const client: Record<string, (params: unknown, call: Call) => Promise<unknown>> = {};
  for (const action of allowedActions(from, contract))
    client[action] = caller(broker, `${contract.name}.${action}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the table that the type is derived from
  return client as Client<From, C>;
}

function allowedActions(from: Caller, contract: ServiceContract): readonly string[] {
  const allowed: Readonly<Record<string, readonly string[]>> = CALLERS[from];
  return allowed[contract.name] ?? [];
}

function caller(broker: ServiceBroker, action: string) {
  const restore = (error: unknown): never => {
    throw answerOf(error, action);
  };
  return (params: unknown, call: Call): Promise<unknown> => {
    const { requestId, timeoutMs } = call;
    if (timeoutMs === undefined) return broker.call(action, params, { requestID: requestId }).catch(restore);
    // Moleculer reads a timeout of zero as "for ever"; here it means that the time is used up.
    if (!(timeoutMs > 0)) return Promise.reject(new TransportError("timeout", action, false));
    return broker.call(action, params, { requestID: requestId, timeout: timeoutMs }).catch(restore);
  };
}

function answerOf(error: unknown, action: string): Error {
  if (isDomainError(error)) return error;
  return transportErrorOf(error, action) ?? new DomainError("internal_error", { cause: error });
}
