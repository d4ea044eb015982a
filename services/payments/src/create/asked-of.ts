import type { Instrument } from "@flowlix/cards";
import type { Params, paymentsContract } from "@flowlix/contracts";
import type { Asked, PaymentFacts } from "@flowlix/provider";
import type { CreatePayment } from "./attempt.ts";

type CreateHostedPayment = Params<typeof paymentsContract, "createHosted">;

/** What the acquirer of a Direct Payment is asked to take, before there is a row. */
export const askedOf = (
  request: CreatePayment,
  { kind, browser_information: browser }: Instrument,
): Asked => ({
  kind: "payment",
  method: kind,
  currency: request.currency,
  facts: { ...factsOf(request), method: kind, ...(browser === undefined ? {} : { browser }) },
});

/** The same of a hosted Payment, whose payer has not come yet. */
export const askedOfPage = (request: CreateHostedPayment): Asked => ({
  kind: "payment",
  method: "page",
  currency: request.currency,
  facts: factsOf(request),
});

function factsOf(request: CreatePayment | CreateHostedPayment): PaymentFacts {
  const { scope, amount, currency, customer_ip_address: address, merchant_customer_id } = request;
  const { billing_details: billing, statement_descriptor } = request;
  return {
    amount,
    currency,
    livemode: scope.livemode,
    merchant_customer_id,
    ...(address === null ? {} : { customer_ip_address: address }),
    ...(billing?.email == null ? {} : { customer_email: billing.email }),
    ...(statement_descriptor === undefined ? {} : { statement_descriptor }),
  };
}

/** What decides where a Direct Payment goes. */
export const routeQuestion = ({
  payment_id: id,
  scope,
  payment_method,
  currency,
  amount,
}: CreatePayment) => ({
  id,
  merchantId: scope.merchant_id,
  livemode: scope.livemode,
  method: payment_method.type,
  brand: payment_method.card.brand,
  currency,
  amount,
});
