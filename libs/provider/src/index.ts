export {
  createProvider,
  PROVIDER_LIMITS,
  type Provider,
  type ProviderLimits,
  type ProviderOptions,
} from "./provider.ts";
export { deadlineIn, type Deadline } from "./deadline.ts";
export type { Order, OrderRef, PayoutOrder, PayoutRecipient, RefundOrder } from "./order.ts";
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
  Unknown,
} from "./outcome.ts";
export type { ProviderPayouts, ProviderRefunds } from "./transfers.ts";
export {
  DAY_MS,
  type ProviderStatement,
  type StatementAdapter,
  type StatementLine,
  type StatementOutcome,
  type StatementRules,
  type TakeLines,
} from "./statement.ts";
export type { PayoutAdapter, RefundAdapter } from "./transfer-adapter.ts";
export type {
  CallbackHeaders,
  CallbackKind,
  ProviderAdapter,
  ProviderCall,
  ProviderCallback,
  Reply,
  VerifyCallback,
} from "./adapter.ts";
export { BREAKER_LIMITS, type BreakerLimits, type BreakerState } from "./breaker.ts";
export type { BrokenCall, CallObservation, Operation } from "./guard.ts";
export { createSandboxAdapter, type SandboxAdapterOptions } from "./sandbox/sandbox-adapter.ts";
export { createSandboxCallbackVerifier } from "./sandbox/callback-signature.ts";
