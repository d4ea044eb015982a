import type { BrowserInformation, CardInput, FailureCode } from "@flowlix/contracts";
import { isPastExpiry } from "./expiry.ts";
import { luhnValid } from "./number.ts";

/**
 * What a payer pays with, in clear. Exists in the gateway before it is sealed and at the provider seam
 * after it was opened, nowhere else (architecture rule 11).
 */
export interface Instrument {
  readonly kind: "card";
  readonly card: CardInput;
  readonly browser_information?: BrowserInformation | undefined;
}

/**
 * Our own checks before the provider is asked, in both modes: check digit, then expiry (decisions §2).
 * Answers the code the payment fails with, or null. `nowMs` is Unix time in milliseconds.
 */
export function checkInstrument({ card }: Instrument, nowMs: number): FailureCode | null {
  if (!luhnValid(card.number)) return "invalid_number";
  return isPastExpiry(card, nowMs) ? "expired_card" : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether an opened box holds an instrument. The box is authentic, so the gateway wrote it; what is
 * guarded against is a gateway of another version with a kind this process does not know.
 */
export function isInstrument(value: unknown): value is Instrument {
  if (!isRecord(value) || value["kind"] !== "card") return false;
  const card = value["card"];
  const browser = value["browser_information"];
  return (
    isRecord(card) &&
    typeof card["number"] === "string" &&
    typeof card["cvc"] === "string" &&
    typeof card["holder_name"] === "string" &&
    typeof card["exp_month"] === "number" &&
    typeof card["exp_year"] === "number" &&
    (browser === undefined || isRecord(browser))
  );
}
