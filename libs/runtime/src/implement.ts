import type { ActionName, Params, Result, ServiceContract } from "@flowlix/contracts";
import type { Context, ServiceSchema } from "moleculer";
import { DomainError } from "./domain-error.ts";
import { messageOf } from "./message-of.ts";

/** What a handler may know of a call besides its parameters. */
export interface HandledCall {
  readonly requestId: string;
}

/** One handler for every action of the contract; a missing one does not compile. */
export type Handlers<C extends ServiceContract> = {
  readonly [A in ActionName<C>]: (params: Params<C, A>, call: HandledCall) => Promise<Result<C, A>>;
};

export interface ImplementOptions {
  /**
   * Whether a failure means that something this service stands on does not answer; callers are told
   * service_unavailable then, and internal_error of any other failure.
   */
  readonly isOutage?: (error: unknown) => boolean;
}

const RETRY_AFTER_S = 1;

type AnyHandler = (params: unknown, call: HandledCall) => Promise<unknown>;

/**
 * Makes the Moleculer service of a contract. Parameters are validated against the contract before a
 * handler sees them; a handler must not change them, since in one process they are the caller's own.
 */
export function implement<C extends ServiceContract>(
  contract: C,
  handlers: Handlers<C>,
  { isOutage }: ImplementOptions = {},
): ServiceSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator has made sure of the parameters' types
  const byName = handlers as Readonly<Record<string, AnyHandler>>;
  const actions: Record<string, object> = {};
  for (const [name, action] of Object.entries(contract.actions)) {
    const handler = byName[name];
    if (handler === undefined) throw new Error(`${contract.name}.${name} has no handler`);
    actions[name] = {
      visibility: "public",
      params: action.params,
      handler: async (context: Context) => {
        try {
          return await handler(context.params, { requestId: context.requestID ?? context.id });
        } catch (error) {
          if (isOutage?.(error) !== true) throw error;
          context.broker.logger.warn(
            `${contract.name}.${name}: a dependency did not answer (${messageOf(error)})`,
          );
          // What was begun may have been done: the key of a create is left as it is.
          throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
        }
      },
    };
  }
  return { name: contract.name, actions } as ServiceSchema;
}
