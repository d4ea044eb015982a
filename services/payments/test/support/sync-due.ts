import type { BegunSyncs } from "@flowlix/engine";
import type { PaymentsDeps } from "../../src/deps.ts";
import { beginDue } from "../../src/status-sync/sync-due.ts";

/** Syncs what is due, so many at most, and answers what came of it when each has ended or hangs. */
export const syncPayments = async (
  deps: PaymentsDeps,
  limit: number,
): Promise<Awaited<BegunSyncs["counts"]>> => (await beginDue(deps, limit)).counts;
