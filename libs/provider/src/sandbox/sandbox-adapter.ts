import type { Instrument } from "@flowlix/cards";
import type { ProviderAdapter } from "../adapter.ts";
import type { ProviderCall } from "../reply.ts";
import { createHttpClient, type HttpRequest } from "../http/http-client.ts";
import type { Order, OrderRef } from "../order.ts";
import { createSandboxCallbackVerifier } from "./callback-signature.ts";
import {
  authoriseReply,
  excusedByAmount,
  readReply,
  registerAndAuthoriseReply,
  registerReply,
  reverseReply,
} from "./outcomes.ts";
import { readingOf, type Reading } from "./reading.ts";
import { SANDBOX_TRAITS } from "./sandbox-traits.ts";
import { createSandboxStatement } from "./sandbox-statement.ts";
import { createSandboxPayouts, createSandboxRefunds, type Send } from "./sandbox-transfers.ts";
import { wireShapes } from "./wire.ts";

/** Where the sandbox acquirer is and how it knows us. */
export interface SandboxAdapterOptions {
  /** Origin of its merchant-facing API. */
  readonly url: string;
  readonly apiKey: string;
  /** Origin under which payers' browsers reach it: the only place it may send them. */
  readonly publicUrl: string;
  /** Where it sends its callbacks. */
  readonly callbackUrl: string;
  /** Without it `verifyCallbacks` refuses everything: only the process that receives callbacks needs it. */
  readonly callbackSecret?: string;
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
}

const CANCEL = "/cancel";

/** The acquirer of Sandbox mode, over its HTTP API. */
export function createSandboxAdapter(options: SandboxAdapterOptions): ProviderAdapter {
  const shapes = wireShapes();
  const http = createHttpClient({
    origin: options.url,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
    ...(options.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: options.connectTimeoutMs }),
  });
  const headersOf = (call: ProviderCall): string[] => [
    "authorization",
    `Bearer ${options.apiKey}`,
    ...(call.requestId === "" ? [] : ["request-id", call.requestId]),
    ...(call.traceparent === undefined ? [] : ["traceparent", call.traceparent]),
  ];

  const send: Send = ({ method, path, body, call }) =>
    http.send({
      over: method === "GET" || path.endsWith(CANCEL) ? "reads" : "submissions",
      method,
      path: `/v1/${path}`,
      headers: [...headersOf(call), ...(body === null ? [] : ["content-type", "application/json"])],
      body: body === null ? null : JSON.stringify(body),
      signal: call.signal,
    });

  async function ask(
    method: HttpRequest["method"],
    order: OrderRef,
    step: "" | "/authorise" | "/cancel" | "/reverse",
    body: object | null,
    call: ProviderCall,
  ): Promise<Reading> {
    const path = `orders/${encodeURIComponent(order.reference)}${step}`;
    const exchange = await send({ method, path, body, call });
    return readingOf(exchange, { order, isShape: shapes.isOrder, isError: shapes.isError });
  }

  const registrationOf = (order: Order): object => wireRegistrationOf(order, options.callbackUrl);

  return {
    name: "sandbox",
    livemode: false,
    redirectHosts: [new URL(options.publicUrl).host],
    allowLoopbackHttp: true,
    ...SANDBOX_TRAITS,

    async registerOrder(order, call) {
      return registerReply(await ask("PUT", order, "", registrationOf(order), call));
    },

    async registerAndAuthorise(order, instrument, call) {
      const body = { ...registrationOf(order), authorisation: authorisationOf(instrument) };
      const reading = await ask("PUT", order, "", body, call);
      return excusedByAmount(registerAndAuthoriseReply(reading), order.amount, reading, call.signal);
    },

    async authorise(order, instrument, call) {
      const reading = await ask("POST", order, "/authorise", authorisationOf(instrument), call);
      return excusedByAmount(authoriseReply(reading), order.amount, reading, call.signal);
    },

    readOrder: async (order, call) => readReply(await ask("GET", order, "", null, call)),

    async closeOrder(order, call) {
      const { amount, currency } = order;
      return readReply(await ask("POST", order, "/cancel", { amount, currency }, call));
    },

    reverseOrder: async (order, call) => reverseReply(await ask("POST", order, "/reverse", {}, call)),

    refunds: createSandboxRefunds(send, shapes, options.callbackUrl),
    payouts: createSandboxPayouts(send, shapes, options.callbackUrl),
    statement: createSandboxStatement({ http, shapes, headersOf }),

    verifyCallbacks:
      options.callbackSecret === undefined
        ? () => null
        : createSandboxCallbackVerifier(options.callbackSecret),

    shutdown: () => http.shutdown(),
  };
}

function wireRegistrationOf(order: Order, callbackUrl: string): object {
  const { amount, currency, return_url, customer_ip_address, merchant_name } = order;
  return {
    amount,
    currency,
    return_url,
    callback_url: callbackUrl,
    customer_ip_address,
    ...(merchant_name === undefined ? {} : { merchant_name }),
  };
}

/** Named part by part, so that nothing else an instrument may hold one day is sent by accident. */
function authorisationOf(instrument: Instrument): object {
  const { browser_information } = instrument;
  return {
    instrument: wireInstrumentOf(instrument),
    ...(browser_information === undefined ? {} : { browser_information }),
  };
}

function wireInstrumentOf(instrument: Instrument): object {
  const { kind } = instrument;
  const { number, exp_month, exp_year, holder_name } = instrument.card;
  const card = { number, exp_month, exp_year, holder_name };
  if (kind === "card") return { kind, card: { ...card, cvc: instrument.card.cvc } };
  if (kind === "google_pay") {
    const { auth_method } = instrument;
    if (auth_method === "PAN_ONLY") return { kind, auth_method, card };
    return { kind, auth_method, card, cryptogram: instrument.cryptogram, eci: instrument.eci };
  }
  return { kind, card, cryptogram: instrument.cryptogram, eci: instrument.eci };
}
