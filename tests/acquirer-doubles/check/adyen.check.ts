import { randomInt } from "node:crypto";
import { createAdyenAdapter, type AdyenSettings, type Order } from "@flowlix/provider";
import {
  describeProviderConformance,
  SANDBOX_AMOUNTS,
  type ConformanceAmounts,
  type ConformanceTraits,
  type ProviderFixture,
} from "@flowlix/provider/conformance";
import { CHALLENGED_CARD, startAdyenDouble } from "@flowlix/acquirer-doubles";
import {
  aCard,
  aGooglePay,
  anApplePay,
  anOrder,
  aPanOnly,
  aPayout,
  aPayoutCard,
  aRefund,
} from "../test/adyen/support.ts";
import { settingsOf } from "./check-settings.ts";
import { openInbox, type WebhookInbox } from "./webhook-inbox.ts";

const isDouble = process.env["ACQUIRER_CHECK_AGAINST"] === "double";
/** After which what was going to be told has been told. */
const QUIET_MS = isDouble ? 150 : 5_000;

/** Chosen by card and holder's name, as Adyen's test platform has it; what it cannot be made to do is null. */
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
  registers: false,
  settlesLater: true,
  refusesConcurrent: true,
  wallets: [
    ["Apple Pay", anApplePay()],
    ["Google Pay with CRYPTOGRAM_3DS", aGooglePay()],
    ["Google Pay with PAN_ONLY", aPanOnly()],
  ],
};

/** A reference that no run before had: the account remembers all of them. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const fresh = (prefix: string): string =>
  prefix + Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

interface Kept {
  readonly psp: string;
  readonly original: string;
  readonly event: string;
  readonly success: boolean;
  readonly value: number;
}

/** How often money moved for a reference, and what was given back of a charge, by what Adyen itself told. */
function reportedBy(inbox: WebhookInbox) {
  const facts = (reference: string): readonly Kept[] =>
    inbox
      .kept(reference)
      .map(({ evidence }): Kept => JSON.parse(evidence))
      .filter(({ success }) => success);
  const MOVES = new Set(["AUTHORISATION", "CANCEL_OR_REFUND", "REFUND"]);
  return {
    executions: (reference: string): number => {
      const moves = facts(reference).filter(({ event }) => MOVES.has(event));
      const payouts = inbox
        .all()
        .filter(({ kind, claimedState, ...payout }) =>
          kind === "payout" && claimedState === "booked" ? payout.reference === reference : false,
        );
      return new Set(moves.map(({ psp }) => psp)).size + Math.min(payouts.length, 1);
    },
    refundedOf(charge: string): number {
      const psp = facts(charge).find(({ event }) => event === "AUTHORISATION")?.psp;
      const refunds = inbox.all().filter(({ kind }) => kind === "refund");
      return [...new Set(refunds.map(({ reference }) => reference))]
        .flatMap(facts)
        .filter(({ event, original }) => event === "REFUND" && original === psp)
        .reduce((sum, { value }) => sum + value, 0);
    },
  };
}

async function makeFixture(): Promise<ProviderFixture> {
  let settings: AdyenSettings | undefined;
  const inbox = await openInbox(isDouble ? 0 : Number(process.env["ADYEN_WEBHOOK_PORT"]), () => {
    if (adapter === undefined) throw new Error("a webhook came before there was an adapter");
    return adapter.verifyCallbacks;
  });
  const double = isDouble ? await startAdyenDouble({ webhookUrl: inbox.url }) : undefined;
  settings = double?.settings ?? settingsOf<AdyenSettings>("adyen", process.env);
  const adapter = createAdyenAdapter({ settings, livemode: false });
  const reported = reportedBy(inbox);

  const cardOf = (amount: number) =>
    amount === AMOUNTS.declined
      ? aCard({ holder_name: "NOT_ENOUGH_BALANCE" })
      : aCard(amount === AMOUNTS.actionRequired ? { number: CHALLENGED_CARD } : {});
  const refundOf = (amount: number, charge: Order) => ({
    ...aRefund(charge, undefined, amount),
    reference: fresh("ref_"),
  });
  return {
    adapter,
    instrumentOf: cardOf,
    payoutCardOf: aPayoutCard,
    evidenceOf: async (reference) => {
      await inbox.quietFor(QUIET_MS);
      return inbox.kept(reference);
    },
    makeOrder: (amount) => anOrder({ amount, reference: fresh("pay_") }),
    makeRefund: refundOf,
    makePayout: (amount) => aPayout({ amount, reference: fresh("po_") }),
    async executions(reference) {
      await inbox.quietFor(QUIET_MS);
      return reported.executions(reference);
    },
    async refundedOf(charge) {
      await inbox.quietFor(QUIET_MS);
      return reported.refundedOf(charge);
    },
    today: () => new Date().toISOString().slice(0, 10),
    processingEnds: () => inbox.quietFor(QUIET_MS),
    async stop() {
      await double?.stop();
      await inbox.stop();
    },
  };
}

describeProviderConformance(
  isDouble ? "adyen, checked over its double" : "adyen, at its own sandbox",
  makeFixture,
  AMOUNTS,
  TRAITS,
);
