import {
  CALLERS,
  type AllowedAction,
  type Caller,
  type Params,
  type Result,
  type ServiceContract,
} from "@flowlix/contracts";
import type { ServiceBroker } from "moleculer";
import { askAgain } from "./ask-again.ts";
import { DomainError, isDomainError } from "./domain-error.ts";
import { currentTrace } from "./request-context.ts";
import { TIME_LADDER } from "./time-ladder.ts";
import { newTrace } from "./trace-context.ts";
import { tracerFor, type Span, type Tracer } from "./tracing.ts";
import { TransportError, transportErrorOf, isTransportError } from "./transport-error.ts";

/** What goes along with a call besides its parameters. */
export interface Call {
  readonly requestId: string;
  /** How long to wait, in milliseconds; the broker's request timeout when absent. Nothing is inherited. */
  readonly timeoutMs?: number;
}

/** The actions of a service that `From` may call, as functions (docs/design/architecture.md#typed-calls). */
export type Client<From extends Caller, C extends ServiceContract> = {
  readonly [A in AllowedAction<From, C>]: (params: Params<C, A>, call: Call) => Promise<Result<C, A>>;
};

type Ask = (params: unknown, call: Call) => Promise<unknown>;

/**
 * A client of another service. Its functions reject with a `DomainError` when the owner refused, and
 * with a `TransportError` when there was no answer. A repeatable action is asked a second time before.
 */
export function clientFor<From extends Caller, C extends ServiceContract>(
  broker: ServiceBroker,
  from: From,
  contract: C,
): Client<From, C> {
  const client: Record<string, Ask> = {};
  const tracer = tracerFor(broker, from);
  for (const action of allowedActions(from, contract)) {
    const once = caller(broker, `${contract.name}.${action}`, tracer);
    client[action] = contract.actions[action]?.repeatable === true ? repeated(broker, once) : once;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the table that the type is derived from
  return client as Client<From, C>;
}

function allowedActions(from: Caller, contract: ServiceContract): readonly string[] {
  const allowed: Readonly<Record<string, readonly string[] | undefined>> = CALLERS[from];
  return allowed[contract.name] ?? [];
}

function repeated({ options }: ServiceBroker, once: Ask): Ask {
  return (params, { requestId, timeoutMs = options.requestTimeout ?? TIME_LADDER.ownerMs }) =>
    askAgain((ms) => once(params, { requestId, timeoutMs: ms }), timeoutMs);
}

function caller(broker: ServiceBroker, action: string, tracer: Tracer | undefined): Ask {
  const restore = (error: unknown): never => {
    throw answerOf(error, action);
  };
  return (params, { requestId, timeoutMs }) => {
    // Moleculer reads a timeout of zero as "for ever"; here it means that the time is used up.
    if (timeoutMs !== undefined && !(timeoutMs > 0))
      return Promise.reject(new TransportError("timeout", action, false));
    const parent = currentTrace();
    const span = tracer?.start({
      name: action,
      kind: "client",
      parent,
      attributes: { "rpc.method": action },
    });
    // A call on nobody's behalf begins a trace of its own.
    const meta = span?.trace ?? parent ?? newTrace();
    const options =
      timeoutMs === undefined
        ? { requestID: requestId, meta }
        : { requestID: requestId, meta, timeout: timeoutMs };
    const answered = broker.call(action, params, options).catch(restore);
    return span === undefined ? answered : endedWith(span, answered);
  };
}

async function endedWith(span: Span, answered: Promise<unknown>): Promise<unknown> {
  try {
    const answer = await answered;
    span.end({ attributes: { "flowlix.outcome": "ok" } });
    return answer;
  } catch (error) {
    const failed = !isDomainError(error);
    const type = isDomainError(error) ? error.type : isTransportError(error) ? error.kind : "unknown";
    span.end({
      attributes: { "flowlix.outcome": failed ? "unanswered" : "refused", "error.type": type },
      failed,
    });
    throw error;
  }
}

function answerOf(error: unknown, action: string): Error {
  if (isDomainError(error)) return error;
  return transportErrorOf(error, action) ?? new DomainError("internal_error", { cause: error });
}
