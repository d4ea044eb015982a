import { randomInt } from "node:crypto";
import { createCheckoutAdapter, type CheckoutSettings, type Order } from "@flowlix/provider";
import {
  describeProviderConformance,
  SANDBOX_AMOUNTS,
  SANDBOX_CONFORMANCE,
  type ConformanceAmounts,
  type ConformanceTraits,
  type ProviderFixture,
} from "@flowlix/provider/conformance";
import { startCheckoutDouble } from "@flowlix/acquirer-doubles";
import { settingsFor } from "../test/support/checkout-fixture.ts";
import {
  aCard,
  aPayoutCard,
  applePay,
  googlePay,
  newOrder,
  newPayout,
  newRefund,
} from "../test/support/orders.ts";
import { settingsOf } from "./check-settings.ts";

const isDouble = process.env["ACQUIRER_CHECK_AGAINST"] === "double";
/** After which a capture, a refund or a payout has come to its end, if it ever does. */
const ENDS_AFTER_MS = isDouble ? 400 : 8_000;

/** Chosen by card, as Checkout.com's sandbox has it; what it cannot be made to do is null. */
const AMOUNTS: ConformanceAmounts = {
  ...SANDBOX_AMOUNTS,
  staysReceived: null,
  staysProcessing: null,
  garbled: null,
  lost: null,
  throttled: null,
  unavailable: null,
  transfers: {
    charge: 90_000,
    succeeds: 1_000,
    declined: null,
    declinedLater: null,
    staysProcessing: null,
    lost: null,
    staysReceived: null,
  },
};
const TRAITS: ConformanceTraits = {
  ...SANDBOX_CONFORMANCE,
  registers: false,
  settlesLater: true,
  refusesConcurrent: true,
  wallets: [
    ["Apple Pay", applePay()],
    ["Google Pay", googlePay()],
  ],
};

/** Declined with 20051 (docs/acquirers/checkout.md#test-cards). */
const DECLINED_CARD = "4544249167673670";

/** A reference that no run before had: the account remembers them for a month. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const fresh = (prefix: string): string =>
  prefix + Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

interface Shown {
  readonly id: string;
  readonly status: string;
}
interface Action {
  readonly type: string;
  readonly approved?: boolean;
  readonly reference?: string;
  readonly amount: number;
}

/** How often money moved, by what Checkout.com shows of payments and their actions. */
function shownBy({ api_url, secret_key }: CheckoutSettings) {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${api_url}${path}`, { headers: { authorization: `Bearer ${secret_key}` } });
    if (!answer.ok) throw new Error(`GET ${path.split("?")[0]}: ${answer.status}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as its documents have it; a test sees where not
    return (await answer.json()) as T;
  };
  const paymentsOf = async (reference: string): Promise<readonly Shown[]> =>
    (await get<{ readonly data: readonly Shown[] }>(`/payments?reference=${reference}&limit=100`)).data;
  const actionsOf = async (reference: string): Promise<readonly Action[]> => {
    const payments = await paymentsOf(reference);
    const actions = await Promise.all(
      payments.map(({ id }) => get<readonly Action[]>(`/payments/${id}/actions`)),
    );
    return actions.flat().filter(({ approved }) => approved === true);
  };
  const isRefund = ({ type, reference = "" }: Action) => type === "Refund" && reference.startsWith("ref_");
  return {
    async ofOrder(reference: string): Promise<number> {
      const moved = await actionsOf(reference);
      return moved.filter(
        (action) => ["Capture", "Refund", "Void"].includes(action.type) && !isRefund(action),
      ).length;
    },
    async ofRefund(reference: string, charge: string): Promise<number> {
      return (await actionsOf(charge)).filter((action) => isRefund(action) && action.reference === reference)
        .length;
    },
    async ofPayout(reference: string): Promise<number> {
      return (await paymentsOf(reference)).filter(({ status }) => status === "Paid").length;
    },
    async refundedOf(charge: string): Promise<number> {
      return (await actionsOf(charge)).filter(isRefund).reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}

async function makeFixture(): Promise<ProviderFixture> {
  const double = isDouble ? await startCheckoutDouble({ reportsAtOnce: true }) : undefined;
  const settings =
    double === undefined ? settingsOf<CheckoutSettings>("checkout", process.env) : settingsFor(double);
  // Its sandbox challenges whatever asks for 3D Secure: what is to be charged at once does not ask.
  const plain = createCheckoutAdapter({ ...settings, three_d_secure: "never" }, { livemode: false });
  const challenging = createCheckoutAdapter({ ...settings, three_d_secure: "always" }, { livemode: false });
  const shown = shownBy(settings);
  const charges = new Map<string, string>();
  const adapterFor = ({ amount }: Pick<Order, "amount">) =>
    amount === AMOUNTS.actionRequired ? challenging : plain;
  const chargeBy: typeof plain.registerAndAuthorise = async (order, instrument, call) => {
    const adapter = adapterFor(order);
    return adapter.registerAndAuthorise === undefined
      ? adapter.authorise(order, instrument, call)
      : adapter.registerAndAuthorise(order, instrument, call);
  };
  const between = <R extends { readonly submittedBetween?: unknown }>({
    submittedBetween: _between,
    ...order
  }: R) => order;
  return {
    adapter: {
      ...plain,
      registerAndAuthorise: chargeBy,
      authorise: async (order, instrument, call) => adapterFor(order).authorise(order, instrument, call),
      async shutdown() {
        await Promise.all([plain.shutdown(), challenging.shutdown()]);
      },
    },
    instrumentOf: (amount) => aCard(amount === AMOUNTS.declined ? DECLINED_CARD : "4242424242424242"),
    payoutCardOf: aPayoutCard,
    makeOrder: (amount) => between(newOrder({ amount, livemode: false, reference: fresh("pay_") })),
    makeRefund(amount, charge) {
      const refund = newRefund(charge, { amount, livemode: false, reference: fresh("ref_") });
      charges.set(refund.reference, charge.reference);
      return between(refund);
    },
    makePayout: (amount) => between(newPayout({ amount, livemode: false, reference: fresh("po_") })),
    executions(reference) {
      const charge = charges.get(reference);
      if (charge !== undefined) return shown.ofRefund(reference, charge);
      return reference.startsWith("po_") ? shown.ofPayout(reference) : shown.ofOrder(reference);
    },
    refundedOf: (charge) => shown.refundedOf(charge),
    today: () => new Date().toISOString().slice(0, 10),
    processingEnds: () => new Promise((resolve) => setTimeout(resolve, ENDS_AFTER_MS)),
    stop: async () => double?.stop(),
  };
}

describeProviderConformance(
  isDouble ? "checkout, checked over its double" : "checkout, at its own sandbox",
  makeFixture,
  AMOUNTS,
  TRAITS,
);
