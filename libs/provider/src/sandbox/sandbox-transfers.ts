import type { ProviderCall } from "../reply.ts";
import type { Exchange } from "../http/exchange.ts";
import type { HttpRequest } from "../http/http-client.ts";
import type { OrderRef, RefundOrder } from "../order.ts";
import type { PayoutAdapter, RefundAdapter } from "../transfer-adapter.ts";
import { excusedByAmount, readTransferReply, submitReply } from "./outcomes.ts";
import { readingOf, type Reading } from "./reading.ts";
import type { WirePayout, WireRefund, WireShapes } from "./wire.ts";

/** One request to the acquirer's API; `path` without the version. */
export type Send = (request: {
  readonly method: HttpRequest["method"];
  readonly path: string;
  readonly body: object | null;
  readonly call: ProviderCall;
}) => Promise<Exchange>;

type Step = "" | "/cancel";

/** Refunds over the acquirer's HTTP API. One of another charge is not ours (docs/design/architecture.md#rule-2). */
export function createSandboxRefunds(
  send: Send,
  { isRefund, isError }: WireShapes,
  callbackUrl: string,
): RefundAdapter {
  async function ask(
    method: HttpRequest["method"],
    refund: RefundOrder,
    step: Step,
    body: object | null,
    call: ProviderCall,
  ): Promise<Reading<WireRefund>> {
    const exchange = await send({ method, path: pathOf("refunds", refund, step), body, call });
    const contradictionOf = ({ charge }: WireRefund) => (charge === refund.charge ? undefined : "charge");
    return readingOf(exchange, { order: refund, isShape: isRefund, isError, contradictionOf });
  }

  return {
    async submit(refund, call) {
      const { charge, amount, currency } = refund;
      const body = { charge, amount, currency, callback_url: callbackUrl };
      const reading = await ask("PUT", refund, "", body, call);
      return excusedByAmount(submitReply(reading), amount, reading, call.signal);
    },
    read: async (refund, call) => readTransferReply(await ask("GET", refund, "", null, call)),
    async close(refund, call) {
      const { charge, amount, currency } = refund;
      return readTransferReply(await ask("POST", refund, "/cancel", { charge, amount, currency }, call));
    },
  };
}

/** Payouts over the acquirer's HTTP API. */
export function createSandboxPayouts(
  send: Send,
  { isPayout, isError }: WireShapes,
  callbackUrl: string,
): PayoutAdapter {
  async function ask(
    method: HttpRequest["method"],
    payout: OrderRef,
    step: Step,
    body: object | null,
    call: ProviderCall,
  ): Promise<Reading<WirePayout>> {
    const exchange = await send({ method, path: pathOf("payouts", payout, step), body, call });
    return readingOf(exchange, { order: payout, isShape: isPayout, isError });
  }

  return {
    async submit(payout, instrument, call) {
      const { amount, currency, initiator_ip_address } = payout;
      const { first_name, last_name, country } = payout.recipient;
      const body = {
        amount,
        currency,
        card: { number: instrument.number },
        recipient: { first_name, last_name, country },
        initiator_ip_address,
        callback_url: callbackUrl,
      };
      const reading = await ask("PUT", payout, "", body, call);
      return excusedByAmount(submitReply(reading), amount, reading, call.signal);
    },
    read: async (payout, call) => readTransferReply(await ask("GET", payout, "", null, call)),
    async close(payout, call) {
      const { amount, currency } = payout;
      return readTransferReply(await ask("POST", payout, "/cancel", { amount, currency }, call));
    },
  };
}

const pathOf = (kind: "refunds" | "payouts", { reference }: OrderRef, step: Step): string =>
  `${kind}/${encodeURIComponent(reference)}${step}`;
