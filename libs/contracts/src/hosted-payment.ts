import { Type, type Static } from "typebox";
import { BillingDetailsInput } from "./billing-details.ts";
import { Amount, CurrencyInput, MerchantReference } from "./money.ts";
import {
  IpAddress,
  MerchantCustomerId,
  PaymentDescription,
  ReturnUrl,
  StatementDescriptor,
} from "./payment.ts";
import { named } from "./schema-name.ts";
import { closed, nullable } from "./schema.ts";

/**
 * POST /v1/payments/hpp (docs/design/decisions.md#hosted-request): what a page needs and nothing of a card or a
 * browser. The order of the properties is the order in which faults are reported.
 */
export const HostedPaymentRequest = Type.Object(
  {
    amount: Amount,
    currency: CurrencyInput,
    return_url: ReturnUrl,
    merchant_customer_id: MerchantCustomerId,
    customer_ip_address: Type.Optional(IpAddress),
    merchant_reference: Type.Optional(MerchantReference),
    description: Type.Optional(nullable(PaymentDescription)),
    billing_details: Type.Optional(BillingDetailsInput),
    statement_descriptor: Type.Optional(StatementDescriptor),
  },
  { ...closed, description: "A Payment of the hosted page to be created" },
);
export type HostedPaymentRequest = Static<typeof HostedPaymentRequest>;
named("HostedPaymentCreate", HostedPaymentRequest);
