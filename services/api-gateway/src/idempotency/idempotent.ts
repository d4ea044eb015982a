import { randomUUID } from "node:crypto";
import type {
  Fingerprint,
  FindResult,
  IdKind,
  KeyDisposition,
  idempotencyContract,
  KeyIdentity,
  StoredResponse,
} from "@flowlix/contracts";
import {
  DomainError,
  isDomainError,
  isTransportError,
  noteObject,
  idAfterRequest,
  TIME_LADDER,
  type Client,
  type TransportError,
} from "@flowlix/runtime";
import type { Deadline } from "@flowlix/provider";
import { explainReusedKey } from "../explain/explain-reused-key.ts";
import { jsonText, type Answer } from "../http/answer.ts";
import type { Finalisation } from "./finalisation.ts";
import type { NamedKey } from "./key-names.ts";

export type IdempotencyClient = Client<"api-gateway", typeof idempotencyContract>;

export interface IdempotentDeps {
  readonly idempotency: IdempotencyClient;
  readonly finalisation: Pick<Finalisation, "finish">;
}

/** One request of a create, ready to be begun. */
export interface CreateRequest {
  readonly key: NamedKey;
  readonly fingerprints: Fingerprint[];
  readonly object: IdKind;
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Why this create cannot be made now; a replay comes first all the same (docs/design/decisions.md#request-order). */
  readonly refusal: DomainError | null;
  /** The JSON text of the object recorded under an id, null where there is none. */
  readonly recorded: (objectId: string) => Promise<string | null>;
}

/** What a create may go on with: the id chosen before anything happens, and until when money may move. */
export interface Started {
  readonly objectId: string;
  readonly submissionDeadline: number;
}

const CREATED = 201;

/** A call of the key's owner, which a process of it that hangs must not hold for the whole of the request. */
const stepOf = ({ requestId, deadline }: CreateRequest) => ({
  requestId,
  timeoutMs: Math.min(TIME_LADDER.keyStepMs, deadline.remainingMs()),
});

const REPLAYED = { "Idempotent-Replayed": "true" } as const;

/**
 * Runs a create once per key (docs/design/specification.md#idempotency; docs/design/architecture.md#key-record): begin,
 * run, then complete, hold or release. `run` makes the object and answers its JSON text. Errors: the refusal;
 * idempotency_key_reused, idempotency_key_in_use; what `run` rejects with; service_unavailable where nobody answered in
 * time, the key's record being left open then.
 */
export async function createOnce(
  deps: IdempotentDeps,
  request: CreateRequest,
  run: (started: Started) => Promise<string>,
): Promise<Answer> {
  if (request.refusal !== null) return answerUnlessFound(deps, request, request.refusal);
  const begun = await deps.idempotency.begin(
    {
      ...request.key,
      fingerprints: request.fingerprints,
      object_id: idAfterRequest(request.object, request.requestId),
      token: randomUUID(),
    },
    stepOf(request),
  );
  if (begun.kind !== "proceed") return answerFound(begun, request.key);

  noteObject(begun.object_id);
  const { key_id, operation } = request.key;
  const name = begun.idempotency_key ?? request.key.idempotency_key;
  const held = { key_id, operation, idempotency_key: name, token: begun.token };
  let body: string;
  try {
    body = await run({ objectId: begun.object_id, submissionDeadline: begun.start_before });
  } catch (error) {
    await finalise(deps, request, held, begun.resumed, error);
    throw isTransportError(error) ? unavailable(request, error) : error;
  }
  return complete(deps, request, held, body);
}

/**
 * Refusals write nothing, and are given only where the key has nothing to say itself. What was begun
 * under it and never answered may exist, charged even: it is answered as it is recorded.
 */
async function answerUnlessFound(
  deps: IdempotentDeps,
  request: CreateRequest,
  refusal: DomainError,
): Promise<Answer> {
  const found = await deps.idempotency.find(
    { ...request.key, fingerprints: request.fingerprints },
    stepOf(request),
  );
  if (found.kind === "nothing") throw refusal;
  if (found.kind !== "unfinished") return answerFound(found, request.key);
  noteObject(found.object_id);
  const body = await request.recorded(found.object_id);
  if (body === null) throw refusal;
  return jsonText(CREATED, body);
}

function answerFound(
  found: Exclude<FindResult, { kind: "nothing" | "unfinished" }>,
  { operation }: KeyIdentity,
): Answer {
  if (found.kind === "replay") return jsonText(found.response.status, found.response.body, REPLAYED);
  const param = "Idempotency-Key";
  if (found.kind === "in_use") throw new DomainError("idempotency_key_in_use", { param });
  throw new DomainError("idempotency_key_reused", { param, explanation: explainReusedKey(operation) });
}

type Held = KeyIdentity & { readonly token: string };

/**
 * The first request to finish decides the answer, so that two requests answer the same. Where the service cannot be
 * had, the object exists all the same: it is the answer, and a later request with this key finds it.
 */
async function complete(
  { idempotency, finalisation }: IdempotentDeps,
  { requestId, deadline }: CreateRequest,
  held: Held,
  body: string,
): Promise<Answer> {
  const own: StoredResponse = { status: CREATED, body };
  const call = (timeoutMs: number) =>
    idempotency.complete({ ...held, response: own }, { requestId, timeoutMs });
  const completed = await finalisation.finish({ step: "complete", requestId, deadline, call });
  const sent = completed?.response ?? own;
  return jsonText(sent.status, sent.body);
}

/** Leaves the key as the owner of the object says; a failure of the transport says nothing. */
async function finalise(
  { idempotency, finalisation }: IdempotentDeps,
  { requestId, deadline }: CreateRequest,
  held: Held,
  resumed: boolean,
  error: unknown,
): Promise<void> {
  const step = dispositionOf(error, resumed);
  if (step === undefined) return;
  const call = (timeoutMs: number): Promise<unknown> => idempotency[step](held, { requestId, timeoutMs });
  await finalisation.finish({ step, requestId, deadline, call });
}

/**
 * What the owner says is left of the key. A key that was worked on before is never freed by a failure
 * nobody understands: an earlier attempt may have left an object.
 */
function dispositionOf(error: unknown, resumed: boolean): KeyDisposition | undefined {
  if (!isDomainError(error)) return neverSent(error, resumed) ? "release" : undefined;
  return resumed && error.type === "internal_error" ? undefined : error.key;
}

/** No process took the call, and no earlier attempt was made under this id: nothing exists or can come to. */
const neverSent = (error: unknown, resumed: boolean): boolean =>
  isTransportError(error) && !error.mayHaveRun && !resumed;

/** Says when the key can be worked on again: at once if nothing was sent, else when its lease is over. */
function unavailable(request: CreateRequest, error: TransportError): DomainError {
  const waitMs = error.mayHaveRun
    ? Math.max(0, request.deadline.remainingMs()) + TIME_LADDER.leaseExtraMs
    : 1_000;
  return new DomainError("service_unavailable", { retryAfterS: Math.ceil(waitMs / 1000), cause: error });
}
