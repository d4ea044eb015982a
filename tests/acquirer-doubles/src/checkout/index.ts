import { setTimeout as sleep } from "node:timers/promises";
import { createBook } from "../shared/book.ts";
import { withControl } from "../shared/control.ts";
import type { Double, DoubleOptions } from "../shared/double.ts";
import { createDoubleClock } from "../shared/double-clock.ts";
import { createFaults } from "../shared/faults.ts";
import { startDoubleServer } from "../shared/http-server.ts";
import {
  isObject,
  objectOf,
  textOf,
  type DoubleAnswer,
  type DoubleHandler,
  type DoubleRequest,
} from "../shared/messages.ts";
import { createWebhooks } from "../shared/webhooks.ts";
import { challengePage, wayBack } from "./challenge-page.ts";
import { createEngine, newId, type CheckoutDelays } from "./engine.ts";
import { createNotifyEvent } from "./events.ts";
import { createKeyStore, type KeyStore } from "./key-store.ts";
import { refundable, type CheckoutPayment } from "./payments.ts";
import { createReports } from "./reports.ts";
import { cardOf, errorCodesOf } from "./request-checks.ts";
import { scenarioOf } from "./scenarios.ts";
import { actionView, decidedView, pendingView, readView } from "./views.ts";

export interface CheckoutDoubleOptions extends DoubleOptions {
  readonly secretKey?: string;
  readonly webhookKey?: string;
  readonly delays?: Partial<CheckoutDelays>;
  /** How long a payment is not listed under its reference, in milliseconds. */
  readonly listingDelayMs?: number;
  /** What a request that moves money waits for before it is executed; 3 ms unless told. */
  readonly beforeExecution?: () => Promise<unknown>;
  /** Whether the report of a day that is not over is there as well. */
  readonly reportsAtOnce?: boolean;
}

export interface CheckoutDouble extends Double {
  readonly secretKey: string;
  readonly webhookKey: string;
  readonly keys: KeyStore;
  /** How long what is made from now on is not listed, in milliseconds. */
  setListingDelay(ms: number): void;
  /** The newest first. */
  paymentsOf(reference: string): readonly CheckoutPayment[];
  /** Whether anything was begun here under such a reference. */
  knows(isOne: (reference: string | undefined) => boolean): boolean;
}

const DELAYS: CheckoutDelays = { capture: 150, refund: 150, payout: 150, returned: 60_000 };
/** Of the shape by which their own client knows the platform. */
const SECRET_KEY = `sk_sbox_${"a".repeat(27)}`;
/** The sandbox forgets what is older. */
const KEPT_MS = 30 * 86_400_000;
const LIST_MAX = 100;
const LATENCY_MS = 3;

/** A double of Checkout.com (docs/acquirers/checkout.md); `README.md` says how it behaves. */
export async function startCheckoutDouble(options: CheckoutDoubleOptions = {}): Promise<CheckoutDouble> {
  const {
    port = 0,
    secretKey = SECRET_KEY,
    webhookKey = "webhook-key-of-the-double",
    beforeExecution = () => sleep(LATENCY_MS),
  } = options;
  let listingDelayMs = options.listingDelayMs ?? 0;
  const clock = createDoubleClock({ stands: options.timeStands });
  const [book, faults] = [createBook(), createFaults()];
  const webhooks = createWebhooks({
    clock,
    ...(options.webhookUrl === undefined ? {} : { url: options.webhookUrl }),
    ...(options.mischief === undefined ? {} : { mischief: options.mischief }),
    ...(options.webhookTries === undefined ? {} : { tries: options.webhookTries }),
  });
  const notify = createNotifyEvent(webhooks, webhookKey, () => clock.nowMs());
  const engine = createEngine({ clock, book, notify, delays: { ...DELAYS, ...options.delays } });
  const keys = createKeyStore(clock);
  const payments = new Map<string, CheckoutPayment>();
  let base = "";

  const paymentsOf = (reference: string): readonly CheckoutPayment[] =>
    [...payments.values()].filter((payment) => payment.reference === reference).toReversed();
  const known = (id: string): CheckoutPayment | undefined => {
    const payment = payments.get(id);
    return payment !== undefined && clock.nowMs() - payment.requestedMs < KEPT_MS ? payment : undefined;
  };
  const reports = createReports({
    book,
    atOnce: options.reportsAtOnce ?? false,
    nowMs: () => clock.nowMs(),
    paymentIdOf: ({ id }) =>
      [...payments.values()].find(({ actions }) => actions.some((action) => action.id === id))?.id ?? "",
    latestReferenceOf: (id) => {
      const payment = payments.get(id);
      return (
        payment?.actions.find(({ reference }) => reference !== undefined)?.reference ??
        payment?.reference ??
        ""
      );
    },
  });

  function make(body: Record<string, unknown>): DoubleAnswer {
    const errorCodes = errorCodesOf(body, clock.nowMs());
    if (errorCodes.length > 0) return invalid(errorCodes);
    const isPayout = isObject(body["destination"]);
    const { number = "" } = cardOf(body) ?? {};
    const amount = Number(body["amount"]);
    const payment: CheckoutPayment = {
      id: newId("pay"),
      kind: isPayout ? "payout" : "payment",
      reference: textOf(body["reference"]),
      amount,
      currency: textOf(body["currency"]),
      scenario: scenarioOf(number, amount),
      last4: number.slice(-4),
      requestedMs: clock.nowMs(),
      listedMs: clock.nowMs() + listingDelayMs,
      successUrl: textOf(body["success_url"], base),
      failureUrl: textOf(body["failure_url"], base),
      status: "Pending",
      actions: [],
    };
    payments.set(payment.id, payment);
    if (isPayout) engine.beginPayout(payment);
    else engine.begin(payment);
    return payment.status === "Pending"
      ? { status: 202, body: pendingView(payment, base) }
      : { status: 201, body: decidedView(payment, base) };
  }

  function refund(payment: CheckoutPayment, body: Record<string, unknown>): DoubleAnswer {
    if (!["Captured", "Partially Refunded"].includes(payment.status)) return { status: 403 };
    const amount = body["amount"] === undefined ? refundable(payment) : Number(body["amount"]);
    if (!Number.isInteger(amount) || amount < 1) return invalid(["amount_invalid"]);
    if (amount > refundable(payment)) return invalid(["refund_amount_exceeds_balance"]);
    const reference = textOf(body["reference"]);
    const action = engine.refund(payment, amount, reference, scenarioOf("", amount), false);
    return accepted(action.id, reference);
  }

  function reverse(payment: CheckoutPayment, body: Record<string, unknown>): DoubleAnswer {
    const reference = textOf(body["reference"]);
    if (payment.status === "Authorized")
      return accepted(engine.voidPayment(payment, reference).id, reference);
    const left = refundable(payment);
    if (payment.status !== "Captured" || left < payment.amount) return { status: 403 };
    return accepted(engine.refund(payment, left, reference, {}, true).id, reference);
  }

  /** Anything that moves money takes a while, in which another of its key comes too soon. */
  async function keyed(request: DoubleRequest, run: (body: Record<string, unknown>) => DoubleAnswer) {
    const body = objectOf(request);
    const header = request.headers["cko-idempotency-key"];
    const key = typeof header === "string" ? `${request.path} ${header}` : undefined;
    return keys.under(key, async () => {
      await beforeExecution();
      return body === null ? invalid(["request_body_malformed"]) : run(body);
    });
  }

  function list(query: URLSearchParams): DoubleAnswer {
    const reference = query.get("reference");
    if (reference === null) return invalid(["reference_required"]);
    const listed = paymentsOf(reference).filter(({ id, listedMs }) => listedMs <= clock.nowMs() && known(id));
    const [limit, skip] = [
      Math.min(Number(query.get("limit") ?? 10), LIST_MAX),
      Number(query.get("skip") ?? 0),
    ];
    const data = listed.slice(skip, skip + limit).map((payment) => readView(payment, base));
    return { status: 200, body: { limit, skip, total_count: listed.length, data } };
  }

  function challenged(request: DoubleRequest, session: string): DoubleAnswer {
    const payment = [...payments.values()].find(({ challenge }) => challenge === session);
    if (payment === undefined) return { status: 404, body: "this challenge is over" };
    if (request.method === "GET") return challengePage(`${payment.amount} ${payment.currency}`);
    const isAuthenticated = new URLSearchParams(request.body.toString("utf8")).get("answer") === "approve";
    engine.answerChallenge(payment, isAuthenticated);
    return wayBack(payment.status === "Authorized" ? payment.successUrl : payment.failureUrl, session);
  }

  async function ofPayment(
    request: DoubleRequest,
    payment: CheckoutPayment | undefined,
    step: string | undefined,
  ) {
    if (payment === undefined) return { status: 404 };
    const { method } = request;
    if (method === "GET" && step === undefined) return { status: 200, body: readView(payment, base) };
    if (method === "GET" && step === "actions") return { status: 200, body: payment.actions.map(actionView) };
    if (method === "POST" && step === "refunds") return keyed(request, (body) => refund(payment, body));
    if (method === "POST" && (step === "reversals" || step === "voids"))
      return keyed(request, (body) => reverse(payment, body));
    return { status: 404 };
  }

  const handle: DoubleHandler = async (request) => {
    const [, first, second, third, fourth] = request.path.split("/");
    if (first === "3ds" && second !== undefined) return challenged(request, second);
    if (request.headers.authorization !== `Bearer ${secretKey}`) return { status: 401 };
    if (first === "payments" && second !== undefined) return ofPayment(request, known(second), third);
    if (first === "payments") return request.method === "POST" ? keyed(request, make) : list(request.query);
    if (first === "reports" && third === "files") return reports.file(fourth ?? "");
    if (first === "reports" && second === undefined) return reports.list(request.query);
    return { status: 404 };
  };

  const server = await startDoubleServer({
    port,
    faults,
    handle: withControl({ book, faults, clock }, handle),
  });
  base = server.url;
  return {
    cards: "4242424242424242 pays, 4544249167673670 is declined, 4000000000003220 is asked for a challenge",
    account: {
      acquirer: "checkout",
      settings: {
        api_url: server.url,
        redirect_hosts: [server.host],
        currency_account_id: "ca_accountofthedouble",
        funds_transfer_type: "FD",
      },
      secrets: { secret_key: secretKey, webhook_key: webhookKey },
    },
    server,
    book,
    faults,
    clock,
    webhooks,
    keys,
    secretKey,
    webhookKey,
    paymentsOf,
    knows: (isOne) =>
      [...payments.values()].some(
        ({ reference, actions }) => isOne(reference) || actions.some((action) => isOne(action.reference)),
      ),
    setListingDelay: (ms) => (listingDelayMs = ms),
    async stop() {
      clock.stop();
      await webhooks.stop();
      await server.stop();
    },
  };
}

const accepted = (actionId: string, reference: string): DoubleAnswer => ({
  status: 202,
  body: { action_id: actionId, reference },
});

const invalid = (errorCodes: readonly string[]): DoubleAnswer => ({
  status: 422,
  body: { request_id: newId("req"), error_type: "request_invalid", error_codes: errorCodes },
});
