import type { AcquirerAccount } from "@flowlix/contracts";
import type {
  RefundAdapter,
  RefundOrder,
  Reply,
  TransferOutcome,
  TransferRead,
  Undone,
} from "@flowlix/provider";
import { expect } from "chai";

type Answer = Exclude<TransferRead, Undone>;

/** What becomes of a refund that arrives; `result` of what is being processed, null for what stays so. */
export interface Plan {
  readonly first: "processing" | "received" | "failed" | "succeeded";
  readonly result: "succeeded" | "failed" | null;
}

type State = "received" | "processing" | "succeeded" | "failed" | "cancelled";

interface Kept {
  readonly order: RefundOrder;
  state: State;
}

export interface ModelCallback {
  /** The merchant's account that signed it; null for the installation's own acquirer. */
  readonly account: Pick<AcquirerAccount, "id" | "provider"> | null;
  readonly callback_id: string;
  readonly reference: string;
  readonly claimed_state: string;
}

/**
 * What goes wrong with one call. Nothing arrives: `unreachable` and `throttled` (known not to have been
 * executed), `lost`. It arrives: `lost_answer`, `garbled`, `other_amount`; and `late` when nobody waits.
 */
export const FAULTS = [
  "unreachable",
  "throttled",
  "lost",
  "lost_answer",
  "garbled",
  "other_amount",
  "late",
] as const;
export type ModelFault = (typeof FAULTS)[number];
export const CALLS = ["submit", "read", "close"] as const;
export type ModelCall = (typeof CALLS)[number];

/** What is on its way to and from acquirers, and goes wrong there, whichever of them is called. */
export interface ModelMessages {
  readonly callbacks: ModelCallback[];
  /** Messages that arrive when nobody waits for them any more. */
  readonly underWay: (() => void)[];
  /** The next call of a kind meets the fault. */
  fault(call: ModelCall, fault: ModelFault): void;
  mend(): void;
}

/** What an acquirer has of refunds: the truth. */
export interface BookOfRefunds {
  /** Lets what is under way at the acquirer come one step further. */
  settle(): void;
  /** Executed for good, in minor units. */
  executed(): number;
  /** Executed, or still possible to be. */
  committed(): number;
  stateOf(reference: string): State | undefined;
  /** How many refunds it has ever heard of. */
  heardOf(): number;
}

export type ModelAcquirer = ModelMessages & Omit<BookOfRefunds, "heardOf">;

interface TakenFaults extends ModelMessages {
  take(call: ModelCall): ModelFault | undefined;
  /** Sent, and not known not to have been executed: never to be sent again, and nowhere else. */
  readonly sent: Set<string>;
}

export function createModelMessages(): TakenFaults {
  const faults = new Map<ModelCall, ModelFault[]>();
  return {
    callbacks: [],
    underWay: [],
    sent: new Set(),
    fault: (call, fault) => void faults.set(call, [...(faults.get(call) ?? []), fault]),
    mend: () => faults.clear(),
    take: (call) => faults.get(call)?.shift(),
  };
}

const LOST = { kind: "unknown", cause: "lost" } as const;

const MEANING: Readonly<Record<ModelFault, TransferOutcome>> = {
  unreachable: { kind: "not_executed", cause: "unreachable" },
  throttled: { kind: "not_executed", cause: "throttled" },
  lost: LOST,
  lost_answer: LOST,
  garbled: { kind: "unknown", cause: "garbled" },
  other_amount: { kind: "unknown", cause: "garbled", contradicts: "amount" },
  late: LOST,
};
const ARRIVES: readonly (ModelFault | undefined)[] = [undefined, "lost_answer", "garbled", "other_amount"];

interface Parts {
  readonly planOf: (reference: string) => Plan;
  readonly messages: TakenFaults;
  /** The merchant's account there; null for the installation's own acquirer. */
  readonly account: AcquirerAccount | null;
}

/**
 * An acquirer that keeps its promises, with the book that is the truth: a reference is executed at most
 * once, a closed one never. It does not mind what is left of a charge, so that only we can.
 */
export function createModelAcquirer({
  planOf,
  messages,
  account,
}: Parts): BookOfRefunds & { readonly adapter: RefundAdapter } {
  const kept = new Map<string, Kept>();
  const { callbacks, underWay, sent } = messages;

  function enter(one: Kept, state: State): void {
    one.state = state;
    const { reference } = one.order;
    callbacks.push({
      account,
      callback_id: `cb_${callbacks.length}_${reference}`,
      reference,
      claimed_state: state,
    });
  }
  const arrive = (order: RefundOrder) => {
    if (!kept.has(order.reference))
      kept.set(order.reference, { order, state: planOf(order.reference).first });
  };
  const cancel = (order: RefundOrder) => {
    const one = kept.get(order.reference);
    if (one === undefined) kept.set(order.reference, { order, state: "cancelled" });
    else if (one.state === "received") one.state = "cancelled";
  };

  function answer({ reference }: RefundOrder): Answer {
    const state = kept.get(reference)?.state;
    switch (state) {
      case undefined:
        return { kind: "absent" };
      case "received":
      case "processing":
        return { kind: "in_progress", stage: state };
      case "succeeded":
        return { kind: "succeeded" };
      case "failed":
        return { kind: "failed", code: "do_not_honor" };
      case "cancelled":
        return { kind: "closed" };
    }
  }

  function called(call: ModelCall, order: RefundOrder, does: () => void): Answer | TransferOutcome {
    const fault = messages.take(call);
    if (ARRIVES.includes(fault)) does();
    if (fault === "late") underWay.push(does);
    return fault === undefined ? answer(order) : MEANING[fault];
  }
  const reply = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });
  const asRead = (outcome: Answer | TransferOutcome): TransferRead =>
    outcome.kind === "not_executed" ? LOST : outcome;

  return {
    adapter: {
      submit: async (order) => {
        expect(sent.has(order.reference), "an uncertain refund is never sent again").to.equal(false);
        const came = called("submit", order, () => arrive(order));
        const closed = came.kind === "closed" || came.kind === "absent";
        const outcome: TransferOutcome = closed ? { kind: "not_executed", cause: "error" } : came;
        if (outcome.kind !== "not_executed") sent.add(order.reference);
        return reply(outcome);
      },
      read: async (order) => reply(asRead(called("read", order, () => undefined))),
      close: async (order) => reply(asRead(called("close", order, () => cancel(order)))),
    },
    settle: () => {
      for (const one of kept.values()) {
        const { result } = planOf(one.order.reference);
        if (result === null) continue;
        if (one.state === "received") enter(one, "processing");
        else if (one.state === "processing") enter(one, result);
      }
    },
    executed: () => sumOf(kept, ["succeeded"]),
    committed: () => sumOf(kept, ["succeeded", "processing", "received"]),
    stateOf: (reference) => kept.get(reference)?.state,
    heardOf: () => kept.size,
  };
}

function sumOf(kept: ReadonlyMap<string, Kept>, states: readonly State[]): number {
  return [...kept.values()]
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { order }) => sum + order.amount, 0);
}
