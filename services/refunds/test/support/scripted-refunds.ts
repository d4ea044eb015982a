import type {
  Deadline,
  ProviderRefunds,
  RefundOrder,
  TransferOutcome,
  TransferRead,
} from "@flowlix/provider";

type Asked = "submit" | "read" | "close";
type Submission =
  TransferOutcome | ((order: RefundOrder, deadline: Deadline) => TransferOutcome | Promise<TransferOutcome>);

/** A provider of refunds whose every word is the test's. Records what it was asked. */
export interface ScriptedRefunds extends ProviderRefunds {
  /** What the next submissions come to; the last one repeats. */
  submits(...outcomes: Submission[]): void;
  reads(...outcomes: TransferRead[]): void;
  closes(...outcomes: TransferRead[]): void;
  opens(open: boolean): void;
  readonly asked: { readonly what: Asked; readonly order: RefundOrder; readonly remainingMs: number }[];
  countOf(what: Asked, reference: string): number;
}

export function scriptedRefunds(): ScriptedRefunds {
  let submissions: Submission[] = [{ kind: "in_progress", stage: "processing" }];
  let readOutcomes: TransferRead[] = [{ kind: "unknown", cause: "lost" }];
  let closeOutcomes: TransferRead[] = [{ kind: "closed" }];
  let open = false;
  const asked: ScriptedRefunds["asked"] = [];
  const take = <T>(queue: T[]): T => {
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (next === undefined) throw new Error("nothing is scripted");
    return next;
  };
  const note = (what: Asked, order: RefundOrder, deadline: Deadline) =>
    asked.push({ what, order, remainingMs: deadline.remainingMs() });
  return {
    isOpen: () => open,
    retryAfterS: () => 7,
    submit: async (order, deadline) => {
      note("submit", order, deadline);
      const submission = take(submissions);
      return typeof submission === "function" ? submission(order, deadline) : submission;
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
    countOf: (what, reference) =>
      asked.filter((call) => call.what === what && call.order.reference === reference).length,
  };
}
