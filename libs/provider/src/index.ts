export {
  createProvider,
  PROVIDER_LIMITS,
  type Provider,
  type ProviderLimits,
  type ProviderOptions,
} from "./provider.ts";
export { deadlineIn, type Deadline } from "./deadline.ts";
export type {
  Order,
  OrderRef,
  PayoutOrder,
  PayoutRecipient,
  PayoutSender,
  PostalAddress,
  RefundOrder,
  SubmittedBetween,
} from "./order.ts";
export { orderNamed, orderReference, type OrderName } from "./order-reference.ts";
export { codeOfNotExecuted } from "./outcome.ts";
export type {
  ActionRequired,
  Contradiction,
  NotExecuted,
  Outcome,
  ReadOutcome,
  RegisterOutcome,
  ReverseOutcome,
  TransferOutcome,
  TransferRead,
  Undone,
  Unknown,
  WithAcquirerId,
} from "./outcome.ts";
export type { ProviderPayouts, ProviderRefunds } from "./transfers.ts";
export {
  createStatementRules,
  DAY_MS,
  type ProviderStatement,
  type StatementAdapter,
  type StatementLine,
  type StatementOutcome,
  type StatementRules,
  type TakeLines,
} from "./statement.ts";
export type { PayoutAdapter, RefundAdapter } from "./transfer-adapter.ts";
export type { CallbackHeaders, ProviderAdapter, ProviderCallback, VerifyCallbacks } from "./adapter.ts";
export { EVIDENCE_MAX, REFUSALS_MAX, REFUSED_REQUEST, type CallbackKind, type Evidence } from "./evidence.ts";
export { acquirerIdOf } from "./acquirer-id.ts";
export { isFinallyAbsent } from "./finally-absent.ts";
export { ABSENT_TWICE_APART_MS, type AbsentFinality } from "./absent-finality.ts";
export {
  canTake,
  EVERYTHING,
  type Asked,
  type Capabilities,
  type Currencies,
  type FieldPath,
  type PaymentFacts,
  type PaymentMethod,
  type PayoutFacts,
  type PayoutNetwork,
  type Refusal,
  type WantedField,
} from "./capabilities.ts";
export { RETURN_PARAMETERS } from "./return-parameters.ts";
export {
  isReturnedValue,
  RETURNED_VALUE_MAX,
  returnedQueryOf,
  type ReturnedQuery,
} from "./returned-query.ts";
export type { AccountSettings, Acquirer, AcquirerUse } from "./acquirer.ts";
export type { ProviderCall, Reply } from "./reply.ts";
export { BREAKER_LIMITS, type BreakerState } from "./breaker.ts";
export type { BreakerLimits } from "./verdict-circuit.ts";
export type { BrokenCall, CallObservation, CallSubject, Operation } from "./call-policy.ts";
export {
  ACCOUNT_ACQUIRERS,
  accountAcquirer,
  accountCallbackPath,
  type AccountAcquirer,
} from "./accounts/account-acquirers.ts";
export { createBusProofs, ProofError, type BusProofs } from "./accounts/bus-proofs.ts";
export { createAccountSecrets, type AccountSecrets, type SecretOwner } from "./accounts/account-secrets.ts";
export {
  namesOf,
  urlsOf,
  valueProblem,
  type AccountValues,
  type ValueProblem,
} from "./accounts/account-values.ts";
export { modeProblem } from "./accounts/mode-of-hosts.ts";
export {
  ACQUIRER_NAMES,
  ACQUIRERS,
  callbackPathOf,
  createCallbackReceivers,
  type AcquirerName,
  type CallbackReceiver,
} from "./acquirers.ts";
export { createSandboxAdapter, type SandboxAdapterOptions } from "./sandbox/sandbox-adapter.ts";
export { orderedByAmount } from "./sandbox/test-amounts.ts";
export { SANDBOX_TRAITS } from "./sandbox/sandbox-traits.ts";
export { createSandboxCallbackVerifier } from "./sandbox/callback-signature.ts";
export { createAdyenAdapter, type AdyenAdapterOptions } from "./adyen/adyen-adapter.ts";
export { createAdyenCallbackVerifier } from "./adyen/callbacks.ts";
export { ADYEN_SETTINGS, type AdyenSettings } from "./adyen/settings.ts";
export { createCheckoutAdapter, type CheckoutUse } from "./checkout/checkout-adapter.ts";
export type { CheckoutSettings } from "./checkout/settings.ts";
