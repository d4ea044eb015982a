import {
  OLDER_THAN_MS_MAX,
  OPEN_KINDS,
  OPEN_LIST_MAX,
  type OpenKind,
  type OpenObject,
  type Missing,
} from "@flowlix/contracts";
import type { PaymentsClient } from "../clients.ts";
import { Refusal } from "../store/refusal.ts";
import { askAny } from "./ask-each.ts";
import { integerArg, modeArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

/** An owner that does not answer must not keep an operator waiting for what the others have said already. */
const CALL_TIMEOUT_MS = 10_000;
const LIST = { min: 1, max: OPEN_LIST_MAX, default: 100 };
const OLDER_THAN_MS = { min: 0, max: OLDER_THAN_MS_MAX, default: 0 };

/** Owners of objects that come to an end. */
export type OpenOwner = Pick<PaymentsClient, "listOpen">;

export interface OpenRouteDeps {
  readonly openOwners: Readonly<Record<OpenKind, { readonly service: string; readonly owner: OpenOwner }>>;
}

/** What could be read of that which has not ended, and whose could not. */
export interface OpenAnswer extends Missing {
  readonly open: readonly OpenObject[];
  readonly has_more: boolean;
  /** Services with so many open objects that there may be older ones than those listed. */
  readonly partial: readonly string[];
}

/** Only its owner knows that an object is open. The gateway puts the owners' answers together. */
export const openRoutes = ({ openOwners }: OpenRouteDeps): readonly ControlRoute[] => [
  { method: "GET", path: "/open", handle: (request) => list(openOwners, request) },
];

async function list(owners: OpenRouteDeps["openOwners"], request: ControlRequest): Promise<OpenAnswer> {
  const limit = integerArg(request, "limit", LIST);
  const params = {
    older_than_ms: integerArg(request, "older_than_ms", OLDER_THAN_MS),
    livemode: request.args["mode"] === undefined ? null : modeArg(request) === "live",
    limit,
  };
  const call = { requestId: request.requestId, timeoutMs: CALL_TIMEOUT_MS };
  const asked = Object.fromEntries(
    kindsArg(request).map((kind) => [owners[kind].service, owners[kind].owner]),
  );
  const { answers, missing, failed } = await askAny(asked, request.requestId, (owner) =>
    owner.listOpen(params, call),
  );
  const found = answers.flatMap(({ objects }) => objects).toSorted((a, b) => a.created_at - b.created_at);
  return {
    open: found.slice(0, limit),
    has_more: found.length > limit || answers.some((answer) => answer.has_more),
    missing,
    failed,
    partial: answers.filter(({ all_read }) => !all_read).map(({ service }) => service),
  };
}

function kindsArg(request: ControlRequest): readonly OpenKind[] {
  const kind = request.args["kind"];
  if (kind === undefined) return OPEN_KINDS;
  const known = OPEN_KINDS.filter((one) => one === kind);
  if (known.length === 0)
    throw new Refusal("invalid_argument", `kind must be one of ${OPEN_KINDS.join(", ")}`, "kind");
  return known;
}
