import { createAdyenAdapter } from "@flowlix/provider";
import {
  describeProviderConformance,
  SANDBOX_AMOUNTS,
  type ConformanceAmounts,
  type ConformanceTraits,
  type ProviderFixture,
} from "@flowlix/provider/conformance";
import type { ChosenOutcome } from "@flowlix/acquirer-doubles";
import {
  aCard,
  anAccount,
  anApplePay,
  anOrder,
  aPanOnly,
  aGooglePay,
  aPayout,
  aPayoutCard,
  aRefund,
} from "./support.ts";

/** What cannot be asked for is null: nothing reads a payment or a refund before its webhook. */
const AMOUNTS: ConformanceAmounts = {
  ...SANDBOX_AMOUNTS,
  staysReceived: null,
  staysProcessing: null,
  garbled: null,
  // Adyen's health is measured by answers that are lost: that one is found again has tests of its own.
  lost: null,
  unavailable: null,
  transfers: {
    ...SANDBOX_AMOUNTS.transfers,
    declined: null,
    declinedLater: null,
    staysProcessing: null,
    lost: null,
    staysReceived: null,
  },
};

const OUTCOMES: ReadonlyMap<number, ChosenOutcome> = new Map([
  [SANDBOX_AMOUNTS.declined, "refused"],
  [SANDBOX_AMOUNTS.actionRequired, "challenge"],
  [SANDBOX_AMOUNTS.throttled, "throttled"],
]);

const TRAITS: ConformanceTraits = {
  registers: false,
  settlesLater: true,
  refusesConcurrent: false,
  wallets: [
    ["Apple Pay", anApplePay()],
    ["Apple Pay with an eci", anApplePay("05")],
    ["Google Pay with CRYPTOGRAM_3DS", aGooglePay()],
    ["Google Pay with PAN_ONLY", aPanOnly()],
  ],
};

const fixtureOf = (underWayMs: number) => async (): Promise<ProviderFixture> => {
  const outcomeOfAmount = (amount: number) => OUTCOMES.get(amount);
  const account = await anAccount({ outcomeOfAmount, underWayMs, timeZone: "America/New_York" });
  const { double } = account;
  return {
    adapter: createAdyenAdapter({ settings: double.settings, livemode: false }),
    instrumentOf: () => aCard(),
    payoutCardOf: aPayoutCard,
    evidenceOf: async (reference) => {
      account.settle();
      return account.kept(reference);
    },
    makeOrder: (amount) => anOrder({ amount }),
    makeRefund: (amount, charge) => aRefund(charge, undefined, amount),
    makePayout: (amount) => aPayout({ amount }),
    executions: async (reference) => double.book.executions(reference),
    refundedOf: async (charge) => double.book.refundedOf(charge),
    today: () => new Date(double.clock.nowMs()).toISOString().slice(0, 10),
    processingEnds: async () => account.settle(),
    stop: () => account.stop(),
  };
};

describeProviderConformance("adyen, over its double", fixtureOf(0), AMOUNTS, TRAITS);

describeProviderConformance("adyen, over a double that refuses what is under way", fixtureOf(30), AMOUNTS, {
  ...TRAITS,
  refusesConcurrent: true,
});
