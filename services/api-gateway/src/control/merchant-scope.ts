import type { Scope } from "@flowlix/contracts";
import type { DataSource } from "typeorm";
import { showMerchant } from "../store/merchants-store.ts";
import { Refusal } from "../store/refusal.ts";
import type { NotifierClient } from "../webhooks/notifier-call.ts";
import { idArg, modeArg, type ControlRequest } from "./control-request.ts";

const CALL_TIMEOUT_MS = 25_000;

/** How an owner is asked on an operator's behalf. */
export const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

export const merchantArg = (request: ControlRequest): string => idArg(request, "merchant", "merchant");

/** The merchant and the mode that an operator names. Errors: Refusal invalid_argument, not_found. */
export async function scopeArgs(db: DataSource, request: ControlRequest): Promise<Scope> {
  const livemode = modeArg(request) === "live";
  const { merchant_id } = await showMerchant(db, merchantArg(request));
  return { merchant_id, livemode };
}

/**
 * Whose the endpoint or event is that an operator names. Its id is enough; where merchant or mode are named
 * too they have to be its own. Errors: Refusal invalid_argument, not_found; object_not_found.
 */
export async function scopeOfObject(
  notifier: Pick<NotifierClient, "scopeOf">,
  request: ControlRequest,
  id: string,
): Promise<Scope> {
  const { merchant, mode } = request.args;
  const merchantId = merchant === undefined ? undefined : merchantArg(request);
  const livemode = mode === undefined ? undefined : modeArg(request) === "live";
  const scope = await notifier.scopeOf({ id }, callOf(request));
  if (
    (merchantId ?? scope.merchant_id) !== scope.merchant_id ||
    (livemode ?? scope.livemode) !== scope.livemode
  )
    throw new Refusal("not_found", "this merchant has no such object in this mode");
  return scope;
}
