import type { AcquirerAccount } from "@flowlix/contracts";
import type { AbsentFinality } from "@flowlix/provider";

/** A process may send with the secrets of before for so long after their change, which reaches it within seconds. */
const FELT_MS = 3_600_000;

/**
 * When an absence at an account ends an object (docs/decisions/0099-acquirer-accounts.md). New secrets may be those of
 * another account at the acquirer, which truthfully does not know what was sent with the old ones: nothing of before
 * their last change is ended by an absence. Where nobody said when that was, an absence ends nothing.
 */
export function absentSinceSecrets(
  finality: AbsentFinality,
  { secrets_changed_at: changedAt }: Pick<AcquirerAccount, "secrets_changed_at">,
): AbsentFinality {
  if (typeof finality === "string" || changedAt === null) return finality;
  return changedAt === undefined ? "never" : { ...finality, sinceMs: changedAt * 1_000 + FELT_MS };
}
