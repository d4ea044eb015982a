import type { Deadline, OrderRef } from "@flowlix/provider";

type Operation = "submit" | "complete" | "read" | "close" | "reverse";

interface AskedCall<Order> {
  readonly operation: Operation;
  readonly reference: string;
  readonly order: Order;
  readonly remainingMs: number;
}

/** What a test says to a provider whose every word is the test's, and what that provider was asked. */
export interface Script<Submission, Read, Order extends OrderRef = OrderRef> {
  /** What the next submissions come to; the last one repeats. */
  submits(...submissions: Submission[]): void;
  reads(...outcomes: Read[]): void;
  closes(...outcomes: Read[]): void;
  opens(open: boolean): void;
  readonly asked: AskedCall<Order>[];
  countOf(operation: Operation, reference: string): number;
}

interface ScriptedCalls<Submission, Read, Order extends OrderRef> extends Script<Submission, Read, Order> {
  isOpen(): boolean;
  retryAfterS(): number;
  read(order: Order, deadline: Deadline): Promise<Read>;
  close(order: Order, deadline: Deadline): Promise<Read>;
  /** Notes a submission, and says what it comes to. */
  readonly submission: (order: Order, deadline: Deadline) => Submission;
  readonly note: (operation: Operation, order: Order, deadline: Deadline) => void;
}

/** The calls that are the same for everything that is submitted, read and closed; `first` is what is said unasked. */
export function scriptedCalls<Submission, Read, Order extends OrderRef = OrderRef>(first: {
  readonly submission: Submission;
  readonly read: Read;
  readonly closing: Read;
}): ScriptedCalls<Submission, Read, Order> {
  let submissions = [first.submission];
  let readOutcomes = [first.read];
  let closeOutcomes = [first.closing];
  let open = false;
  const asked: AskedCall<Order>[] = [];
  const note = (operation: Operation, order: Order, deadline: Deadline) =>
    void asked.push({ operation, reference: order.reference, order, remainingMs: deadline.remainingMs() });
  return {
    isOpen: () => open,
    retryAfterS: () => 7,
    submission: (order, deadline) => {
      note("submit", order, deadline);
      return take(submissions);
    },
    read: async (order, deadline) => {
      note("read", order, deadline);
      return take(readOutcomes);
    },
    close: async (order, deadline) => {
      note("close", order, deadline);
      return take(closeOutcomes);
    },
    note,
    submits: (...next) => (submissions = next),
    reads: (...next) => (readOutcomes = next),
    closes: (...next) => (closeOutcomes = next),
    opens: (next) => (open = next),
    asked,
    countOf: (operation, reference) =>
      asked.filter((call) => call.operation === operation && call.reference === reference).length,
  };
}

function take<T>(queue: T[]): T {
  const next = queue.length > 1 ? queue.shift() : queue[0];
  if (next === undefined) throw new Error("nothing is scripted");
  return next;
}
