import { PARKED_LIST_MAX, type ParkedEvent, type Missing } from "@flowlix/contracts";
import { DomainError, isDomainError } from "@flowlix/runtime";
import type { PaymentsClient } from "../clients.ts";
import { modeOf, type Mode } from "../store/mode.ts";
import { askAny } from "./ask-each.ts";
import { idArg, integerArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 10_000;
const NOTE_LENGTH_MAX = 2_000;
const LIST = { min: 1, max: PARKED_LIST_MAX, default: 100 };

/** Owners of an outbox. */
export type ParkedOwner = Pick<PaymentsClient, "listParked" | "showParked" | "releaseParked">;

export interface ParkedRouteDeps {
  readonly parkedOwners: Readonly<Record<string, ParkedOwner>>;
}

type Shown = Omit<ParkedEvent, "livemode"> & { readonly service: string; readonly mode: Mode | null };

export interface ParkedAnswer extends Missing {
  readonly parked: readonly Shown[];
  readonly has_more: boolean;
}

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

/** Events that only an operator can have tried again (docs/design/architecture.md#parked). */
export const parkedRoutes = ({ parkedOwners }: ParkedRouteDeps): readonly ControlRoute[] => [
  { method: "GET", path: "/parked", handle: (request) => list(parkedOwners, request) },
  { method: "GET", path: "/parked/:event_id", handle: (request) => show(parkedOwners, request) },
  {
    method: "POST",
    path: "/parked/:event_id/release",
    handle: (request) => {
      const asked = {
        event_id: idArg(request, "event", "event_id"),
        actor: request.actor,
        note: textArg(request, "note", NOTE_LENGTH_MAX),
      };
      return ofOwner(parkedOwners, async (owner) => owner.releaseParked(asked, callOf(request)));
    },
  },
];

async function list(owners: ParkedRouteDeps["parkedOwners"], request: ControlRequest): Promise<ParkedAnswer> {
  const limit = integerArg(request, "limit", LIST);
  const { answers, missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.listParked({ limit }, callOf(request)),
  );
  const found = answers
    .flatMap(({ service, parked }) => parked.map((event) => ({ service, ...inMode(event) })))
    .toSorted((one, other) => one.parked_at_ms - other.parked_at_ms);
  const has_more = found.length > limit || answers.some((answer) => answer.has_more);
  return { parked: found.slice(0, limit), has_more, missing, failed };
}

async function show(owners: ParkedRouteDeps["parkedOwners"], request: ControlRequest) {
  const event_id = idArg(request, "event", "event_id");
  return ofOwner(owners, async (owner) => inMode(await owner.showParked({ event_id }, callOf(request))));
}

function inMode<T extends { readonly livemode: boolean | null }>({ livemode, ...rest }: T) {
  return { ...rest, mode: livemode === null ? null : modeOf(livemode) };
}

/** An event's id does not say whose it is: the owner that has it answers. */
async function ofOwner<T extends object>(
  owners: ParkedRouteDeps["parkedOwners"],
  ask: (owner: ParkedOwner) => Promise<T>,
): Promise<T & { readonly service: string }> {
  const answers = await Promise.allSettled(
    Object.entries(owners).map(async ([service, owner]) => ({ ...(await ask(owner)), service })),
  );
  const found = answers.find((answer) => answer.status === "fulfilled");
  if (found !== undefined) return found.value;
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  // That an owner could not be asked counts more than that the others do not have it.
  throw reasons.find((reason) => !isNotFound(reason)) ?? new DomainError("object_not_found");
}

const isNotFound = (reason: unknown): boolean => isDomainError(reason) && reason.type === "object_not_found";
