import { callerOf, type Caller } from "./caller.ts";
import { eachOf, queryText } from "./lists.ts";
import { settingsOf, type ClientOptions } from "./settings.ts";
import type { CallOptions, CreateOptions } from "./transport.ts";
import type {
  Event,
  Health,
  HostedPaymentCreate,
  ListQuery,
  Page,
  Payment,
  PaymentCreate,
  Payout,
  PayoutCreate,
  Refund,
  RefundCreate,
  ResentEvent,
  Schema,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointDeleted,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookSecretRoll,
} from "./types.ts";
import { untilEnded, type WaitOptions } from "./wait.ts";

/** A part of a path: an id as the API writes them, so that nothing else becomes another path. */
function idOf(id: string): string {
  if (typeof id !== "string" || !/^[A-Za-z0-9_]{1,64}$/.test(id))
    throw new TypeError("The id must be one that the API gave, such as pay_… and 24 letters and digits.");
  return id;
}

class Payments {
  readonly #call: Caller;
  constructor(call: Caller) {
    this.#call = call;
  }
  /** A Direct Payment: you send the card. A decline is a Payment that FAILED, not an error. */
  create(request: PaymentCreate, options?: CreateOptions): Promise<Payment> {
    return this.#call.make("/v1/payments", request, options);
  }
  /** A Payment of the hosted page: send the payer to `next_action.redirect_url`. */
  createHosted(request: HostedPaymentCreate, options?: CreateOptions): Promise<Payment> {
    return this.#call.make("/v1/payments/hpp", request, options);
  }
  /** The Payment as it is now; its `status` is the authoritative result. */
  get(id: string, options?: CallOptions): Promise<Payment> {
    return this.#call.read(`/v1/payments/${idOf(id)}`, options);
  }
  /** One page, newest first. */
  list(query?: ListQuery<"listPayments">, options?: CallOptions): Promise<Page<Payment>> {
    return this.#call.read(`/v1/payments${queryText(query)}`, options);
  }
  /** Every Payment that matches, page by page. */
  each(
    query: ListQuery<"listPayments"> = {},
    options?: CallOptions,
  ): AsyncGenerator<Payment, void, undefined> {
    return eachOf((at: ListQuery<"listPayments">) => this.list(at, options), query);
  }
  /** Reads it until it has ended, or the payer has to act; the last one read where the time is over. */
  wait(id: string, options?: WaitOptions): Promise<Payment> {
    return untilEnded(() => this.get(id, options), options);
  }
}

class Refunds {
  readonly #call: Caller;
  constructor(call: Caller) {
    this.#call = call;
  }
  create(request: RefundCreate, options?: CreateOptions): Promise<Refund> {
    return this.#call.make("/v1/refunds", request, options);
  }
  get(id: string, options?: CallOptions): Promise<Refund> {
    return this.#call.read(`/v1/refunds/${idOf(id)}`, options);
  }
  /** One page of a Payment's Refunds, newest first. */
  list(query: ListQuery<"listRefunds">, options?: CallOptions): Promise<Page<Refund>> {
    return this.#call.read(`/v1/refunds${queryText(query)}`, options);
  }
  each(query: ListQuery<"listRefunds">, options?: CallOptions): AsyncGenerator<Refund, void, undefined> {
    return eachOf((at: ListQuery<"listRefunds">) => this.list(at, options), query);
  }
  /** Reads it until it has ended; the last one read where the time is over. */
  wait(id: string, options?: WaitOptions): Promise<Refund> {
    return untilEnded(() => this.get(id, options), options);
  }
}

class Payouts {
  readonly #call: Caller;
  constructor(call: Caller) {
    this.#call = call;
  }
  create(request: PayoutCreate, options?: CreateOptions): Promise<Payout> {
    return this.#call.make("/v1/payouts", request, options);
  }
  get(id: string, options?: CallOptions): Promise<Payout> {
    return this.#call.read(`/v1/payouts/${idOf(id)}`, options);
  }
  /** One page, newest first, with how many match in all. */
  list(query?: ListQuery<"listPayouts">, options?: CallOptions): Promise<Schema<"PayoutList">> {
    return this.#call.read(`/v1/payouts${queryText(query)}`, options);
  }
  each(query: ListQuery<"listPayouts"> = {}, options?: CallOptions): AsyncGenerator<Payout, void, undefined> {
    return eachOf((at: ListQuery<"listPayouts">) => this.list(at, options), query);
  }
  /** Reads it until it has ended; the last one read where the time is over. */
  wait(id: string, options?: WaitOptions): Promise<Payout> {
    return untilEnded(() => this.get(id, options), options);
  }
}

class Events {
  readonly #call: Caller;
  constructor(call: Caller) {
    this.#call = call;
  }
  get(id: string, options?: CallOptions): Promise<Event> {
    return this.#call.read(`/v1/events/${idOf(id)}`, options);
  }
  /** One page of the last 30 days, newest first. */
  list(query?: ListQuery<"listEvents">, options?: CallOptions): Promise<Page<Event>> {
    return this.#call.read(`/v1/events${queryText(query)}`, options);
  }
  each(query: ListQuery<"listEvents"> = {}, options?: CallOptions): AsyncGenerator<Event, void, undefined> {
    return eachOf((at: ListQuery<"listEvents">) => this.list(at, options), query);
  }
  /** Sends it again; not repeated where the answer is lost, since each request is another delivery. */
  resend(id: string, options?: CallOptions): Promise<ResentEvent> {
    return this.#call.post(`/v1/events/${idOf(id)}/resend`, undefined, options);
  }
}

class WebhookEndpoints {
  readonly #call: Caller;
  constructor(call: Caller) {
    this.#call = call;
  }
  /** Keep `secret` of the answer. Not repeated where the answer is lost: list the endpoints then. */
  create(request: WebhookEndpointCreate, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.#call.post("/v1/webhook_endpoints", request, options);
  }
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#call.read(`/v1/webhook_endpoints/${idOf(id)}`, options);
  }
  list(query?: ListQuery<"listWebhookEndpoints">, options?: CallOptions): Promise<Page<WebhookEndpoint>> {
    return this.#call.read(`/v1/webhook_endpoints${queryText(query)}`, options);
  }
  each(
    query: ListQuery<"listWebhookEndpoints"> = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookEndpoint, void, undefined> {
    return eachOf((at: ListQuery<"listWebhookEndpoints">) => this.list(at, options), query);
  }
  update(id: string, changes: WebhookEndpointUpdate, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#call.patch(`/v1/webhook_endpoints/${idOf(id)}`, changes, options);
  }
  /** A repeat after a lost answer can be `object_not_found`: it is deleted then. */
  remove(id: string, options?: CallOptions): Promise<WebhookEndpointDeleted> {
    return this.#call.remove(`/v1/webhook_endpoints/${idOf(id)}`, options);
  }
  /** A new secret; the one before signs beside it for a while. Where the answer is lost, roll again. */
  rollSecret(
    id: string,
    request: WebhookSecretRoll = {},
    options?: CallOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#call.post(`/v1/webhook_endpoints/${idOf(id)}/roll_secret`, request, options);
  }
  /** Ends the overlap of older secrets: from now on the newest one alone signs. */
  endSecretOverlap(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#call.post(`/v1/webhook_endpoints/${idOf(id)}/end_overlap`, undefined, options);
  }
  /** One page of what was sent there, newest first. */
  listDeliveries(
    id: string,
    query?: ListQuery<"listWebhookDeliveries">,
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery>> {
    return this.#call.read(`/v1/webhook_endpoints/${idOf(id)}/deliveries${queryText(query)}`, options);
  }
  eachDelivery(
    id: string,
    query: ListQuery<"listWebhookDeliveries"> = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return eachOf((at: ListQuery<"listWebhookDeliveries">) => this.listDeliveries(id, at, options), query);
  }
}

/** A merchant's access to the API. One is enough for a process; calls may run at the same time. */
export class Flowlix {
  readonly #call: Caller;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly payouts: Payouts;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;

  /** Throws a TypeError where key or address is missing. */
  constructor(options: ClientOptions = {}) {
    this.#call = callerOf(settingsOf(options));
    this.payments = new Payments(this.#call);
    this.refunds = new Refunds(this.#call);
    this.payouts = new Payouts(this.#call);
    this.events = new Events(this.#call);
    this.webhookEndpoints = new WebhookEndpoints(this.#call);
  }

  /** Availability of the API, `unavailable` included. */
  health(options?: CallOptions): Promise<Health> {
    return this.#call.health("/v1/health", options);
  }
}
