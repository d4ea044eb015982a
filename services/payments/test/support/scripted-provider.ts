import type { Instrument } from "@flowlix/cards";
import type {
  Deadline,
  Order,
  OrderRef,
  Outcome,
  Provider,
  ReadOutcome,
  ReverseOutcome,
} from "@flowlix/provider";

const noTransfers = {
  isOpen: () => false,
  retryAfterS: () => 1,
  submit: () => Promise.reject(new Error("a Payment makes no transfer")),
  read: () => Promise.reject(new Error("a Payment reads no transfer")),
  close: () => Promise.reject(new Error("a Payment closes no transfer")),
};

type Submission = (order: Order, instrument: Instrument, deadline: Deadline) => Outcome | Promise<Outcome>;

/** A provider whose every word is the test's. Records what it was asked. */
export interface ScriptedProvider extends Provider {
  /** What the next submissions come to; the last one repeats. */
  submits(...submissions: (Outcome | Submission)[]): void;
  reads(...outcomes: ReadOutcome[]): void;
  closes(...outcomes: ReadOutcome[]): void;
  reverses(outcome: ReverseOutcome): void;
  opens(open: boolean): void;
  readonly asked: {
    readonly operation: "submit" | "read" | "close" | "reverse";
    readonly reference: string;
    readonly remainingMs: number;
  }[];
  countOf(operation: "submit" | "read" | "close" | "reverse", reference: string): number;
}

export function scriptedProvider(): ScriptedProvider {
  let submissions: (Outcome | Submission)[] = [{ kind: "succeeded" }];
  let readOutcomes: ReadOutcome[] = [{ kind: "unknown", cause: "lost" }];
  let closeOutcomes: ReadOutcome[] = [{ kind: "closed" }];
  let reverseOutcome: ReverseOutcome = "reversed";
  let open = false;
  const asked: ScriptedProvider["asked"] = [];
  const take = <T>(queue: T[]): T => {
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (next === undefined) throw new Error("nothing is scripted");
    return next;
  };
  const note = (operation: "submit" | "read" | "close" | "reverse", order: OrderRef, deadline: Deadline) =>
    asked.push({ operation, reference: order.reference, remainingMs: deadline.remainingMs() });
  const submit: Provider["submit"] = async (order, openInstrument, deadline) => {
    note("submit", order, deadline);
    const submission = take(submissions);
    return typeof submission === "function" ? submission(order, openInstrument(), deadline) : submission;
  };
  return {
    name: "sandbox",
    livemode: false,
    isOpen: () => open,
    retryAfterS: () => 7,
    breakers: () => ({
      register: "closed",
      authorise: "closed",
      read: "closed",
      close: "closed",
      reverse: "closed",
      refund: "closed",
      read_refund: "closed",
      close_refund: "closed",
      payout: "closed",
      read_payout: "closed",
      close_payout: "closed",
      statement: "closed",
    }),
    submit,
    resubmit: submit,
    read: async (order, deadline) => {
      note("read", order, deadline);
      return take(readOutcomes);
    },
    close: async (order, deadline) => {
      note("close", order, deadline);
      return take(closeOutcomes);
    },
    reverse: async (order, deadline) => {
      note("reverse", order, deadline);
      return reverseOutcome;
    },
    refunds: noTransfers,
    payouts: noTransfers,
    statement: {
      cutOffMs: 0,
      postedWithinMs: 0,
      boundsOf: () => ({ fromMs: 0, toMs: 0 }),
      dayOf: () => "1970-01-01",
      read: noTransfers.read,
    },
    verifyCallback: () => null,
    shutdown: async () => undefined,
    submits: (...next) => (submissions = next),
    reads: (...next) => (readOutcomes = next),
    closes: (...next) => (closeOutcomes = next),
    reverses: (next) => (reverseOutcome = next),
    opens: (next) => (open = next),
    asked,
    countOf: (operation, reference) =>
      asked.filter((call) => call.operation === operation && call.reference === reference).length,
  };
}
