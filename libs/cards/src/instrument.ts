import type { BrowserInformation, CardInput, FailureCode, WalletCardInput } from "@flowlix/contracts";
import { isPastExpiry } from "./expiry.ts";
import { luhnValid } from "./number.ts";

interface FromBrowser {
  readonly browser_information?: BrowserInformation | undefined;
}

/** A card whose holder typed it in. */
interface CardInstrument extends FromBrowser {
  readonly kind: "card";
  readonly card: CardInput;
}

interface WithCryptogram extends FromBrowser {
  /** The number is the device's own, not the card's. */
  readonly card: WalletCardInput;
  readonly cryptogram: string;
  readonly eci?: string | undefined;
}

/** Apple Pay in decrypted form (docs/design/specification.md#wallet-methods). */
interface ApplePayInstrument extends WithCryptogram {
  readonly kind: "apple_pay";
}

/** Google Pay in decrypted form; PAN_ONLY is the card itself, as the payer once saved it. */
type GooglePayInstrument =
  | (WithCryptogram & { readonly kind: "google_pay"; readonly auth_method: "CRYPTOGRAM_3DS" })
  | (FromBrowser & {
      readonly kind: "google_pay";
      readonly auth_method: "PAN_ONLY";
      readonly card: WalletCardInput;
    });

/**
 * What a payer pays with, in clear. Exists in the gateway before it is encrypted and at the provider port
 * after it was opened, nowhere else (docs/design/architecture.md#rule-11).
 */
export type Instrument = CardInstrument | ApplePayInstrument | GooglePayInstrument;

/**
 * Our own checks before the provider is asked, in both modes and of device numbers too: check digit, then
 * expiry (docs/design/decisions.md#card-expiry). Answers the code the payment fails with, or null. `nowMs` is Unix time
 * in milliseconds.
 */
export function checkInstrument({ card }: Instrument, nowMs: number): FailureCode | null {
  if (!luhnValid(card.number)) return "invalid_number";
  return isPastExpiry(card, nowMs) ? "expired_card" : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOptional = (value: unknown): boolean => value === undefined || typeof value === "string";

/**
 * Whether an opened box holds an instrument. The box is authentic, so the gateway wrote it; what is
 * guarded against is a gateway of another version with a kind this process does not know.
 */
export function isInstrument(value: unknown): value is Instrument {
  if (!isRecord(value)) return false;
  const { card, browser_information: browser } = value;
  return (
    isRecord(card) &&
    typeof card["number"] === "string" &&
    typeof card["exp_month"] === "number" &&
    typeof card["exp_year"] === "number" &&
    (browser === undefined || isRecord(browser)) &&
    hasPartsOfItsKind(value, card)
  );
}

function hasPartsOfItsKind(value: Record<string, unknown>, card: Record<string, unknown>): boolean {
  const { kind, auth_method, cryptogram, eci } = value;
  if (kind === "card") return typeof card["cvc"] === "string" && typeof card["holder_name"] === "string";
  if (kind !== "apple_pay" && kind !== "google_pay") return false;
  if (!isOptional(card["holder_name"])) return false;
  if (kind === "google_pay" && auth_method === "PAN_ONLY")
    return cryptogram === undefined && eci === undefined;
  if (kind === "google_pay" && auth_method !== "CRYPTOGRAM_3DS") return false;
  return typeof cryptogram === "string" && isOptional(eci);
}
