import { ownerTasks, type Owner } from "@flowlix/engine";
import { SOON, type Task } from "@flowlix/engine/jobs";
import type { PaymentsDeps } from "./deps.ts";
import { sweepReservations } from "./refunds/sweep-reservations.ts";
import { beginDue } from "./status-sync/sync-due.ts";

/** What this service repeats: what every owner does, and its own. */
export const paymentsTasks = (owner: Owner, deps: PaymentsDeps): readonly Task[] => [
  ...ownerTasks(owner, () => beginDue(deps)),
  { name: "payments.sweepReservations", ...SOON, run: () => sweepReservations(deps) },
];
