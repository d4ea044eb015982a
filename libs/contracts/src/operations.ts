import type { ErrorCode } from "./error-catalogue.ts";
import { PAYMENT_LIST_QUERY, PaymentList } from "./payment-list.ts";
import { DirectPaymentRequest, Payment } from "./payment.ts";
import { PAYOUT_LIST_QUERY, PayoutList } from "./payout-list.ts";
import { Payout, PayoutRequest } from "./payout.ts";
import { EVENT_OPERATIONS } from "./event-operations.ts";
import { Health } from "./health.ts";
import { identityFields } from "./identity.ts";
import { HostedPaymentRequest } from "./hosted-payment.ts";
import { Refund, REFUND_LIST_QUERY, RefundList, RefundRequest } from "./refund.ts";
import { RefundId } from "./ids.ts";
import { AUTHENTICATED, type Operation } from "./operation.ts";

const CREATE = [
  ...AUTHENTICATED,
  "parameter_missing",
  "request_body_invalid",
  "idempotency_key_in_use",
  "idempotency_key_reused",
  "merchant_not_provisioned",
] as const satisfies readonly ErrorCode[];

export const OPERATIONS = {
  createPayment: {
    id: "createPayment",
    summary: "Create a Direct Payment",
    method: "POST",
    path: "/v1/payments",
    permissions: ["payments"],
    body: DirectPaymentRequest,
    // Card data and values of the browser: a repeat with another card replays.
    idempotency: {
      operation: "create_payment",
      identity: identityFields(DirectPaymentRequest, ["payment_method_data", "browser_information"]),
    },
    success: { status: 201, body: Payment },
    errors: [
      ...CREATE,
      "payment_acceptance_unavailable",
      "currency_not_supported",
      "object_not_found",
      "object_state_conflict",
      "processing_error",
    ],
  },
  createHostedPayment: {
    id: "createHostedPayment",
    summary: "Create a Hosted Payment Page Payment",
    method: "POST",
    path: "/v1/payments/hpp",
    permissions: ["payments"],
    body: HostedPaymentRequest,
    idempotency: { operation: "create_hosted_payment", identity: identityFields(HostedPaymentRequest) },
    success: { status: 201, body: Payment },
    errors: [...CREATE, "payment_acceptance_unavailable", "currency_not_supported"],
  },
  getPayment: {
    id: "getPayment",
    summary: "Retrieve a Payment",
    method: "GET",
    path: "/v1/payments/{id}",
    permissions: ["payments", "read"],
    pathParams: { id: Payment.properties.id },
    success: { status: 200, body: Payment },
    errors: [...AUTHENTICATED, "invalid_request", "object_not_found"],
  },
  listPayments: {
    id: "listPayments",
    summary: "List Payments",
    method: "GET",
    path: "/v1/payments",
    permissions: ["payments", "read"],
    query: PAYMENT_LIST_QUERY,
    success: { status: 200, body: PaymentList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria"],
  },
  createRefund: {
    id: "createRefund",
    summary: "Create a Refund",
    method: "POST",
    path: "/v1/refunds",
    permissions: ["refunds"],
    body: RefundRequest,
    idempotency: { operation: "create_refund", identity: identityFields(RefundRequest) },
    success: { status: 201, body: Refund },
    errors: [
      ...CREATE,
      "currency_not_supported",
      "payment_not_refundable",
      "amount_exceeds_refundable",
      "object_not_found",
    ],
  },
  getRefund: {
    id: "getRefund",
    summary: "Retrieve a Refund",
    method: "GET",
    path: "/v1/refunds/{id}",
    permissions: ["refunds", "read"],
    pathParams: { id: RefundId },
    success: { status: 200, body: Refund },
    errors: [...AUTHENTICATED, "invalid_request", "object_not_found"],
  },
  listRefunds: {
    id: "listRefunds",
    summary: "List the Refunds of a Payment",
    method: "GET",
    path: "/v1/refunds",
    permissions: ["refunds", "read"],
    query: REFUND_LIST_QUERY,
    requiredQuery: ["payment_id"],
    success: { status: 200, body: RefundList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria", "object_not_found"],
  },
  createPayout: {
    id: "createPayout",
    summary: "Create a Payout",
    method: "POST",
    path: "/v1/payouts",
    permissions: ["payouts"],
    body: PayoutRequest,
    idempotency: { operation: "create_payout", identity: identityFields(PayoutRequest) },
    success: { status: 201, body: Payout },
    errors: [
      ...CREATE,
      "payout_submission_unavailable",
      "currency_not_supported",
      "invalid_card",
      "unsupported_card",
      "object_not_found",
      "object_state_conflict",
    ],
  },
  getPayout: {
    id: "getPayout",
    summary: "Retrieve a Payout",
    method: "GET",
    path: "/v1/payouts/{payout_id}",
    permissions: ["payouts", "read"],
    pathParams: { payout_id: Payout.properties.id },
    success: { status: 200, body: Payout },
    errors: [...AUTHENTICATED, "invalid_request", "object_not_found"],
  },
  listPayouts: {
    id: "listPayouts",
    summary: "List Payouts",
    method: "GET",
    path: "/v1/payouts",
    permissions: ["payouts", "read"],
    query: PAYOUT_LIST_QUERY,
    success: { status: 200, body: PayoutList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria"],
  },
  ...EVENT_OPERATIONS,
  health: {
    id: "health",
    summary: "Aggregate availability of the API",
    method: "GET",
    path: "/v1/health",
    success: { status: 200, body: Health },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
