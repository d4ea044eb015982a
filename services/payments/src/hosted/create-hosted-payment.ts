import { AsyncLocalStorage } from "node:async_hooks";
import type { Params, Payment, paymentsContract } from "@flowlix/contracts";
import { noRouteError, refuseAsked, type Made, type Routed } from "@flowlix/engine";
import { databaseTime, QueueFull, type DatabaseTime } from "@flowlix/persistence";
import type { Provider } from "@flowlix/provider";
import { DomainError, modeOf } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { advance, NEW_PAYMENT } from "../lifecycle/payment-lifecycle.ts";
import type { InitialHosted } from "./insert-hosted-payment.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { viewOf, withState } from "../payment/payment-view.ts";
import { INITIAL } from "../payment/initial.ts";
import { askedOfPage } from "../create/asked-of.ts";
import { refuseAnotherPayment } from "../create/refuse-another-payment.ts";
import { statusEvent } from "../lifecycle/status-event.ts";

export type CreateHostedPayment = Params<typeof paymentsContract, "createHosted">;

const RETRY_AFTER_S = 5;

/**
 * Makes a hosted Payment, or answers the one that exists under this id. It begins as REQUIRES_ACTION, with
 * its event, and expires when its page does; the provider hears of it with its first card
 * (docs/design/architecture.md#hosted-page). Safe to repeat. Errors: as the contract's `createHosted` lists them.
 */
export async function createHostedPayment(
  deps: PaymentsDeps,
  request: CreateHostedPayment,
): Promise<Payment> {
  const route = deps.acquirers.route(routeQuestion(request), (port) => port.isOpen());
  if (route !== null && "refused" in route) return reportOrRefuse(deps, request, noRouteError(route));
  if (route === null || route.port.isOpen())
    return reportOrRefuse(deps, request, unavailable(route?.port.retryAfterS()));
  const notTaken = refuseAsked(route.port.capabilities, askedOfPage(request));
  if (notTaken !== null) return reportOrRefuse(deps, request, notTaken);
  const made = await insert(deps, request, route, databaseTime(await deps.hosted.nowMs()));
  if (made === "queue_full") return reportOrRefuse(deps, request, unavailable());
  if (made !== null) {
    const { row } = made.initial;
    deps.metrics.transitions.inc({ from: NEW_PAYMENT.status, to: row.status, mode: modeOf(row.livemode) });
    return viewOf(row);
  }
  const existing = await findExisting(deps, request);
  // No row and yet none could be made: the time to start is over. The key's record decides who may try again.
  if (existing === null) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  return existing;
}

/** Nothing can be made now. An object that exists under the id is answered before the key may be released. */
async function reportOrRefuse(
  deps: PaymentsDeps,
  request: CreateHostedPayment,
  refusal: DomainError,
): Promise<Payment> {
  const existing = await findExisting(deps, request);
  if (existing !== null) return existing;
  throw refusal;
}

const unavailable = (retryAfterS: number = RETRY_AFTER_S): DomainError =>
  new DomainError("service_unavailable", { key: "release", retryAfterS });

/** Which card it will be is not known yet, nor that it is one. */
const routeQuestion = ({ payment_id: id, scope, currency, amount }: CreateHostedPayment) => ({
  id,
  merchantId: scope.merchant_id,
  livemode: scope.livemode,
  method: "page" as const,
  brand: null,
  currency,
  amount,
});

async function findExisting(deps: PaymentsDeps, request: CreateHostedPayment): Promise<Payment | null> {
  const row = await deps.store.read(request.payment_id);
  if (row === null) return null;
  await refuseAnotherPayment(deps, row, "HOSTED_PAYMENT_PAGE", request);
  return viewOf(row);
}

async function insert(
  deps: PaymentsDeps,
  request: CreateHostedPayment,
  route: Routed<Provider>,
  time: DatabaseTime,
): Promise<Made<InitialHosted> | null | "queue_full"> {
  const { payment_id: id, start_before } = request;
  // The commit is shared; the event belongs to the trace of this request.
  const at = AsyncLocalStorage.bind((nowMs: number) => {
    const row = initialPaymentRow(request, route, nowMs, deps.settings.hostedPageExpiryMs);
    const event = statusEvent(row, Math.floor(row.created_at.getTime() / 1000));
    if (event === null) throw new Error(`there is no event of a payment that begins ${row.status}`);
    return { row, event, start_before };
  });
  try {
    return await deps.hosted.insert({ id, start_before, time, at });
  } catch (error) {
    if (error instanceof QueueFull) return "queue_full";
    throw error;
  }
}

function initialPaymentRow(
  request: CreateHostedPayment,
  route: Routed<Provider>,
  nowMs: number,
  expiryMs: number,
): PaymentRow {
  const expiresAtMs = nowMs + expiryMs;
  const state = advance(
    NEW_PAYMENT,
    { type: "action_required", reason: "hosted_payment_page", url: request.page_url, expiresAtMs },
    Math.floor(nowMs / 1000),
  );
  const attempts = request.card_attempts ?? 1;
  const withoutState: PaymentRow = {
    ...INITIAL,
    id: request.payment_id,
    merchant_id: request.scope.merchant_id,
    livemode: request.scope.livemode,
    amount: request.amount,
    currency: request.currency,
    provider: route.provider,
    provider_account: route.provider_account,
    route: route.route,
    status: NEW_PAYMENT.status,
    integration_type: "HOSTED_PAYMENT_PAGE",
    payment_method_type: null,
    card_brand: null,
    card_last4: null,
    card_exp_month: null,
    card_exp_year: null,
    merchant_reference: request.merchant_reference,
    merchant_customer_id: request.merchant_customer_id,
    customer_ip_address: request.customer_ip_address,
    return_url: request.return_url,
    description: request.description,
    billing_details: request.billing_details,
    statement_descriptor: request.statement_descriptor ?? null,
    created_at: new Date(nowMs),
    submission: null,
    submit_until: null,
    next_look_at: new Date(expiresAtMs),
    ...(attempts > 1 ? { card_attempts_max: attempts, page_url: request.page_url } : {}),
  };
  return withState(withoutState, state);
}
