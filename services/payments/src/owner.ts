import type { PaymentStatus } from "@flowlix/contracts";
import type { OwnerSpec } from "@flowlix/engine";
import { INSERT_STATEMENTS } from "./create/insert-payment.ts";
import { paymentsJournal } from "./journal/journal-tables.ts";
import { MOVE_STATEMENTS } from "./lifecycle/record-move.ts";
import { READ_STATEMENTS } from "./read/payments-reads.ts";
import { paymentsSchema } from "./schema.ts";
import { tracedPayments } from "./trace/traced-payments.ts";

/** What this service declares of itself as an owner. */
export const paymentsOwner = {
  name: "payments",
  schema: paymentsSchema,
  pools: { hot: 6, read: 4, background: 4 },
  warm: { hot: [...INSERT_STATEMENTS, ...MOVE_STATEMENTS], read: READ_STATEMENTS },
  // `register` is called only of an acquirer that cannot authorise at once.
  operations: ["register", "authorise", "complete", "read", "close", "reverse"],
  openStates: ["PENDING", "REQUIRES_ACTION", "PROCESSING"] satisfies PaymentStatus[],
  journal: paymentsJournal,
  traced: tracedPayments,
} as const satisfies OwnerSpec;
