import { last4, type Instrument } from "@flowlix/cards";
import {
  SANDBOX_TRAITS,
  type NotExecuted,
  type OrderRef,
  type Outcome,
  type ProviderAdapter,
  type ReadOutcome,
  type Reply,
  type ReturnedQuery,
  type Unknown,
} from "@flowlix/provider";
import { ACQUIRER_HOST, LOST, notExecuted, type Message, type ModelAcquirer } from "./model-acquirer.ts";

export const OPERATIONS = ["register", "authorise", "read", "close"] as const;
/** `complete` where the acquirer leaves it to us to finish a challenge. */
export type ModelOperation = (typeof OPERATIONS)[number] | "complete";

/**
 * What goes wrong with one call. Nothing arrives: `unreachable`, `refused` and `throttled` (known not to
 * have been executed), `lost`. It arrives: `lost_answer`, `garbled`, `other_amount`; and `late` when
 * nobody waits any more.
 */
export const FAULTS = [
  "unreachable",
  "refused",
  "throttled",
  "lost",
  "lost_answer",
  "garbled",
  "other_amount",
  "late",
] as const;
/** `unavailable`: refused before it leaves us, by an open breaker. */
export type ModelFault = (typeof FAULTS)[number] | "unavailable";

export interface Faults {
  /** The next call of the operation meets it. */
  add(operation: ModelOperation, fault: ModelFault): void;
  clear(): void;
  take(operation: ModelOperation): ModelFault | undefined;
}

export function createFaults(): Faults {
  const waiting = new Map<ModelOperation, ModelFault[]>();
  return {
    add: (operation, fault) => void waiting.set(operation, [...(waiting.get(operation) ?? []), fault]),
    clear: () => waiting.clear(),
    take: (operation) => waiting.get(operation)?.shift(),
  };
}

const GARBLED: Unknown = { kind: "unknown", cause: "garbled" };
const CONTRADICTS: Unknown = { ...GARBLED, contradicts: "amount" };

/** One call: what it does at the acquirer, and its answer, each as the fault lets it. */
function called<O>(
  acquirer: ModelAcquirer,
  fault: ModelFault | undefined,
  does: () => void,
  answer: () => O,
): { readonly answered: O } | { readonly fault: ModelFault } {
  const arrives = fault === undefined || ["lost_answer", "garbled", "other_amount"].includes(fault);
  if (arrives) does();
  if (fault === "late") acquirer.underWay.push(does);
  return fault === undefined ? { answered: answer() } : { fault };
}

const NOT_EXECUTED: Readonly<Partial<Record<ModelFault, NotExecuted>>> = {
  unreachable: notExecuted("unreachable"),
  refused: notExecuted("error"),
  throttled: notExecuted("throttled"),
  unavailable: notExecuted("unavailable"),
};

function unknownOf(fault: ModelFault): Unknown {
  if (fault === "garbled") return GARBLED;
  return fault === "other_amount" ? CONTRADICTS : LOST;
}

const noTransfers = {
  submit: () => Promise.reject(new Error("a Payment makes no transfer")),
  read: () => Promise.reject(new Error("a Payment reads no transfer")),
  close: () => Promise.reject(new Error("a Payment closes no transfer")),
};

/** The way to an acquirer, on which anything can go wrong. */
export interface Way {
  /** The acquirer's name. */
  readonly name: string;
  readonly acquirer: ModelAcquirer;
  readonly faults: Faults;
  /** Whether it can register and authorise in one call. */
  readonly inOneCall: boolean;
  /** Whether it leaves it to us to finish a challenge that the payer has answered. */
  readonly oursToFinish: boolean;
}

/** What the payer comes back with from a challenge of such an acquirer. */
export const RETURN_PARAMETER = "result";

/** Speaks as the real adapter does. */
export function createFaultyAdapter({
  name,
  acquirer,
  faults,
  inOneCall,
  oursToFinish,
}: Way): ProviderAdapter {
  const asked = (operation: "read" | "close", order: OrderRef): ReadOutcome => {
    const does = operation === "close" ? () => acquirer.close(order) : () => undefined;
    const came = called(acquirer, faults.take(operation), does, () => acquirer.answer(order.reference));
    return "answered" in came ? came.answered : unknownOf(came.fault);
  };
  function authorised(order: OrderRef, card: Instrument["card"], first: readonly Message[]): Reply<Outcome> {
    const does = () => {
      for (const act of first) act();
      acquirer.authorise(order.reference, last4(card.number));
    };
    const came = called(acquirer, faults.take("authorise"), does, () => acquirer.answer(order.reference));
    if ("fault" in came)
      return { outcome: NOT_EXECUTED[came.fault] ?? unknownOf(came.fault), providerAtFault: true };
    const answered = came.answered;
    if (answered.kind === "closed" || answered.kind === "absent")
      return { outcome: notExecuted("error"), providerAtFault: false };
    return { outcome: answered.kind === "registered" ? GARBLED : answered, providerAtFault: false };
  }

  function completed(order: OrderRef, challenge: string): Reply<Outcome> {
    const does = () => acquirer.complete(order.reference, challenge);
    const came = called(acquirer, faults.take("complete"), does, () => acquirer.answer(order.reference));
    if ("fault" in came)
      return { outcome: NOT_EXECUTED[came.fault] ?? unknownOf(came.fault), providerAtFault: true };
    const answered = came.answered;
    const isNone = answered.kind === "closed" || answered.kind === "absent" || answered.kind === "registered";
    return { outcome: isNone ? notExecuted("error") : answered, providerAtFault: false };
  }

  return {
    name,
    livemode: false,
    redirectHosts: [ACQUIRER_HOST],
    allowLoopbackHttp: false,
    ...SANDBOX_TRAITS,
    async registerOrder(order) {
      const does = () => acquirer.register(order);
      const came = called(acquirer, faults.take("register"), does, () => acquirer.answer(order.reference));
      if ("fault" in came) {
        // Registering moves nothing: whatever did not answer was not executed, garbage aside.
        const unknown = unknownOf(came.fault);
        const outcome = NOT_EXECUTED[came.fault] ?? (unknown === LOST ? notExecuted("unreachable") : unknown);
        return { outcome, providerAtFault: true };
      }
      const answered = came.answered;
      const outcome =
        answered.kind === "closed" || answered.kind === "absent" ? notExecuted("error") : answered;
      return { outcome, providerAtFault: false };
    },
    authorise: async (order, { card }) => authorised(order, card, []),
    ...(inOneCall
      ? {
          registerAndAuthorise: async (order: OrderRef, { card }: Instrument) =>
            authorised(order, card, [() => acquirer.register(order)]),
        }
      : {}),
    ...(oursToFinish
      ? {
          returnParameters: [RETURN_PARAMETER],
          completeAction: async (order: OrderRef, returned: ReturnedQuery) =>
            completed(order, returned[RETURN_PARAMETER] ?? ""),
        }
      : {}),
    readOrder: async (order) => ({ outcome: asked("read", order), providerAtFault: false }),
    closeOrder: async (order) => ({ outcome: asked("close", order), providerAtFault: false }),
    reverseOrder: async ({ reference }) => ({ outcome: acquirer.reverse(reference), providerAtFault: false }),
    refunds: noTransfers,
    payouts: noTransfers,
    statement: { cutOffMs: 0, postedWithinMs: 0, read: noTransfers.read },
    verifyCallbacks: () => null,
    shutdown: async () => undefined,
  };
}
