import type { OrderRef, Reply, TransferOutcome, TransferRead, Undone } from "@flowlix/provider";

/** What becomes of a transfer that arrives; `result` of what is being processed, null for what stays so for ever. */
export interface TransferPlan {
  readonly first: "succeeded" | "failed" | "processing" | "received";
  readonly result: "succeeded" | "failed" | null;
}

type State = "received" | "processing" | "succeeded" | "failed" | "cancelled";

export interface ModelCallback {
  readonly provider: string;
  readonly callback_id: string;
  readonly reference: string;
  readonly claimed_state: string;
}

export const MODEL_CALLS = ["submit", "read", "close"] as const;
export type ModelCall = (typeof MODEL_CALLS)[number];

/**
 * What goes wrong with one call. Nothing arrives: `unreachable`, `refused` and `throttled` (known not to have
 * been executed), `lost`. It arrives: `lost_answer`, `garbled`, `other_amount`; and `late` when nobody waits. A
 * `denied` one arrives too, though something on the way said that it was not executed, which is against its word.
 */
export const MODEL_FAULTS = [
  "unreachable",
  "refused",
  "throttled",
  "lost",
  "lost_answer",
  "garbled",
  "other_amount",
  "late",
  "denied",
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];

/**
 * An acquirer of refunds or payouts that keeps its promises, whose book is authoritative: a reference is
 * executed at most once, a closed one never. What goes wrong on the way to it is scripted by `fault`.
 */
export interface ModelTransfers {
  /** How often each reference was executed. */
  readonly book: ReadonlyMap<string, number>;
  /** Of later results, not yet delivered. */
  readonly callbacks: readonly ModelCallback[];
  /** Messages that arrive when nobody waits for them any more. */
  readonly underWay: readonly (() => void)[];
  stateOf(reference: string): State | undefined;
  /** Lets a late message arrive, if there is one. */
  arrive(index: number): void;
  /** The next call of a kind meets the fault. */
  fault(call: ModelCall, fault: ModelFault): void;
  mend(): void;
  /** Lets what is under way at the acquirer come one step further. */
  settle(): void;
  /** A submission of this reference was said not to be executed, and arrived. */
  wasDenied(reference: string): boolean;
  /** Breaks its promise: executes what it had said was declined or closed. True where it did. */
  misbehave(reference: string): boolean;
  /** `isGivenUp`: the caller has stopped waiting, and the message arrives late. */
  submit(order: OrderRef, isGivenUp?: boolean): Reply<TransferOutcome>;
  read(order: OrderRef, isGivenUp?: boolean): Reply<TransferRead>;
  close(order: OrderRef, isGivenUp?: boolean): Reply<TransferRead>;
}

const LOST = { kind: "unknown", cause: "lost" } as const;

const MEANING: Readonly<Record<ModelFault, TransferOutcome>> = {
  unreachable: { kind: "not_executed", cause: "unreachable" },
  refused: { kind: "not_executed", cause: "error" },
  throttled: { kind: "not_executed", cause: "throttled" },
  lost: LOST,
  lost_answer: LOST,
  garbled: { kind: "unknown", cause: "garbled" },
  other_amount: { kind: "unknown", cause: "garbled", contradicts: "amount" },
  late: LOST,
  denied: { kind: "not_executed", cause: "unavailable" },
};
const ARRIVES: ReadonlySet<ModelFault | undefined> = new Set([
  undefined,
  "lost_answer",
  "garbled",
  "other_amount",
  "denied",
] as const);

export function createModelTransfers(planOf: (reference: string) => TransferPlan): ModelTransfers {
  const states = new Map<string, State>();
  const book = new Map<string, number>();
  const faults = new Map<ModelCall, ModelFault[]>();
  const callbacks: ModelCallback[] = [];
  const underWay: (() => void)[] = [];
  const denied = new Set<string>();

  function enter(reference: string, state: State, isReported: boolean): void {
    states.set(reference, state);
    if (state === "succeeded") book.set(reference, (book.get(reference) ?? 0) + 1);
    if (isReported) callBack(reference, state);
  }

  const callBack = (of: string, state: State) => callbacks.push(callbackOf(callbacks.length, of, state));

  /** What a call does where it arrives; submitting and closing are repeatable at will. */
  const effects: Readonly<Record<ModelCall, (reference: string) => void>> = {
    submit: (reference) => {
      if (!states.has(reference)) enter(reference, planOf(reference).first, false);
    },
    read: () => undefined,
    close: (reference) => {
      const state = states.get(reference);
      if (state === undefined || state === "received") enter(reference, "cancelled", false);
    },
  };

  function called(call: ModelCall, { reference }: OrderRef, isGivenUp: boolean) {
    const fault = isGivenUp ? "late" : faults.get(call)?.shift();
    const does = () => effects[call](reference);
    if (ARRIVES.has(fault)) does();
    if (fault === "late") underWay.push(does);
    if (fault === "denied" && call === "submit") {
      denied.add(reference);
      callBack(reference, states.get(reference) ?? "received");
    }
    return fault === undefined ? readingOf(states.get(reference)) : MEANING[fault];
  }

  const asked = (call: "read" | "close") => (order: OrderRef, isGivenUp?: boolean) => {
    const outcome = called(call, order, isGivenUp ?? false);
    return replyOf<TransferRead>(outcome.kind === "not_executed" ? LOST : outcome);
  };

  return {
    book,
    callbacks,
    underWay,
    stateOf: (reference) => states.get(reference),
    arrive: (index) => underWay.splice(index % Math.max(underWay.length, 1), 1)[0]?.(),
    fault: (call, fault) => void faults.set(call, [...(faults.get(call) ?? []), fault]),
    mend: () => faults.clear(),
    settle() {
      for (const [reference, state] of states) {
        const { result } = planOf(reference);
        if (result === null) continue;
        if (state === "received") enter(reference, "processing", true);
        else if (state === "processing") enter(reference, result, true);
      }
    },
    wasDenied: (reference) => denied.has(reference),
    misbehave(reference) {
      const state = states.get(reference);
      if (state !== "failed" && state !== "cancelled") return false;
      enter(reference, "succeeded", true);
      return true;
    },
    submit(order, isGivenUp = false) {
      const outcome = called("submit", order, isGivenUp);
      const isRefused = outcome.kind === "closed" || outcome.kind === "absent";
      return replyOf<TransferOutcome>(isRefused ? { kind: "not_executed", cause: "error" } : outcome);
    },
    read: asked("read"),
    close: asked("close"),
  };
}

const callbackOf = (index: number, reference: string, state: State): ModelCallback => ({
  provider: "sandbox",
  callback_id: `cb_${reference}_${index}_${state}`,
  reference,
  claimed_state: state,
});

const replyOf = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });

function readingOf(state: State | undefined): Exclude<TransferRead, Undone> {
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
