export type { Static, TSchema } from "typebox";
export { ID_LENGTH, ID_PREFIXES, idExample, idPattern, isId, type IdKind } from "./ids.ts";
export { whyMissing, type FailedPart, type Missing } from "./missing.ts";
export {
  ACCOUNT_CURRENCIES_MAX,
  ACCOUNT_LABEL_LENGTH_MAX,
  ACCOUNT_METHODS,
  ACCOUNT_STATUSES,
  ACCOUNT_VALUE_LENGTH_MAX,
  ACCOUNT_VALUES_MAX,
  ACCOUNT_WEIGHT_MAX,
  AcquirerAccount,
  AmountLimits,
  type AccountMethod,
  type AccountStatus,
} from "./acquirer-account.ts";
export type { RouteCandidate, RouteReason, TriedAccount, WhyNotChosen } from "./services/route-reason.ts";
export { ACCOUNTS_AT_ONCE } from "./services/acquirer-account-actions.ts";
export { PLATFORM_VERSION } from "./platform-version.ts";
export { canonicalCurrency } from "./money.ts";
export { currencyExponent, isCurrency, minorUnitsOf } from "./currency-exponent.ts";
export { COUNTRY_CODES, isCountry } from "./countries.ts";
export { RETURN_URL_PATTERN, WEBHOOK_URL_PATTERN } from "./url-patterns.ts";
export {
  FAILURE_CODES,
  PAYMENT_FAILURE_MESSAGES,
  PAYOUT_FAILURE_MESSAGES,
  REFUND_FAILURE_MESSAGES,
  type FailureCode,
} from "./failure-codes.ts";
export {
  ERROR_CATALOGUE,
  KEY_DISPOSITIONS,
  errorDocPath,
  isErrorCode,
  type ErrorCode,
  type KeyDisposition,
} from "./error-catalogue.ts";
export { ErrorEnvelope, FAULTS_MAX, type ErrorFault } from "./error-envelope.ts";
export {
  AddressInput,
  BillingDetails,
  BillingDetailsInput,
  normaliseBillingDetails,
} from "./billing-details.ts";
export { BrowserInformation } from "./browser-information.ts";
export {
  CardSummary,
  CardInput,
  PaymentMethod,
  CARD_BRANDS,
  type CardBrand,
  type PaymentMethodData,
} from "./payment-method.ts";
export { Cryptogram, Eci, WalletCardInput } from "./wallet-methods.ts";
export {
  CARD_ATTEMPTS_MAX,
  Payment,
  PAYMENT_STATUSES,
  INTEGRATION_TYPES,
  NEXT_ACTION_REASONS,
  StatusTransitions,
  DirectPaymentRequest,
  type CardAttempt,
  type PaymentStatus,
  type IntegrationType,
  type NextActionReason,
} from "./payment.ts";
export { HostedPaymentRequest } from "./hosted-payment.ts";
export { PaymentList, PaymentListRequest } from "./payment-list.ts";
export {
  Refund,
  RefundList,
  RefundListRequest,
  RefundRequest,
  REFUND_STATUSES,
  REFUND_TYPES,
  REFUNDS_OF_PAYMENT_MAX,
  publicRefund,
  type RefundFacts,
  type RefundStatus,
  type RefundType,
} from "./refund.ts";
export {
  Payout,
  PAYOUT_CARD_BRANDS,
  PAYOUT_STATUSES,
  PayoutAddress,
  PayoutRequest,
  PayoutSender,
  type PayoutCardBrand,
  type PayoutStatus,
} from "./payout.ts";
export { PayoutList, PayoutListRequest } from "./payout-list.ts";
export {
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  SEARCH_LENGTH_MAX,
  type QueryParameters,
  type Range,
} from "./list-query.ts";
export { Scope, KEY_PERMISSIONS, type KeyPermission } from "./scope.ts";
export {
  ANOMALY_KINDS,
  ExceptionRecord,
  AuditEntry,
  LATE_EXCEPTIONS,
  UNDONE_EXCEPTIONS,
} from "./administration.ts";
export { ORDERED_ERRORS } from "./sandbox-amounts.ts";
export type { HealthStatus } from "./health.ts";
export {
  PaymentEvent,
  PAYMENT_EVENT_TYPES,
  PayoutEvent,
  PAYOUT_EVENT_TYPES,
  RefundEvent,
  REFUND_EVENT_TYPES,
} from "./events.ts";
export {
  EVENT_TYPES,
  isEventType,
  PublicEvent,
  EventList,
  EventListRequest,
  ResentEvent,
  type EventType,
} from "./event-list.ts";
export {
  DISABLED_REASONS,
  ENDPOINT_DESCRIPTION_LENGTH_MAX,
  ENDPOINT_STATUSES,
  ENDPOINTS_PER_MODE_MAX,
  SECRET_OVERLAP_SECONDS_MAX,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WEBHOOK_URL_LENGTH_MAX,
  type EndpointStatus,
} from "./webhook-endpoint.ts";
export {
  DeletedWebhookEndpoint,
  ResendRequest,
  RollSecretRequest,
  SECRET_OVERLAP_SECONDS_DEFAULT,
  WebhookEndpointRequest,
  WebhookEndpointUpdate,
} from "./webhook-requests.ts";
export {
  DELIVERY_STATUSES,
  DeliveryAttempt,
  EARLIER_ATTEMPTS_MAX,
  WebhookDelivery,
  WebhookDeliveryList,
  type DeliveryStatus,
  type ResendSource,
} from "./webhook-delivery.ts";
export { buildOpenApi } from "./openapi.ts";
export type { Operation } from "./operation.ts";
export { OPERATIONS } from "./operations.ts";
export {
  defineService,
  type ActionName,
  type Params,
  type Result,
  type ServiceContract,
} from "./service-contract.ts";
export {
  HASHED_NAME_MARK,
  idempotencyContract,
  isHashedName,
  UnfinishedKey,
  FINGERPRINTS_MAX,
  Fingerprint,
  KeyIdentity,
  StoredResponse,
  BeginResult,
  FindResult,
  type CreateOperation,
  type KeyRename,
} from "./services/idempotency.ts";
export { OPEN_STATUSES } from "./open-statuses.ts";
export {
  BOOK_LINE_KINDS,
  JOURNAL_KINDS,
  LEDGER_ACCOUNTS,
  MOVEMENTS,
  type BookLineKind,
  type JournalKind,
  type LedgerAccount,
} from "./journal.ts";
export {
  BookLine,
  ExplainedLine,
  JournalBackfill,
  JournalFinding,
  JournalPosition,
  JournalState,
  JournalTotal,
  JOURNAL_FINDING_KINDS,
  LINES_EXPLAINED_MAX,
  LINES_OF_PAGE_MAX,
} from "./services/journal-actions.ts";
export {
  ComparedSource,
  Difference,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  DIFFERENCES_OF_LIST_MAX,
  STATEMENT_RUN_STATES,
  statementActions,
  StatementRun,
  StatementTotal,
  type DifferenceKind,
} from "./services/statement-actions.ts";
export {
  OLDER_THAN_MS_MAX,
  OPEN_KINDS,
  OPEN_LIST_MAX,
  OpenObject,
  type OpenKind,
} from "./services/list-open.ts";
export { CALLBACKS_OF_REQUEST_MAX, EVIDENCE_LENGTH_MAX } from "./services/accept-callbacks.ts";
export { IDS_OF_CALL_MAX } from "./services/have-ended.ts";
export { notifierContract, OutboxRow } from "./services/notifier.ts";
export { paymentsContract } from "./services/payments.ts";
export { payoutsContract } from "./services/payouts.ts";
export { reconcilerContract } from "./services/reconciler.ts";
export { TaskStatus } from "./services/list-jobs.ts";
export { refundsContract } from "./services/refunds.ts";
export { ENCRYPTED_FOR, type EncryptedFor } from "./services/encrypted-for.ts";
export type { HostedPageStage, SubmitResult } from "./services/hosted-page-actions.ts";
export { SERVICE_CONTRACTS, CALLERS, type Caller, type AllowedAction } from "./services/callers.ts";
export { faultOfDate, faultOfDay } from "./statement-day.ts";
export { ObservedEndpoint, QUEUE_COUNTED_MAX } from "./services/every-endpoint.ts";
export { ParkedEvent, PARKED_LIST_MAX } from "./services/parked-events.ts";
export {
  TRACE_ENTRIES_MAX,
  TRACE_PARTS,
  TRACED_OBJECTS_MAX,
  TRACED_REFUNDS_MAX,
  TraceEntry,
  TracedObject,
  type TraceFacts,
  type TracePart,
} from "./services/trace-actions.ts";
export {
  LoggedRequest,
  LoggedRequestDetail,
  LoggedRequestList,
  TestCurrencies,
  TestEvent,
  TestEventRequest,
  WORKBENCH_OPERATIONS,
} from "./workbench-operations.ts";
export { PAYMENT_METHOD_TYPES } from "./method-types.ts";
