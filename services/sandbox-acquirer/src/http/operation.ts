import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppliedFaults, Operation } from "../faults/fault-rule.ts";
import type { FaultRules } from "../faults/fault-rules.ts";
import { pause } from "../loop.ts";
import type { AcquirerMetrics } from "../metrics.ts";
import type { Order } from "../orders/order.ts";
import type { Payout, Refund } from "../transfers/transfer.ts";
import { errorBody, type ErrorBody } from "./errors.ts";
import type { ReferenceParams } from "./schemas.ts";

type Shown = Order | Refund | Payout;

/** What an operation came to, before faults have their say. */
export type Answer =
  | { readonly kind: "shown"; readonly shown: Shown }
  /** JSON documents a line, sent as they come. */
  | { readonly kind: "lines"; readonly lines: Readable }
  /** `chosen`: the amount wanted it, so it says nothing about the acquirer's health. */
  | { readonly kind: "error"; readonly status: number; readonly body: ErrorBody; readonly chosen?: true }
  | { readonly kind: "garbage"; readonly chosen?: true }
  /** The connection ends without an answer. */
  | { readonly kind: "none" };

export interface OperationDeps {
  readonly faults: FaultRules;
  readonly metrics: AcquirerMetrics;
  /** Aborted when the program stops: nobody waits for a slow answer then. */
  readonly stopping: AbortSignal;
}

export const shownAnswer = (shown: Shown): Answer => ({ kind: "shown", shown });
export const errorAnswer = (status: number, body: ErrorBody, details: { chosen?: true } = {}): Answer => ({
  kind: "error",
  status,
  body,
  ...details,
});

export const throttledBody = errorBody("throttled", "Too many requests.", { executed: false });
export const unavailableBody = errorBody("unavailable", "The acquirer is not available.", {
  executed: false,
});
const notExecutedBody = errorBody("not_executed", "The request failed before it was executed.", {
  executed: false,
});

interface Route<Body> {
  Params: ReferenceParams;
  Body: Body;
}
type Handle<Body> = (request: FastifyRequest<Route<Body>>) => Promise<Answer>;

/** An operation on the order, refund or payout that the address names. */
export function operation<Body = unknown>(deps: OperationDeps, name: Operation, handle: Handle<Body>) {
  return (request: FastifyRequest<Route<Body>>, reply: FastifyReply): Promise<FastifyReply> =>
    answered(deps, { name, subject: request.params.reference, reply }, () => handle(request));
}

interface Asked {
  readonly name: Operation;
  /** What the same request also does: the faults of either meet it. */
  readonly also?: Operation;
  readonly subject: string;
  readonly reply: FastifyReply;
}

/** Wraps an operation with everything that is the same for all: faults before and after, metrics, the answer. */
export async function answered(
  deps: OperationDeps,
  { name, also, subject, reply }: Asked,
  handle: () => Promise<Answer>,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  const applied = deps.faults.take(also === undefined ? [name] : [name, also], subject);
  if (applied.fault !== null) deps.metrics.faultApplied(name, applied.fault);
  if (applied.delayMs > 0) {
    deps.metrics.faultApplied(name, "slow");
    await pause(applied.delayMs, AbortSignal.any([deps.stopping, applied.cleared]));
  }
  const answer = before(applied) ?? after(applied, await handle());
  deps.metrics.answered(name, send(reply, answer), performance.now() - startedAt);
  // A stream is sent later: what a handler returns would be sent at once instead.
  return reply;
}

/** Faults that keep the operation from being executed. */
function before({ fault }: AppliedFaults): Answer | undefined {
  if (fault === "down") return { kind: "none" };
  if (fault === "fail_before") return errorAnswer(500, notExecutedBody);
  if (fault === "throttle") return errorAnswer(429, throttledBody);
  if (fault === "unavailable") return errorAnswer(503, unavailableBody);
  return undefined;
}

/** Faults of the answer to what was executed. */
function after({ fault }: AppliedFaults, answer: Answer): Answer {
  if (answer.kind === "lines" && (fault === "lose_answer" || fault === "garbage")) answer.lines.destroy();
  if (fault === "lose_answer") return { kind: "none" };
  if (fault === "garbage") return { kind: "garbage" };
  if (fault === "other_amount" && answer.kind === "shown") {
    return shownAnswer({ ...answer.shown, amount: answer.shown.amount + 1 });
  }
  return answer;
}

export const NDJSON = "application/x-ndjson; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const GARBAGE = '{"order_id":"ord_0000';

function send(reply: FastifyReply, answer: Answer): number | "destroyed" {
  if (answer.kind === "none") {
    reply.hijack();
    reply.raw.socket?.destroy();
    return "destroyed";
  }
  if (answer.kind === "shown") {
    void reply.header("content-type", JSON_TYPE).send(JSON.stringify(answer.shown));
    return 200;
  }
  if (answer.kind === "lines") {
    void reply.header("content-type", NDJSON).send(answer.lines);
    return 200;
  }
  if (answer.chosen === true) void reply.header("sandbox-outcome", "amount");
  const status = answer.kind === "error" ? answer.status : 200;
  if (status === 429 || status === 503) void reply.header("retry-after", "1");
  void reply.code(status).header("content-type", JSON_TYPE);
  void reply.send(answer.kind === "error" ? JSON.stringify(answer.body) : GARBAGE);
  return status;
}
