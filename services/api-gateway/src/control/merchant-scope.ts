import type { DataSource } from "typeorm";
import { showMerchant } from "../store/merchants-store.ts";
import { idArg, modeArg, type ControlRequest } from "./control-request.ts";

const CALL_TIMEOUT_MS = 25_000;

/** How an owner is asked on an operator's behalf. */
export const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

/** The merchant and the mode that an operator names. Errors: Refusal invalid_argument, not_found. */
export async function scopeArgs(db: DataSource, request: ControlRequest) {
  const livemode = modeArg(request) === "live";
  const { merchant_id } = await showMerchant(db, idArg(request, "merchant", "merchant"));
  return { merchant_id, livemode };
}
