import type { BegunSyncs } from "@flowlix/engine";
import type { RefundsDeps } from "../../src/deps.ts";
import { beginDue } from "../../src/status-sync/sync-due.ts";

/** Syncs what is due, so many at most, and answers what came of it when each has ended or hangs. */
export const syncRefunds = async (deps: RefundsDeps, limit: number): Promise<Awaited<BegunSyncs["counts"]>> =>
  (await beginDue(deps, limit)).counts;
