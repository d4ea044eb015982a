import { AddressInput, Address, BillingDetails, BillingDetailsInput } from "../billing-details.ts";
import { BrowserInformation } from "../browser-information.ts";
import { ErrorCodeName, ErrorDetails, ErrorEnvelope, ErrorFault } from "../error-envelope.ts";
import { EventData, EventList, EventTypeName, PublicEvent, ResentEvent } from "../event-list.ts";
import { FailureCodeName } from "../failure-codes.ts";
import { Health } from "../health.ts";
import { HostedPaymentRequest } from "../hosted-payment.ts";
import { PaymentList } from "../payment-list.ts";
import {
  CardBrandName,
  CardInput,
  CardMethodData,
  CardSummary,
  PaymentMethod,
  PaymentMethodData,
} from "../payment-method.ts";
import { CardAttempt, DirectPaymentRequest, NextAction, Payment, StatusTransitions } from "../payment.ts";
import { PayoutList } from "../payout-list.ts";
import { Payout, PayoutAddress, PayoutRequest, PayoutSender } from "../payout.ts";
import { Refund, RefundFailure, RefundList, RefundRequest } from "../refund.ts";
import {
  ApplePayData,
  ApplePayMethodData,
  Cryptogram3dsData,
  GooglePayData,
  GooglePayMethodData,
  PanOnlyData,
  WalletCardInput,
} from "../wallet-methods.ts";
import { DeliveryAttempt, WebhookDelivery, WebhookDeliveryList } from "../webhook-delivery.ts";
import { WebhookEndpoint, WebhookEndpointList, WebhookEndpointWithSecret } from "../webhook-endpoint.ts";
import {
  DeletedWebhookEndpoint,
  EndOverlapRequest,
  ResendRequest,
  RollSecretRequest,
  WebhookEndpointRequest,
  WebhookEndpointUpdate,
} from "../webhook-requests.ts";
import { EVENT_VARIANTS } from "./event-variants.ts";

/**
 * Schemas that have a name of their own in the document. Clients are generated with these names: they stay
 * (docs/decisions/0089-a-document-that-tools-like.md).
 */
export const NAMED_SCHEMAS: Readonly<Record<string, object>> = {
  Payment,
  PaymentCreate: DirectPaymentRequest,
  HostedPaymentCreate: HostedPaymentRequest,
  PaymentList,
  PaymentMethod,
  PaymentMethodData,
  CardMethod: CardMethodData,
  ApplePayMethod: ApplePayMethodData,
  GooglePayMethod: GooglePayMethodData,
  Card: CardInput,
  CardSummary,
  CardBrand: CardBrandName,
  WalletCard: WalletCardInput,
  ApplePayData,
  GooglePayData,
  GooglePayCryptogram: Cryptogram3dsData,
  GooglePayPanOnly: PanOnlyData,
  BrowserInformation,
  BillingDetails,
  BillingDetailsInput,
  Address,
  AddressInput,
  NextAction,
  StatusTransitions,
  CardAttempt,
  FailureCode: FailureCodeName,
  Refund,
  RefundCreate: RefundRequest,
  RefundList,
  RefundFailure,
  Payout,
  PayoutCreate: PayoutRequest,
  PayoutAddress,
  PayoutSender,
  PayoutList,
  Event: PublicEvent,
  ...Object.fromEntries(EVENT_VARIANTS.map(({ name, schema }) => [name, schema])),
  EventData,
  EventType: EventTypeName,
  EventList,
  EventResend: ResendRequest,
  ResentEvent,
  WebhookEndpoint,
  WebhookEndpointCreate: WebhookEndpointRequest,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookEndpointDeleted: DeletedWebhookEndpoint,
  WebhookEndpointList,
  WebhookSecretRoll: RollSecretRequest,
  WebhookSecretOverlapEnd: EndOverlapRequest,
  WebhookDelivery,
  WebhookDeliveryAttempt: DeliveryAttempt,
  WebhookDeliveryList,
  Health,
  ErrorEnvelope,
  Error: ErrorDetails,
  ErrorFault,
  ErrorCode: ErrorCodeName,
};
