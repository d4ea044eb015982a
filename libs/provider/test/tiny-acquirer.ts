import type { WireOrder, WireState } from "../src/sandbox/wire.ts";
import type { Behaviour, SeenRequest } from "./scripted-server.ts";
import { createTinyTransfers } from "./tiny-transfers.ts";

interface KnownOrder {
  readonly order: WireOrder;
  readonly executions: number;
  readonly refunded: number;
}

const STATES: ReadonlyMap<number, WireState> = new Map([
  [100_051, "failed"],
  [103_000, "action_required"],
  [104_098, "received"],
  [104_099, "processing"],
]);
const CHOSEN = { "sandbox-outcome": "amount" };

const shown = (order: WireOrder): Behaviour => ({ status: 200, body: order });
const refused = (status: number, code: string, headers: Record<string, string> = {}): Behaviour => ({
  status,
  body: { error: { code, message: "-", executed: false } },
  headers,
});

/** The one day on which everything happens at the tiny acquirer. */
export const TINY_DAY = "2025-11-21";
const AT = Date.parse(`${TINY_DAY}T12:00:00Z`) / 1_000;

/** The wire's rules in memory: just enough of an acquirer to try the conformance suite itself. */
export function createTinyAcquirer(host: () => string) {
  const orders = new Map<string, KnownOrder>();

  const transfers = createTinyTransfers({
    left(reference) {
      const charge = orders.get(reference);
      if (charge?.order.state !== "succeeded") return null;
      return charge.order.reversed ? 0 : charge.order.amount - charge.refunded;
    },
    take(reference, amount) {
      const charge = orders.get(reference);
      if (charge !== undefined) orders.set(reference, { ...charge, refunded: charge.refunded + amount });
    },
  });

  function keep(known: KnownOrder, differences: Partial<WireOrder>, executed = 0): Behaviour {
    const order = { ...known.order, ...differences };
    orders.set(order.reference, { ...known, order, executions: known.executions + executed });
    return shown(order);
  }

  function register(reference: string, { amount, currency }: WireOrder, state: WireState): Behaviour {
    const known = orders.get(reference);
    if (known !== undefined && (known.order.amount !== amount || known.order.currency !== currency))
      return refused(409, "reference_conflict");
    if (known !== undefined) return shown(known.order);
    if (amount === 105_029) return refused(429, "throttled", CHOSEN);
    if (amount === 105_003) return refused(503, "unavailable", CHOSEN);
    const nothing = { response_code: null, action_url: null, reversed: false, created_at: 1, updated_at: 1 };
    const order = { order_id: "o", reference, mode: "sandbox", amount, currency, state, ...nothing } as const;
    return keep({ order, executions: 0, refunded: 0 }, {});
  }

  function authorise(known: KnownOrder): Behaviour {
    const { order } = known;
    if (order.state !== "registered") return shown(order);
    if (order.amount === 105_002) return { status: 200, body: "{", headers: CHOSEN };
    const state = STATES.get(order.amount) ?? "succeeded";
    const answer = keep(
      known,
      {
        state,
        response_code: state === "failed" ? "51" : null,
        action_url: state === "action_required" ? `http://${host()}/challenge/x` : null,
      },
      state === "succeeded" ? 1 : 0,
    );
    return order.amount === 105_098 ? "reset" : answer;
  }

  function cancel(known: KnownOrder): Behaviour {
    const open = ["registered", "received", "action_required"].includes(known.order.state);
    return open ? keep(known, { state: "cancelled", action_url: null }) : shown(known.order);
  }

  function reverse(known: KnownOrder): Behaviour {
    if (known.order.state !== "succeeded") return refused(409, "not_charged");
    if (known.refunded > 0) return refused(409, "already_refunded");
    return known.order.reversed ? shown(known.order) : keep(known, { reversed: true }, 1);
  }

  function statement(day: string): Behaviour {
    const ofOrders = [...orders.values()].flatMap(
      ({ order: { reference, amount, currency, reversed }, executions }) =>
        (["charge", "reversal"] as const)
          .slice(0, executions === 0 ? 0 : reversed ? 2 : 1)
          .map((kind) => ({ kind, reference, amount, currency })),
    );
    const ofTransfers = transfers.book().map(({ kind, reference, amount, currency }) => ({
      kind,
      reference,
      amount,
      currency,
    }));
    const lines = day === TINY_DAY ? [...ofOrders, ...ofTransfers] : [];
    const texts = lines.map((line) => JSON.stringify({ ...line, executed_at: AT }));
    const end = JSON.stringify({ kind: "end", day, mode: "sandbox", lines: lines.length });
    return { status: 200, body: [...texts, end].join("\n") };
  }

  return {
    executions: (reference: string): number =>
      (orders.get(reference)?.executions ?? 0) + transfers.executions(reference),
    refundedOf: (charge: string) => transfers.refundedOf(charge),
    settle: () => transfers.settle(),
    answer(request: SeenRequest): Behaviour {
      const { method, path, body } = request;
      const [, , objects, reference = "", step] = path.split("/");
      if (objects === "statements") return statement(reference);
      if (objects === "refunds") return transfers.answer("refund", request);
      if (objects === "payouts") return transfers.answer("payout", request);
      if (method === "PUT") return register(reference, JSON.parse(body), "registered");
      if (step === "cancel") {
        const refusal = register(reference, JSON.parse(body), "cancelled");
        if (typeof refusal === "object" && refusal.status !== 200) return refusal;
      }
      const known = orders.get(reference);
      if (known === undefined) return refused(404, "order_not_found");
      if (step === "authorise") return authorise(known);
      if (step === "cancel") return cancel(known);
      return step === "reverse" ? reverse(known) : shown(known.order);
    },
  };
}
