/** One call to a provider. The provider port aborts the signal when the call's time is up. */
export interface ProviderCall {
  readonly signal: AbortSignal;
  /** Of the merchant's request, for the provider's logs; empty in background work. */
  readonly requestId: string;
  /** Where the call stands in a trace, as the header of W3C Trace Context; absent outside of any. */
  readonly traceparent?: string | undefined;
  /**
   * Something of this reference may have been sent before. A 429 then says nothing of that (`unknown(lost)`), at an
   * acquirer that answers so while another request of the reference is under way. Only submissions may say false.
   */
  readonly isRepeat: boolean;
}

/**
 * What one call came to. `providerAtFault` says whether this counts against the provider's
 * health: unreachable, answer lost, a 5xx, an answer nobody can read. It is what counts at the breaker
 * and what makes a call worth repeating. A decline, a 4xx and whatever the sandbox does because an
 * amount asked for it say nothing (docs/design/decisions.md#sandbox).
 */
export interface Reply<O> {
  readonly outcome: O;
  readonly providerAtFault: boolean;
  /** Set where nothing came from the provider that says anything about its health. */
  readonly saysNothing?: true;
}
