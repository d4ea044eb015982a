export type { Static, TSchema } from "typebox";
export { closed, nullable, oneOf, UnixSeconds, DatabaseMillis } from "./schema.ts";
export {
  ID_PREFIXES,
  idPattern,
  PaymentId,
  RefundId,
  MerchantId,
  KeyId,
  AnomalyId,
  type IdKind,
} from "./ids.ts";
export {
  Amount,
  NonNegativeAmount,
  Currency,
  CurrencyInput,
  canonicalCurrency,
  MerchantReference,
} from "./money.ts";
export { isCountry } from "./countries.ts";
export { FAILURE_CODES, PAYMENT_FAILURE_MESSAGES, type FailureCode } from "./failure-codes.ts";
export {
  ERROR_CATALOGUE,
  KEY_DISPOSITIONS,
  isErrorCode,
  type ErrorCode,
  type KeyDisposition,
} from "./error-catalogue.ts";
export { ErrorEnvelope } from "./error-envelope.ts";
export {
  BillingDetails,
  BillingDetailsInput,
  Address,
  AddressInput,
  normaliseBillingDetails,
} from "./billing-details.ts";
export { BrowserInformation } from "./browser-information.ts";
export {
  CARD_BRANDS,
  CardSummary,
  CardInput,
  CardMethodData,
  PaymentMethod,
  PaymentMethodData,
  PAYMENT_METHOD_TYPES,
  type CardBrand,
} from "./payment-method.ts";
export { Refund, REFUND_STATUSES, REFUND_TYPES, type RefundStatus } from "./refund.ts";
export {
  Payment,
  PAYMENT_STATUSES,
  INTEGRATION_TYPES,
  NEXT_ACTION_REASONS,
  NextAction,
  StatusTransitions,
  DirectPaymentRequest,
  IpAddress,
  MerchantCustomerId,
  ReturnUrl,
  type PaymentStatus,
  type IntegrationType,
  type NextActionReason,
} from "./payment.ts";
export { Scope, KeyScope, Actor, KEY_PERMISSIONS, type KeyPermission } from "./scope.ts";
export {
  Anomaly,
  AuditEntry,
  ANOMALY_KINDS,
  ANOMALY_RESOLUTIONS,
  type AnomalyKind,
} from "./administration.ts";
export { Health, HEALTH_STATUSES, type HealthStatus } from "./health.ts";
export { PaymentEvent, PAYMENT_EVENT_TYPES, type PaymentEventType } from "./events.ts";
export { buildOpenApi } from "./openapi.ts";
export { OPERATIONS, type Operation, type OperationId } from "./operations.ts";
export {
  defineService,
  type ActionContract,
  type ActionName,
  type Params,
  type Result,
  type ServiceContract,
} from "./service-contract.ts";
export {
  idempotencyContract,
  CREATE_OPERATIONS,
  FINGERPRINTS_MAX,
  Fingerprint,
  KeyIdentity,
  StoredResponse,
  BeginResult,
  FindResult,
  type CreateOperation,
} from "./services/idempotency.ts";
export { paymentsContract } from "./services/payments.ts";
export { SERVICE_CONTRACTS, CALLERS, type Caller, type AllowedAction } from "./services/callers.ts";
