import { lookAtDue, type LookCounts } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import { lookSafely } from "./look.ts";

/** Looks at what is due here, at most so many, and answers with counts (architecture §6, Look). */
export const lookDue = (deps: PayoutsDeps, limit: number): Promise<LookCounts> =>
  lookAtDue(
    {
      claim: (wanted) => deps.looks.claimDue(wanted),
      look: (due, claimedAt) => lookSafely(deps, due, claimedAt),
      observe: (result) => deps.metrics.looks.inc({ result }),
    },
    limit,
  );
