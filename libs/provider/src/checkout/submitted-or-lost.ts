import type { Reply } from "../reply.ts";
import type { TransferOutcome, TransferRead } from "../outcome.ts";
import { LOST } from "./reading.ts";

/** What a look-up says of something that may have been submitted; that it does not know it proves nothing. */
export function submittedOrLost({ outcome, providerAtFault }: Reply<TransferRead>): Reply<TransferOutcome> {
  const { kind } = outcome;
  return kind === "absent" || kind === "closed" || kind === "undone"
    ? { outcome: LOST, providerAtFault }
    : { outcome, providerAtFault };
}
