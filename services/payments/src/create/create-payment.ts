import { randomUUID } from "node:crypto";
import type { Instrument, Secret } from "@flowlix/cards";
import { ENCRYPTED_FOR, type Payment } from "@flowlix/contracts";
import { QueueFull, databaseTime } from "@flowlix/persistence";
import type { Provider } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import type { Inserted, NewPayment } from "./insert-payment.ts";
import { decryptInstrument, noRouteError, portOf, refuseAsked, type Routed } from "@flowlix/engine";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { viewOf } from "../payment/payment-view.ts";
import { INITIAL } from "../payment/initial.ts";
import { askedOf, routeQuestion } from "./asked-of.ts";
import { refuseAnotherPayment } from "./refuse-another-payment.ts";
import { resumePayment } from "./resume-payment.ts";
import { submitPayment } from "./submit-payment.ts";
import type { CreatePayment, Attempt } from "./attempt.ts";

const RETRY_AFTER_S = 5;

/**
 * Makes a Direct Payment, or goes on with the one that exists under this id. A decline is a result,
 * not an error. Safe to repeat: every step is keyed by the id, and only the holder of the row's claim
 * submits (docs/design/architecture.md#create-payment). Errors: as the contract's `create` lists them, with what is
 * left of the idempotency key.
 */
export async function createPayment(
  deps: PaymentsDeps,
  request: CreatePayment,
  requestId: string,
): Promise<Payment> {
  const startedAt = performance.now();
  const route = deps.acquirers.route(routeQuestion(request), (port) => port.isOpen());
  const provider = portOf(route);
  const instrument = decryptInstrument(deps, {
    ...request,
    noun: "payment",
    operation: ENCRYPTED_FOR.create,
    object_id: request.payment_id,
  });
  if (route === null || "refused" in route || instrument === null || route.port.isOpen()) {
    const refused = route !== null && "refused" in route && instrument !== null;
    const refusal = refused ? noRouteError(route) : refusalOf(provider, instrument);
    return reportOrRefuse(deps, request, refusal);
  }
  const notTaken = refuseAsked(route.port.capabilities, askedOf(request, instrument.reveal()));
  if (notTaken !== null) return reportOrRefuse(deps, request, notTaken);
  const attempt: Attempt = {
    request,
    requestId,
    instrument,
    submission: randomUUID(),
    startedAt,
  };
  const payment = newPayment(attempt, route);
  const inserted = await deps.store.insert(payment).catch((error: unknown) => {
    if (error instanceof QueueFull) return "queue_full" as const;
    throw error;
  });
  if (inserted === "queue_full") return reportOrRefuse(deps, request, refusalOf(provider, instrument));
  if (inserted === null) return resumePayment(deps, attempt);
  const time = databaseTime(inserted.created_at_ms, { askedAt: startedAt });
  return submitPayment(deps, attempt, {
    row: initialPaymentRow(payment, inserted),
    time,
    resumed: false,
    registered: false,
  });
}

function refusalOf(provider: Provider | null, instrument: Secret<Instrument> | null): DomainError {
  if (instrument === null) return new DomainError("internal_error", { key: "release" });
  const retryAfterS = provider?.retryAfterS() ?? RETRY_AFTER_S;
  return new DomainError("service_unavailable", { key: "release", retryAfterS });
}

/**
 * No Payment can be made now. If one exists under the id, it is the answer. Only if none exists may the key be
 * released (docs/design/architecture.md#release): an earlier attempt's time to insert is over by then.
 */
async function reportOrRefuse(
  deps: PaymentsDeps,
  request: CreatePayment,
  refusal: DomainError,
): Promise<Payment> {
  const row = await deps.store.read(request.payment_id);
  if (row === null) throw refusal;
  await refuseAnotherPayment(deps, row, "DIRECT", request);
  return viewOf(row);
}

function newPayment({ request, submission }: Attempt, route: Routed<Provider>): NewPayment {
  return {
    id: request.payment_id,
    merchant_id: request.scope.merchant_id,
    livemode: request.scope.livemode,
    amount: request.amount,
    currency: request.currency,
    provider: route.provider,
    provider_account: route.provider_account,
    route: route.route,
    integration_type: "DIRECT",
    payment_method_type: request.payment_method.type,
    card: request.payment_method.card,
    merchant_reference: request.merchant_reference,
    merchant_customer_id: request.merchant_customer_id,
    customer_ip_address: request.customer_ip_address,
    return_url: request.return_url,
    description: request.description,
    billing_details: request.billing_details,
    statement_descriptor: request.statement_descriptor ?? null,
    submission,
    start_before: request.start_before,
  };
}

function initialPaymentRow(payment: NewPayment, inserted: Inserted): PaymentRow {
  const { card, start_before, ...asked } = payment;
  return {
    ...asked,
    ...INITIAL,
    card_brand: card.brand,
    card_last4: card.last4,
    card_exp_month: card.exp_month,
    card_exp_year: card.exp_year,
    status: "PENDING",
    created_at: new Date(inserted.created_at_ms),
    submit_until: new Date(start_before),
    next_look_at: new Date(start_before),
  };
}
