import type { FailureClass } from "../failure-classes.ts";
import type { FieldError } from "../field-errors.ts";

/**
 * Everything a payer reads, in one language. `{merchant}`, `{amount}` and `{minutes}` are filled in;
 * a test holds the six languages to the same keys and the same names.
 */
export interface Texts {
  /** The language's own name. */
  readonly language: string;
  readonly languages: string;
  readonly payTitle: string;
  readonly payTo: string;
  readonly testMode: string;
  /** What the Sandbox offers at a form. */
  readonly test: {
    readonly offer: string;
    readonly cards: string;
    readonly anyCard: string;
    readonly amounts: string;
    readonly amountDecides: string;
    readonly anyOther: string;
  };
  /** What stands in front of a value of the order. */
  readonly order: { readonly what: string; readonly reference: string; readonly total: string };
  /** What a long description is unfolded and folded with. */
  readonly description: { readonly more: string; readonly less: string };
  /** What a payer may rely on; the last two are for who has not paid yet. */
  readonly assurances: {
    readonly secure: StateTexts;
    readonly once: StateTexts;
    readonly bankAsks: StateTexts;
  };
  readonly form: FormTexts;
  readonly errorSummary: string;
  readonly errors: Readonly<Record<FieldError, string>>;
  readonly notices: {
    /** Follows why the card before was declined. */
    readonly declined: string;
    /** Nothing is known to have come of a card that was sent off. */
    readonly again: string;
    /** Nothing was sent off. */
    readonly unsent: string;
    readonly stale: string;
  };
  readonly checking: StateTexts & { readonly long: string; readonly again: string };
  readonly processing: StateTexts;
  /** `left` where the payer came back from the bank without an answer to it. */
  readonly challenge: StateTexts & {
    readonly go: string;
    readonly leading: string;
    readonly left: StateTexts;
  };
  readonly succeeded: StateTexts;
  readonly failed: { readonly title: string; readonly next: string };
  readonly failures: Readonly<Record<FailureClass, string>>;
  readonly expiring: StateTexts;
  readonly expired: StateTexts;
  /** `uncertain` where a card was sent off or the bank was asked: nothing can be promised there. */
  readonly cancelled: StateTexts & { readonly uncertain: string; readonly resume: string };
  readonly closed: StateTexts;
  readonly unknown: StateTexts;
  /** A way back from the bank that is none, or none any more. */
  readonly unknownReturn: StateTexts;
  /** A form that did not arrive whole, or is too long for one. */
  readonly unreadable: StateTexts;
  readonly unavailable: StateTexts;
  readonly back: string;
  readonly leading: string;
  readonly retry: string;
}

export interface StateTexts {
  readonly title: string;
  readonly text: string;
}

export interface FormTexts {
  readonly card: string;
  readonly number: string;
  readonly expiry: string;
  readonly expiryFormat: string;
  readonly expiryHint: string;
  readonly cvc: string;
  readonly cvcHint: string;
  /** On cards whose code has four digits. */
  readonly cvcHint4: string;
  readonly name: string;
  readonly email: string;
  readonly optional: string;
  readonly address: string;
  readonly line1: string;
  readonly line2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly noCountry: string;
  readonly pay: string;
  readonly paying: string;
  readonly cancel: string;
  readonly timeLeft: string;
}

/** Puts values into the places that a text names. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
