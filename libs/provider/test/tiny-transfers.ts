import type { WirePayout, WireRefund } from "../src/sandbox/wire.ts";
import type { Behaviour, SeenRequest } from "./scripted-server.ts";

type Kind = "refund" | "payout";
type Shown = WireRefund | WirePayout;
type State = Shown["state"];

/** What the tiny acquirer's orders tell and take note of. */
export interface Charges {
  /** What is left of a charge; null where there is none. */
  left(reference: string): number | null;
  take(reference: string, amount: number): void;
}

/** Money that a refund or a payout moved. */
export interface TransferLine {
  readonly kind: Kind;
  readonly reference: string;
  readonly charge: string | null;
  readonly amount: number;
  readonly currency: string;
}

interface Known {
  readonly shown: Shown;
  readonly later: "succeeded" | "failed" | null;
}

const FIRST: ReadonlyMap<number, State> = new Map<number, State>([
  [100_051, "failed"],
  [105_098, "succeeded"],
]);
const shown = (body: object): Behaviour => ({ status: 200, body });
const refused = (status: number, code: string): Behaviour => ({
  status,
  body: { error: { code, message: "-", executed: false } },
});

/** Refunds and payouts of the tiny acquirer, in memory. */
export function createTinyTransfers(charges: Charges) {
  const known = new Map<string, Known>();
  const book: TransferLine[] = [];

  const chargeOf = (of: Shown): string | null => ("charge" in of ? of.charge : null);

  function keep(kind: Kind, next: Known): Behaviour {
    const { shown: of } = next;
    known.set(`${kind} ${of.reference}`, next);
    if (of.state === "succeeded") book.push({ ...of, kind, charge: chargeOf(of) });
    return shown(of);
  }

  function firstOf(kind: Kind, { amount }: Shown, charge: string | null): [State, string | null] {
    const chosen = FIRST.get(amount) ?? (kind === "payout" && amount === 106_001 ? "received" : "processing");
    if (chosen === "failed") return ["failed", "51"];
    if (charge === null) return [chosen, null];
    const left = charges.left(charge);
    if (left === null) return ["failed", "25"];
    if (left < amount) return ["failed", "13"];
    charges.take(charge, amount);
    return [chosen, null];
  }

  function make(kind: Kind, reference: string, body: Shown, cancelled: boolean): Behaviour {
    const charge = chargeOf(body);
    const before = known.get(`${kind} ${reference}`)?.shown;
    const { amount, currency } = body;
    if (before !== undefined) {
      const same = before.amount === amount && before.currency === currency && chargeOf(before) === charge;
      return same ? shown(before) : refused(409, "reference_conflict");
    }
    const [state, response_code] = cancelled ? (["cancelled", null] as const) : firstOf(kind, body, charge);
    const facts = { reference, mode: "sandbox", amount, currency, state, response_code } as const;
    const at = { created_at: 1, updated_at: 1 };
    const of =
      charge === null ? { payout_id: "p", ...facts, ...at } : { refund_id: "r", charge, ...facts, ...at };
    const ends = state === "processing" && amount !== 104_099;
    const answer = keep(kind, {
      shown: of,
      later: ends ? (amount === 104_051 ? "failed" : "succeeded") : null,
    });
    return state === "succeeded" ? "reset" : answer;
  }

  function cancel(kind: Kind, { shown: of, later }: Known): Behaviour {
    return of.state === "received" ? keep(kind, { shown: { ...of, state: "cancelled" }, later }) : shown(of);
  }

  return {
    book: (): readonly TransferLine[] => book,
    executions: (reference: string): number => book.filter((line) => line.reference === reference).length,
    refundedOf: (charge: string): number =>
      book.filter((line) => line.charge === charge).reduce((sum, { amount }) => sum + amount, 0),
    settle(): void {
      for (const [key, { shown: of, later }] of known) {
        if (later === null) continue;
        const charge = chargeOf(of);
        if (later === "failed" && charge !== null) charges.take(charge, -of.amount);
        const end = { ...of, state: later, response_code: later === "failed" ? "51" : null };
        keep(key.startsWith("refund ") ? "refund" : "payout", { shown: end, later: null });
      }
    },
    answer(kind: Kind, { method, path, body }: SeenRequest): Behaviour {
      const [, , , reference = "", step] = path.split("/");
      if (method === "PUT") return make(kind, reference, JSON.parse(body), false);
      if (step === "cancel") {
        const made = make(kind, reference, JSON.parse(body), true);
        if (typeof made === "object" && made.status !== 200) return made;
      }
      const of = known.get(`${kind} ${reference}`);
      if (of === undefined) return refused(404, `${kind}_not_found`);
      return step === "cancel" ? cancel(kind, of) : shown(of.shown);
    },
  };
}
