import { createEncryptor, summaryOf, type Instrument } from "@flowlix/cards";
import { ENCRYPTED_FOR, type Payment, type SubmitResult } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { moveClock, testCard, testKeyRing } from "@flowlix/testkit";
import { createHostedPayment, type CreateHostedPayment } from "../../src/hosted/create-hosted-payment.ts";
import { readPage, type HostedPage } from "../../src/hosted/read-page.ts";
import { refusePage } from "../../src/hosted/refuse-page.ts";
import { submitPage, type SubmitPage } from "../../src/hosted/submit-page.ts";
import { syncPayments } from "./sync-due.ts";
import { DEADLINE_MS, type PaymentsUnderTest } from "./payments-under-test.ts";

export const MINUTE = 60_000;
export const PAGE_URL_END = "{page_token:k1}";

const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false, key_id: `key_${"0".repeat(24)}` };
const CARD: Instrument = { kind: "card", card: testCard() };

/** The changes that a submit may make to what a payer would send. */
export interface SubmitChanges extends Partial<SubmitPage> {
  readonly instrument?: Instrument;
}

/** A hosted Payment's page, as its gateway uses it. */
export interface PageUnderTest {
  readonly id: string;
  readonly initial: Payment;
  readonly read: (look?: boolean) => Promise<HostedPage>;
  readonly stage: (look?: boolean) => Promise<HostedPage["stage"]>;
  /** What the page sends for a card submitted now; hand it to `send`. */
  readonly filled: (changes?: SubmitChanges) => Promise<SubmitPage>;
  readonly send: (filled: SubmitPage) => Promise<SubmitResult>;
  readonly submit: (changes?: SubmitChanges) => Promise<SubmitResult>;
  readonly refuse: () => Promise<number | null>;
  readonly row: () => Promise<Record<string, unknown>>;
  readonly status: () => Promise<unknown>;
  readonly eventTypes: () => Promise<string[]>;
  /** Moves the clock that far from the real time and syncs what is due then. */
  readonly syncAfter: (ms: number) => ReturnType<typeof syncPayments>;
}

/** The merchant's request for a hosted Payment, as the gateway passes it on. */
export async function hostedRequest(
  { deps }: Pick<PaymentsUnderTest, "deps">,
  changes: Partial<CreateHostedPayment> = {},
): Promise<CreateHostedPayment> {
  const id = changes.payment_id ?? newId("payment");
  return {
    scope: SCOPE,
    payment_id: id,
    start_before: (await deps.hosted.nowMs()) + DEADLINE_MS,
    amount: 1_250,
    currency: "EUR",
    page_url: `https://pay.example/pay/${id}/${PAGE_URL_END}`,
    customer_ip_address: null,
    merchant_customer_id: "customer-1",
    return_url: "https://merchant.example/return?order=1",
    merchant_reference: null,
    description: "Two chairs",
    billing_details: null,
    ...changes,
  };
}

/** Makes a hosted Payment and answers what its page can do. */
export async function hostedPage(
  under: PaymentsUnderTest,
  changes: Partial<CreateHostedPayment> = {},
): Promise<PageUnderTest> {
  const { deps, database, events } = under;
  const initial = await createHostedPayment(deps, await hostedRequest(under, changes));
  const { id } = initial;
  const read = (look = false) => readPage(deps, { payment_id: id, look });
  const send = async (filled: SubmitPage) => (await submitPage(deps, filled, "req_test")).result;
  const filled = async (submitted: SubmitChanges = {}) => filledForm(await read(), submitted);
  const row = async () => {
    const found = await under.row(id);
    if (found === undefined) throw new Error(`${id} is gone`);
    return found;
  };
  return {
    id,
    initial,
    read,
    stage: async (look) => (await read(look)).stage,
    filled,
    send,
    submit: async (submitted) => send(await filled(submitted)),
    refuse: async () => (await refusePage(deps, { payment_id: id })).form_closed_until_ms,
    row,
    status: async () => (await row())["status"],
    eventTypes: async () => (await events(id)).map(({ event_type }) => event_type),
    syncAfter: async (ms) => {
      await moveClock(database, ms);
      return syncPayments(deps, 100);
    },
  };
}

const encryptor = createEncryptor(testKeyRing("card"), "card");

function filledForm(page: HostedPage, { instrument = CARD, ...changes }: SubmitChanges): SubmitPage {
  const { payment, scope, now_ms } = page;
  const asked = {
    scope,
    payment_id: payment.id,
    start_before: now_ms + DEADLINE_MS,
    amount: payment.amount,
    currency: payment.currency,
    payment_method: { type: "card", card: summaryOf(instrument.card) },
    customer_ip_address: "198.51.100.9",
    billing_details: payment.billing_details,
    ...changes,
  };
  const sealed_instrument = encryptor.encrypt(instrument, {
    operation: ENCRYPTED_FOR.submitPage,
    object_id: asked.payment_id,
    merchant_id: asked.scope.merchant_id,
    livemode: asked.scope.livemode,
    amount: asked.amount,
    currency: asked.currency,
    start_before: asked.start_before,
  });
  return { sealed_instrument, ...asked };
}
