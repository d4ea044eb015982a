import { OPERATIONS } from "@flowlix/contracts";
import type { FastifyRequest } from "fastify";
import { pathParamsOf } from "../http/register-routes.ts";
import { ifShort, type Answered, type RequestLog } from "./request-log.ts";

/** Where merchants' requests are; what the workbench asks itself would fill the log with its own look at it. */
const LOGGED = "/v1/";

/** A client that follows events asks every second. Its empty answers would fill the log, and hand out nothing. */
const EVENTS = OPERATIONS.listEvents.path;
const OK = 200;
const EMPTY_LIST = '{"data":[]';

type Known = Pick<Answered, "status" | "method" | "durationMs" | "isReplay"> & {
  readonly objectId: string | undefined;
};

/**
 * Remembers a request of a Sandbox key for its merchant's log; of live mode nothing is ever kept. This is on the way of
 * every create: it reads and copies nothing.
 */
export function noteAnswered(log: Pick<RequestLog, "note">, request: FastifyRequest, known: Known): void {
  const { caller, template, startedAtMs, errorCode, answer } = request.exchange;
  if (caller === null || caller.livemode || !template.startsWith(LOGGED)) return;
  if (template === EVENTS && known.status === OK && answer?.startsWith(EMPTY_LIST) === true) return;
  log.note({
    ...known,
    requestId: request.id,
    merchantId: caller.merchantId,
    keyId: caller.keyId,
    startedAtMs,
    template,
    params: pathParamsOf(request.params),
    target: request.originalUrl,
    errorCode: errorCode ?? null,
    objectId: known.objectId ?? null,
    body: Buffer.isBuffer(request.body) ? ifShort(request.body) : null,
    answer: ifShort(answer),
  });
}
