export {
  createProvider,
  PROVIDER_LIMITS,
  type Provider,
  type ProviderLimits,
  type ProviderOptions,
} from "./provider.ts";
export { deadlineIn, type Deadline } from "./deadline.ts";
export type { Order, OrderRef } from "./order.ts";
export type {
  ActionRequired,
  Contradiction,
  NotExecuted,
  Outcome,
  ReadOutcome,
  RegisterOutcome,
  ReverseOutcome,
  Unknown,
} from "./outcome.ts";
export type {
  CallbackHeaders,
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
