import type { PayoutCard } from "@flowlix/cards";
import type {
  Deadline,
  OrderRef,
  PayoutOrder,
  ProviderPayouts,
  TransferOutcome,
  TransferRead,
} from "@flowlix/provider";

type Submission = (
  order: PayoutOrder,
  card: PayoutCard,
  deadline: Deadline,
) => TransferOutcome | Promise<TransferOutcome>;
type Operation = "submit" | "read" | "close";

/** A provider whose every word is the test's. Records what it was asked. */
export interface ScriptedPayouts extends ProviderPayouts {
  /** What the next submissions come to; the last one repeats. */
  submits(...submissions: (TransferOutcome | Submission)[]): void;
  reads(...outcomes: TransferRead[]): void;
  closes(...outcomes: TransferRead[]): void;
  opens(open: boolean): void;
  readonly asked: {
    readonly operation: Operation;
    readonly reference: string;
    readonly remainingMs: number;
  }[];
  countOf(operation: Operation, reference: string): number;
}

export function scriptedPayouts(): ScriptedPayouts {
  let submissions: (TransferOutcome | Submission)[] = [{ kind: "in_progress", stage: "processing" }];
  let readOutcomes: TransferRead[] = [{ kind: "unknown", cause: "lost" }];
  let closeOutcomes: TransferRead[] = [{ kind: "closed" }];
  let open = false;
  const asked: ScriptedPayouts["asked"] = [];
  const take = <T>(queue: T[]): T => {
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (next === undefined) throw new Error("nothing is scripted");
    return next;
  };
  const note = (operation: Operation, order: OrderRef, deadline: Deadline) =>
    asked.push({ operation, reference: order.reference, remainingMs: deadline.remainingMs() });
  return {
    isOpen: () => open,
    retryAfterS: () => 7,
    submit: async (order, openInstrument, deadline) => {
      note("submit", order, deadline);
      const submission = take(submissions);
      return typeof submission === "function" ? submission(order, openInstrument(), deadline) : submission;
    },
    read: async (order, deadline) => {
      note("read", order, deadline);
      return take(readOutcomes);
    },
    close: async (order, deadline) => {
      note("close", order, deadline);
      return take(closeOutcomes);
    },
    submits: (...next) => (submissions = next),
    reads: (...next) => (readOutcomes = next),
    closes: (...next) => (closeOutcomes = next),
    opens: (next) => (open = next),
    asked,
    countOf: (operation, reference) =>
      asked.filter((call) => call.operation === operation && call.reference === reference).length,
  };
}
