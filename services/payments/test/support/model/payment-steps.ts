import { createHash } from "node:crypto";
import { createEncryptor, summaryOf, type Instrument } from "@flowlix/cards";
import { ENCRYPTED_FOR, type EncryptedFor } from "@flowlix/contracts";
import { isDomainError, newId } from "@flowlix/runtime";
import { BAD_CHECK_DIGIT, TEST_CARDS, testCard, testKeyRing } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { acceptModelCallback } from "./accept-model-callback.ts";
import { acceptOrderCallback } from "../../../src/status-sync/accept-order-callback.ts";
import { completeAuthentication } from "../../../src/authentication/complete-authentication.ts";
import { createPayment } from "../../../src/create/create-payment.ts";
import { getPayment } from "../../../src/read/get-payment.ts";
import { createHostedPayment } from "../../../src/hosted/create-hosted-payment.ts";
import { readPage } from "../../../src/hosted/read-page.ts";
import { refusePage } from "../../../src/hosted/refuse-page.ts";
import { submitPage } from "../../../src/hosted/submit-page.ts";
import { syncPayments } from "../sync-due.ts";
import { FAULTS, OPERATIONS, RETURN_PARAMETER, type ModelOperation } from "./faulty-adapter.ts";
import { reverseException } from "../../../src/exceptions/reverse-exception.ts";
import { PARTY_CHANGES } from "./model-accounts.ts";
import { ENDS } from "./money-rules.ts";
import { takeKey } from "./payment-key.ts";
import { MERCHANT_ID, type PaymentWorld, type Start, type Task } from "./payment-world.ts";

export type Integration = "direct" | "hosted";

/** An index of `NUMBERS`. The last number fails the check digit. */
const card = fc.nat({ max: 6 });
/** `late`: the message of an attempt whose time to start is over. */
const when = fc.constantFrom("in time", "in time", "in time", "in time", "in time", "late");
const index = fc.nat({ max: 5 });
export const RARELY = fc.nat({ max: 7 }).map((eighth) => eighth === 0);

const act = <Name extends string>(name: Name) => fc.constant(name);

/** What goes wrong with the next call of an operation. */
export const FAULT = fc.record({
  act: act("fault"),
  // What is dangerous comes oftener: money that moves though nobody hears of it, or later than that.
  operation: fc.constantFrom("authorise", "authorise", ...OPERATIONS),
  fault: fc.constantFrom("late", "late", "lost_answer", ...FAULTS),
  // As often as a step is tried before it is given up.
  times: fc.constantFrom(1, 1, 1, 3),
});

/** What happens outside of the process, or what it is asked to do. */
export const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: act("create"), when, card }) },
  // Now and then in the form of the first card, which was left open.
  { weight: 7, arbitrary: fc.record({ act: act("submit"), when, card, isOld: RARELY }) },
  { weight: 4, arbitrary: fc.record({ act: act("sync") }) },
  { weight: 2, arbitrary: fc.record({ act: act("read") }) },
  { weight: 3, arbitrary: fc.record({ act: act("return"), forged: RARELY }) },
  { weight: 3, arbitrary: fc.record({ act: act("callback"), index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: act("false callback"),
      claim: fc.constantFrom("succeeded", "failed", "odd"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: act("payer"), action: fc.constantFrom("complete", "fail", "leave") }),
  },
  { weight: 2, arbitrary: fc.record({ act: act("settle") }) },
  { weight: 2, arbitrary: fc.record({ act: act("late message"), index }) },
  { weight: 5, arbitrary: FAULT },
  { weight: 1, arbitrary: fc.record({ act: act("broken promise"), index }) },
  { weight: 1, arbitrary: fc.record({ act: act("reversal") }) },
  // Time that passes while others are in the middle of something; longer than any call lasts, or not.
  { weight: 2, arbitrary: fc.record({ act: act("time"), ms: fc.constantFrom(2_000, 11_000, 26_000) }) },
);
const ACCOUNT_STEP = fc.record({
  act: act("account"),
  index,
  change: fc.constantFrom(...PARTY_CHANGES),
});
/** The same where the merchant has accounts, which change while Payments go on. */
export const STEP_WITH_ACCOUNTS = fc.oneof(
  { weight: 5, arbitrary: STEP },
  { weight: 1, arbitrary: ACCOUNT_STEP },
);
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Step = Drawn<typeof STEP_WITH_ACCOUNTS>;

const { visa, mastercard, discover, jcb, maestro, diners } = TEST_CARDS;
const NUMBERS = [visa, mastercard, discover, jcb, maestro, diners, BAD_CHECK_DIGIT];

const SCOPE = { merchant_id: MERCHANT_ID, livemode: false };
const KEY_SCOPE = { ...SCOPE, key_id: `key_${"0".repeat(24)}` };
const REQUEST_DEADLINE_MS = 25_000;
const RETURN_URL = "https://merchant.example/return";

/** What a step does, as a task that may run beside others. */
export function taskOf(world: PaymentWorld, integration: Integration, step: Step): Task {
  const isDirect = integration === "direct";
  return async (start) => {
    switch (step.act) {
      case "create":
        return isDirect ? createDirect(world, step, start) : createHosted(world, start);
      case "submit":
        return isDirect ? createDirect(world, step, start) : submit(world, step, start);
      case "sync":
        return syncPayments(start.process.deps, 16);
      case "read":
        return read(world, integration, start);
      case "return":
        return comeBack(world, step.forged, start);
      case "callback":
        return callback(world, step.index, start);
      case "reversal":
        return reverse(world, start);
      case "false callback":
        return falseCallback(world, step.claim, start);
      default:
        return outside(world, step);
    }
  };
}

type Outside = Extract<
  Step,
  { act: "time" | "payer" | "settle" | "late message" | "fault" | "broken promise" | "account" }
>;

/**
 * Where challenges are ours to finish, what was drawn for registering is met by a completion, and so is what was drawn
 * for authorising an order that is challenged already.
 */
function metBy(world: PaymentWorld, operation: ModelOperation): ModelOperation {
  const isChallenged = world.acquirer.orders.get(world.newest())?.state === "action_required";
  const isMet = operation === "register" || (operation === "authorise" && isChallenged);
  return world.oursToFinish && isMet ? "complete" : operation;
}

/** What nobody asked us about. */
function outside(world: PaymentWorld, step: Outside): Promise<void> {
  const { acquirer, faults } = world;
  const happens = () => {
    switch (step.act) {
      case "payer":
        return acquirer.payer(world.newest(), step.action);
      case "settle":
        return acquirer.settle(world.newest());
      case "late message":
        return acquirer.arrive(step.index);
      case "time":
        return world.pass(step.ms);
      case "fault":
        for (let left = step.times; left > 0; left -= 1) faults.add(metBy(world, step.operation), step.fault);
        return;
      case "account":
        return world.parties.change(step.index, step.change);
      case "broken promise":
        if (acquirer.misbehave(world.orderAt(step.index))) world.known.isPromiseBroken = true;
        return;
    }
  };
  // One turn, for what is no step of a process.
  return new Promise((resolve) => {
    world.scheduler.take(step.act === "payer" ? `payer ${step.action}` : step.act, async () => {
      await happens();
      resolve();
    });
  });
}

const encryptor = createEncryptor(testKeyRing("card"), "card");

function asked(world: PaymentWorld, step: CardStep, start: Start, operation: EncryptedFor) {
  const instrument: Instrument = { kind: "card", card: testCard({ number: NUMBERS[step.card] ?? visa }) };
  const start_before = step.when === "late" ? start.nowMs - 1 : start.nowMs + REQUEST_DEADLINE_MS;
  const money = { amount: 1_250, currency: "EUR" };
  const context = { operation, object_id: world.id, ...SCOPE, ...money, start_before };
  return {
    ...money,
    payment_id: world.id,
    start_before,
    payment_method: { type: "card", card: summaryOf(instrument.card) },
    sealed_instrument: encryptor.encrypt(instrument, context),
    billing_details: null,
  };
}

function reported({ known }: PaymentWorld, status: string): void {
  if (ENDS.includes(status)) known.ends.add(status);
}

interface CardStep {
  readonly when: string;
  readonly card: number;
}

const MERCHANTS = {
  merchant_customer_id: "customer-1",
  return_url: RETURN_URL,
  merchant_reference: null,
  description: null,
};

async function createDirect(world: PaymentWorld, step: CardStep, start: Start): Promise<void> {
  if (step.when === "late") return create(world, step, start, () => false);
  const key = takeKey(world, start, REQUEST_DEADLINE_MS);
  if (key !== null) await create(world, step, start, () => key.isMine()).finally(() => key.end());
}

/**
 * Who holds the key is told while its gateway waits; a late message has nobody left who listens. Releasing counts
 * for the last one who took the key.
 */
async function create(
  world: PaymentWorld,
  step: CardStep,
  start: Start,
  isMine: () => boolean,
): Promise<void> {
  const { known } = world;
  const request = {
    ...asked(world, step, start, ENCRYPTED_FOR.create),
    ...MERCHANTS,
    scope: KEY_SCOPE,
    customer_ip_address: "203.0.113.7",
  };
  const beganAt = performance.now();
  try {
    const payment = await createPayment(start.process.deps, request, "req_test");
    if (step.when === "late") return;
    reported(world, payment.status);
    if (performance.now() - beganAt < REQUEST_DEADLINE_MS) known.isReported = true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    expect(REFUSALS, "refusals of a create").to.include(error.type);
    if (error.key === "release" && isMine()) known.isReleased = true;
  }
}

const REFUSALS = ["rate_limit_exceeded", "service_unavailable", "processing_error", "object_not_found"];

async function createHosted(world: PaymentWorld, start: Start): Promise<void> {
  const start_before = start.nowMs + REQUEST_DEADLINE_MS;
  const making = createHostedPayment(start.process.deps, {
    ...MERCHANTS,
    scope: KEY_SCOPE,
    payment_id: world.id,
    start_before,
    amount: 1_250,
    currency: "EUR",
    page_url: `https://pay.example/pay/${world.id}/{page_token:k1}`,
    customer_ip_address: null,
    billing_details: null,
    ...(world.cards > 1 ? { card_attempts: world.cards } : {}),
  });
  const payment = await unless("service_unavailable", making);
  if (payment === undefined) return;
  reported(world, payment.status);
  world.known.isReported = true;
}

async function submit(
  world: PaymentWorld,
  step: CardStep & { readonly isOld?: boolean },
  start: Start,
): Promise<void> {
  const { deps } = start.process;
  const page =
    world.cards > 1 ? await ifThere(readPage(deps, { payment_id: world.id, look: false })) : undefined;
  const request = {
    ...asked(world, step, start, ENCRYPTED_FOR.submitPage),
    scope: SCOPE,
    customer_ip_address: "203.0.113.7",
    card_attempt: step.isOld === true ? 1 : (page?.declined?.attempt ?? 1),
  };
  if (NUMBERS[step.card] === BAD_CHECK_DIGIT && step.when === "late")
    await ifThere(refusePage(deps, { payment_id: world.id }));
  await ifThere(submitPage(deps, request, "req_test"));
}

async function read(world: PaymentWorld, integration: Integration, start: Start): Promise<void> {
  const { deps } = start.process;
  const payment_id = world.id;
  const payment =
    integration === "direct"
      ? await ifThere(getPayment(deps, { scope: SCOPE, payment_id }))
      : (await ifThere(readPage(deps, { payment_id, look: true })))?.payment;
  if (payment !== undefined) reported(world, payment.status);
}

async function comeBack(world: PaymentWorld, forged: boolean, start: Start): Promise<void> {
  const { deps } = start.process;
  const token = deps.returnTokens.tokenFor(forged ? newId("payment") : world.id);
  const token_sha256 = createHash("sha256").update(token).digest("hex");
  const returning = { payment_id: world.id, token_sha256, ...returnedOf(world) };
  // Who brings something along may reload the page at once.
  if (world.oursToFinish) await ifThere(completeAuthentication(deps, returning));
  const back = await ifThere(completeAuthentication(deps, returning));
  if (forged) expect(back, "a forged return finds nothing").to.equal(undefined);
  else if (back !== undefined) reported(world, back.status);
}

/** A payer who comes back from a challenge that is ours to finish has answered it, or had before. */
function returnedOf(world: PaymentWorld): { readonly returned?: Readonly<Record<string, string>> } {
  if (!world.oursToFinish) return {};
  const order = world.acquirer.orders.get(world.newest());
  if (order?.answer === null) world.acquirer.payer(world.newest(), "complete");
  return { returned: { [RETURN_PARAMETER]: String(order?.challenge ?? 1) } };
}

/** One of those that the acquirer owes when it is this task's turn, for the first time or again. */
async function callback(world: PaymentWorld, at: number, start: Start): Promise<void> {
  const { callbacks } = world.acquirer;
  const one = callbacks[at % Math.max(callbacks.length, 1)];
  if (one !== undefined) await acceptModelCallback(start.process.deps, one);
}

/** An operator gives back what must not stand. */
async function reverse(world: PaymentWorld, start: Start): Promise<void> {
  const { deps } = start.process;
  const open = (await deps.exceptions.list(true, 1_000)).find(
    ({ kind, object_id }) => kind === "charged_after_end" && object_id === world.id,
  );
  if (open === undefined) return;
  try {
    await reverseException(deps, { anomaly_id: open.id, actor: "operator" }, "req_test");
  } catch (error) {
    if (!isDomainError(error)) throw error;
    expect(["object_state_conflict", "service_unavailable"]).to.include(error.type);
  }
}

/** Signed by the provider, and yet not so: a callback is never believed. */
async function falseCallback(world: PaymentWorld, claimed_state: string, start: Start): Promise<void> {
  const callback_id = newId("event");
  const said = { provider: "sandbox", callback_id, reference: world.id, claimed_state };
  await acceptOrderCallback(start.process.deps, said);
}

/** Undefined where there is no Payment yet, or none any more. */
const ifThere = <T>(asking: Promise<T>): Promise<T | undefined> => unless("object_not_found", asking);

async function unless<T>(refusal: string, asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isDomainError(error) && error.type === refusal) return undefined;
    throw error;
  }
}
