import type { FailureCode } from "@flowlix/contracts";
import {
  orderNamed,
  type ActionRequired,
  type NotExecuted,
  type OrderRef,
  type ReadOutcome,
  type Undone,
  type ReverseOutcome,
  type Unknown,
} from "@flowlix/provider";

export type ModelState =
  | "registered"
  | "received"
  | "action_required"
  | "processing"
  | "succeeded"
  | "failed"
  | "cancelled"
  /** Charged once, and given back for ever. */
  | "reversed";

/** What becomes of the orders of one Payment. */
export interface Plans {
  readonly first: Plan;
  /** Of every card after the first. */
  readonly later: Plan;
}

/** What becomes of an order that is authorised. */
export interface Plan {
  readonly first: "succeeded" | "failed" | "action_required" | "processing" | "received";
  /** After a good challenge. */
  readonly challenged: "succeeded" | "failed" | "processing";
  /** Of what is being processed or was merely received; a challenge once; null for what stays so for ever. */
  readonly result: "succeeded" | "failed" | "challenge" | null;
  /** The challenge is at a place that is not the acquirer's own. */
  readonly elsewhere: boolean;
}

export interface ModelOrder {
  readonly amount: number;
  readonly currency: string;
  state: ModelState;
  /** Last four digits of the card that was authorised. */
  card: string | null;
  /** Counted from 1; another one has another address. */
  challenge: number;
  /** What the payer did, where it is for us to finish the challenge with it. */
  answer: "complete" | "fail" | null;
}

export interface ModelCallback {
  readonly provider: string;
  /** Under whose key it was signed; null for the installation's own acquirer. */
  readonly provider_account: string | null;
  readonly callback_id: string;
  readonly reference: string;
  readonly claimed_state: string;
}

/** A message on its way to the acquirer, or what it does there when it arrives. */
export type Message = () => void;

/**
 * An acquirer that keeps its promises, with the book that is the truth: an order is charged at most
 * once, a closed reference never. What goes wrong between it and us is not its doing.
 */
export interface ModelAcquirer {
  readonly orders: ReadonlyMap<string, ModelOrder>;
  /** Those that were charged against its word. */
  readonly broken: ReadonlySet<string>;
  /** How often each reference was charged. */
  readonly book: ReadonlyMap<string, number>;
  /** Told of the end of a challenge and of later results, and not yet delivered. */
  readonly callbacks: readonly ModelCallback[];
  /** Messages that arrive when nobody waits for them any more. */
  readonly underWay: Message[];
  /** Lets one of them arrive, if there is one. */
  arrive(index: number): void;
  /** How many have arrived so. */
  arrivedLate(): number;
  register(order: OrderRef): void;
  authorise(reference: string, card: string): void;
  /**
   * Finishes that challenge as the payer answered it. It is no kinder than the meanest: a second time it charges again.
   */
  complete(reference: string, challenge: string): void;
  close(order: OrderRef): void;
  /** Gives a charge back. */
  reverse(reference: string): ReverseOutcome;
  /** What it says of an order. */
  answer(reference: string): Exclude<ReadOutcome, Undone>;
  payer(reference: string, action: "complete" | "fail" | "leave"): void;
  /** Lets what is under way at the acquirer come one step further. */
  settle(reference: string): void;
  /** Breaks its promise: charges an order that it had said was declined or closed. True where it did. */
  misbehave(reference: string): boolean;
}

export const DECLINED: FailureCode = "do_not_honor";
export const ACQUIRER_HOST = "acquirer.example";
const OTHER_HOST = "elsewhere.example";

/** A merchant's account at it; null for the installation's own. */
type AccountThere = { readonly id: string; readonly provider: string } | null;

/** @param oursToFinish whether it leaves it to us to finish a challenge that the payer has answered */
export function createModelAcquirer(
  plans: Plans,
  oursToFinish: boolean,
  account: AccountThere = null,
): ModelAcquirer {
  const [provider, provider_account] = account === null ? ["sandbox", null] : [account.provider, account.id];
  const planOf = (reference: string): Plan =>
    orderNamed(reference).attempt === 1 ? plans.first : plans.later;
  const broken = new Set<string>();
  const orders = new Map<string, ModelOrder>();
  const book = new Map<string, number>();
  const callbacks: ModelCallback[] = [];
  const underWay: Message[] = [];
  let arrived = 0;
  /** What finished challenges came to, by reference and number. */
  const finished = new Map<string, ModelState>();

  function enter(reference: string, state: ModelState, reported: boolean): void {
    const order = orders.get(reference);
    if (order === undefined) return;
    order.state = state;
    if (state === "succeeded") book.set(reference, (book.get(reference) ?? 0) + 1);
    if (!reported) return;
    const callback_id = `cb_${reference}_${callbacks.length}_${state}`;
    callbacks.push({ provider, provider_account, callback_id, reference, claimed_state: state });
  }

  const register = ({ reference, amount, currency }: OrderRef) => {
    if (!orders.has(reference))
      orders.set(reference, {
        amount,
        currency,
        state: "registered",
        card: null,
        challenge: 1,
        answer: null,
      });
  };

  return {
    orders,
    broken,
    book,
    callbacks,
    underWay,
    arrive(index) {
      const [message] = underWay.splice(index % Math.max(underWay.length, 1), 1);
      if (message === undefined) return;
      arrived += 1;
      message();
    },
    arrivedLate: () => arrived,
    register,
    authorise(reference, card) {
      const order = orders.get(reference);
      if (order?.state !== "registered") return;
      order.card = card;
      enter(reference, planOf(reference).first, false);
    },
    complete(reference, challenge) {
      const order = orders.get(reference);
      const before = finished.get(`${reference} ${challenge}`);
      if (before === "succeeded") book.set(reference, (book.get(reference) ?? 0) + 1);
      if (before !== undefined || order?.state !== "action_required" || order.answer === null) return;
      if (String(order.challenge) !== challenge) return;
      const state = order.answer === "fail" ? "failed" : planOf(reference).challenged;
      finished.set(`${reference} ${challenge}`, state);
      order.answer = null;
      enter(reference, state, true);
    },
    close(order) {
      register(order);
      const { reference } = order;
      const state = orders.get(reference)?.state;
      if (state === "registered" || state === "received" || state === "action_required")
        enter(reference, "cancelled", false);
    },
    reverse(reference) {
      const state = orders.get(reference)?.state;
      if (state === "reversed") return "reversed";
      if (state !== "succeeded") return "not_charged";
      book.set(reference, (book.get(reference) ?? 0) - 1);
      enter(reference, "reversed", false);
      return "reversed";
    },
    answer(reference) {
      const order = orders.get(reference);
      return order === undefined
        ? { kind: "absent" }
        : outcomeOf(reference, order, planOf(reference).elsewhere);
    },
    payer(reference, action) {
      const order = orders.get(reference);
      const plan = planOf(reference);
      if (order?.state !== "action_required" || plan.elsewhere) return;
      if (action === "leave") {
        order.challenge += 1;
        order.answer = null;
      } else if (oursToFinish) order.answer = action;
      else enter(reference, action === "fail" ? "failed" : plan.challenged, true);
    },
    settle(reference) {
      const order = orders.get(reference);
      const plan = planOf(reference);
      if (order === undefined || plan.result === null) return;
      if (order.state === "received") enter(reference, "processing", true);
      else if (order.state === "processing" && plan.result !== "challenge")
        enter(reference, plan.result, true);
      else if (order.state === "processing") {
        const again = order.challenge > 1;
        order.challenge += 1;
        enter(reference, again ? "succeeded" : "action_required", true);
      }
    },
    misbehave(reference) {
      const state = orders.get(reference)?.state;
      if (state !== "failed" && state !== "cancelled") return false;
      broken.add(reference);
      enter(reference, "succeeded", true);
      return true;
    },
  };
}

function outcomeOf(
  reference: string,
  { state, challenge }: ModelOrder,
  elsewhere: boolean,
): Exclude<ReadOutcome, Undone> {
  switch (state) {
    case "registered":
      return { kind: "registered" };
    case "received":
    case "processing":
      return { kind: "in_progress", stage: state };
    case "action_required":
      return actionAt(`https://${elsewhere ? OTHER_HOST : ACQUIRER_HOST}/${reference}/${challenge}`);
    case "succeeded":
      return { kind: "succeeded" };
    case "failed":
      return { kind: "failed", code: DECLINED };
    case "cancelled":
    case "reversed":
      return { kind: "closed" };
  }
}

const actionAt = (url: string): ActionRequired => ({ kind: "action_required", url });

export const LOST: Unknown = { kind: "unknown", cause: "lost" };
export const notExecuted = (cause: NotExecuted["cause"]): NotExecuted => ({ kind: "not_executed", cause });
