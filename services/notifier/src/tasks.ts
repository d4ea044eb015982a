import { SWEEPS, type Task } from "@flowlix/engine/jobs";
import type { Pool } from "@flowlix/persistence";
import type { NotifierDeps } from "./deps.ts";
import { sweepEvents } from "./events/sweep-events.ts";

/** What this service repeats beside its deliveries. */
export const notifierTasks = (
  { queues }: Pick<NotifierDeps, "queues">,
  background: Pool,
  eventRetentionMs: number,
): readonly Task[] => [
  // What is pending for endpoints that are disabled or gone.
  { name: "notifier.cancelDeliveries", ...SWEEPS, run: () => queues.cancelDead() },
  { name: "notifier.sweepEvents", ...SWEEPS, run: () => sweepEvents(background, eventRetentionMs) },
];
