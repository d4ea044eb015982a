import { DomainError } from "@flowlix/runtime";
import type { FindVerifier } from "../acquirers/account-verifiers.ts";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import { within } from "../within.ts";
import { acceptCallbacks, type AcceptCallbackDeps } from "./accept-callbacks.ts";

export interface AccountCallbackDeps extends Pick<AcceptCallbackDeps, "callbackOwners" | "proofs"> {
  readonly findVerifier: FindVerifier;
}

const LOOK_MS = 5_000;

/**
 * An acquirer says that something happened, under a merchant's account: 404 where there is no such account at that
 * acquirer, else verified with the account's own secrets and kept by the owners under its name
 * (docs/decisions/0099-acquirer-accounts.md). 503 where it cannot be looked up: the acquirer sends it again.
 */
export async function acceptAccountCallbacks(
  { findVerifier, callbackOwners, proofs }: AccountCallbackDeps,
  request: ApiRequest,
): Promise<Answer> {
  const acquirer = request.params["acquirer"] ?? "";
  const account = request.params["account"] ?? "";
  const verifyCallbacks = await within(LOOK_MS, findVerifier(acquirer, account)).catch((cause: unknown) => {
    throw new DomainError("service_unavailable", { cause });
  });
  if (verifyCallbacks === null) return json(404, { accepted: false });
  return acceptCallbacks({ callbackOwners, proofs, provider: acquirer, account, verifyCallbacks }, request);
}
