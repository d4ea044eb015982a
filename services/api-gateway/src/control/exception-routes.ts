import type { ExceptionRecord, Missing } from "@flowlix/contracts";
import { DomainError, isDomainError } from "@flowlix/runtime";
import type { PaymentsClient } from "../clients.ts";
import { Refusal } from "../store/refusal.ts";
import { askAny } from "./ask-each.ts";
import { flagArg, idArg, integerArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 25_000;
const NOTE_LENGTH_MAX = 2_000;
const LIST = { min: 1, max: 1_000, default: 100 };

/** Owners of objects that can have exceptions. */
export type ExceptionOwner = Pick<PaymentsClient, "listAnomalies" | "noteAnomaly" | "listAudit">;

export interface ExceptionRouteDeps {
  readonly payments: PaymentsClient;
  readonly exceptionOwners: Readonly<Record<string, ExceptionOwner>>;
}

/** What could be read of the exceptions of all owners, and whose could not. */
export interface ExceptionsAnswer extends Missing {
  readonly anomalies: readonly ExceptionRecord[];
}

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

/** Exceptions belong to the owner of the object: the gateway only carries the act and its actor there. */
export function exceptionRoutes({ payments, exceptionOwners }: ExceptionRouteDeps): readonly ControlRoute[] {
  return [
    { method: "GET", path: "/anomalies", handle: (request) => list(exceptionOwners, request) },
    {
      method: "POST",
      path: "/anomalies/:anomaly_id/reverse",
      handle: (request) => reverse(payments, exceptionOwners, request),
    },
    {
      method: "POST",
      path: "/anomalies/:anomaly_id/note",
      handle: (request) => note(Object.values(exceptionOwners), request),
    },
  ];
}

async function list(
  owners: ExceptionRouteDeps["exceptionOwners"],
  request: ControlRequest,
): Promise<ExceptionsAnswer> {
  const limit = integerArg(request, "limit", LIST);
  const params = { open_only: flagArg(request, "all") !== true, limit };
  const { answers, missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.listAnomalies(params, callOf(request)),
  );
  const anomalies = answers
    .flatMap((answer) => answer.anomalies)
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, limit);
  return { anomalies, missing, failed };
}

/** Only a charge can be given back: of another owner's exception that is said, and what can be done instead. */
async function reverse(
  payments: PaymentsClient,
  owners: ExceptionRouteDeps["exceptionOwners"],
  request: ControlRequest,
): Promise<ExceptionRecord> {
  const anomaly_id = idArg(request, "anomaly", "anomaly_id");
  try {
    return await payments.reverseAnomaly({ anomaly_id, actor: request.actor }, callOf(request));
  } catch (error) {
    if (isConflict(error)) throw await conflictOf(payments, anomaly_id, request, error);
    if (!isNotFound(error)) throw error;
    const others = Object.entries(owners).filter(([, owner]) => owner !== payments);
    for (const [service, owner] of others) {
      const { anomalies } = await owner.listAnomalies({ open_only: false, limit: LIST.max }, callOf(request));
      if (anomalies.some(({ id }) => id === anomaly_id)) throw notReversible(anomaly_id, service);
    }
    throw error;
  }
}

const notReversible = (id: string, service: string): Refusal =>
  new Refusal(
    "refused",
    `only a charge can be reversed, and this is an anomaly of ${service}: look into it at the provider, then end it with "anomaly note ${id} TEXT"`,
  );

/** An exception's id does not say whose it is: it is ended by the owner that has it. */
async function note(owners: readonly ExceptionOwner[], request: ControlRequest): Promise<ExceptionRecord> {
  const params = {
    anomaly_id: idArg(request, "anomaly", "anomaly_id"),
    actor: request.actor,
    note: textArg(request, "note", NOTE_LENGTH_MAX),
  };
  const answers = await Promise.allSettled(owners.map((owner) => owner.noteAnomaly(params, callOf(request))));
  const noted = answers.find((answer) => answer.status === "fulfilled");
  if (noted !== undefined) return noted.value;
  const conflict = answers.findIndex((answer) => answer.status === "rejected" && isConflict(answer.reason));
  const owner = owners[conflict];
  if (owner !== undefined)
    throw await conflictOf(owner, params.anomaly_id, request, new DomainError("object_state_conflict"));
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  // What the owner itself has to say of it counts, then that an owner could not be asked.
  throw reasons.find((reason) => !isNotFound(reason)) ?? reasons[0];
}

const isConflict = (reason: unknown): boolean =>
  isDomainError(reason) && reason.type === "object_state_conflict";

/** Why an owner does not end an exception that it has: by whom and when it was ended, or what cannot be given back. */
async function conflictOf(
  owner: ExceptionOwner,
  anomaly_id: string,
  request: ControlRequest,
  reason: unknown,
): Promise<unknown> {
  const all = { limit: LIST.max };
  const [listed, audit] = await Promise.all([
    owner.listAnomalies({ ...all, open_only: false }, callOf(request)),
    owner.listAudit(all, callOf(request)),
  ]).catch(() => []);
  const anomaly = listed?.anomalies.find(({ id }) => id === anomaly_id);
  if (anomaly === undefined) return reason;
  const { resolution, resolved_at } = anomaly;
  if (resolution === null || resolved_at === null)
    return new Refusal(
      "refused",
      `there is no charge of it that could be given back: look into it at the provider, then end it with "anomaly note ${anomaly_id} TEXT"`,
    );
  const act = audit?.entries.find(
    ({ act: name, subject }) => name === `anomaly.${resolution}` && subject === anomaly_id,
  );
  const by = act === undefined ? "" : ` by ${act.actor}`;
  const at = new Date(resolved_at * 1000).toISOString().replace(".000Z", "Z");
  return new Refusal("refused", `it was ${resolution}${by} at ${at} already`);
}

const isNotFound = (reason: unknown): boolean => isDomainError(reason) && reason.type === "object_not_found";
