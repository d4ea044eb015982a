import { randomUUID } from "node:crypto";
import { recordOf } from "./gateway.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A body that every rule accepts. */
export const validBody = () => ({
  amount: 4999,
  currency: "EUR",
  payment_method_data: {
    type: "card",
    card: {
      number: "4111111111111111",
      exp_month: 12,
      exp_year: 2034,
      cvc: "123",
      holder_name: "Ada Lovelace",
    },
  },
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  return_url: "https://shop.example/return",
});

/** The same for a Payment of the hosted page. */
export const validHostedBody = () => ({
  amount: 4999,
  currency: "EUR",
  return_url: "https://shop.example/return",
  merchant_customer_id: "customer-1",
});

/** A Payout that every rule accepts. */
export const validPayoutBody = () => ({
  amount: 4999,
  currency: "EUR",
  destination: { card_number: "4111111111111111" },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
});

/** A Refund of a Payment that nobody looks for at the edge. */
export const validRefundBody = () => ({
  payment_id: `pay_${"0".repeat(24)}`,
  amount: 100,
  reason: "returned",
});

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly code: string | undefined;
  readonly param: string | undefined;
}

interface CreateOptions {
  readonly apiKey?: string | null;
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** POST /v1/payments; what is null is left out. */
export const createPayment = (url: string, options: CreateOptions): Promise<ApiAnswer> =>
  create(`${url}/v1/payments`, { body: validBody(), ...options });

/** POST /v1/refunds. */
export const createRefund = (url: string, options: CreateOptions): Promise<ApiAnswer> =>
  create(`${url}/v1/refunds`, { body: validRefundBody(), ...options });

/** POST /v1/payouts. */
export const createPayout = (url: string, options: CreateOptions): Promise<ApiAnswer> =>
  create(`${url}/v1/payouts`, { body: validPayoutBody(), ...options });

/** POST /v1/payments/hpp. */
export const createHostedPayment = (url: string, options: CreateOptions): Promise<ApiAnswer> =>
  create(`${url}/v1/payments/hpp`, { body: validHostedBody(), ...options });

function create(
  url: string,
  { apiKey, key = randomUUID(), body, headers }: CreateOptions,
): Promise<ApiAnswer> {
  const raw = typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body);
  return request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey == null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(key === null ? {} : { "idempotency-key": key }),
      ...headers,
    },
    body: raw,
  });
}

export async function request(url: string, init: RequestInit = {}): Promise<ApiAnswer> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  const body = isJson && text !== "" ? recordOf(JSON.parse(text)) : {};
  const error = recordOf(body["error"]);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    code: textOf(error["code"]),
    param: textOf(error["param"]),
  };
}
