import { inNewTrace, lookAtDue, type LookCounts } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import { lookSafely } from "./look.ts";

/** A look is nobody's request: it has a trace of its own, which its webhooks carry too. */
const lookSpan = (id: string) => ({ name: "look", attributes: { "flowlix.object_id": id } });

/** Looks at what is due here, at most so many, and answers with counts (architecture §6, Look). */
export const lookDue = (deps: PayoutsDeps, limit: number): Promise<LookCounts> =>
  lookAtDue(
    {
      claim: (wanted) => deps.looks.claimDue(wanted),
      look: (due, claimedAt) =>
        inNewTrace(deps.tracer, lookSpan(due.id), () => lookSafely(deps, due, claimedAt)),
      observe: (result) => deps.metrics.looks.inc({ result }),
    },
    limit,
  );
