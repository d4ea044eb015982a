import type { PayoutAddress, PayoutSender } from "@flowlix/contracts";

/**
 * The card a payout goes to, in clear. Exists where an `Instrument` does and nowhere else
 * (docs/design/architecture.md#rule-11). The checks of a paying card (`checkInstrument`) are none of its: whether money
 * can still go to a card that has expired is the acquirer's business.
 */
export interface PayoutCard {
  readonly kind: "payout_card";
  readonly number: string;
  /** With `exp_year` or not at all, as a paying card's. */
  readonly exp_month?: number;
  readonly exp_year?: number;
}

/**
 * A payout's card with what else only its submission needs. All of it is encrypted and kept nowhere
 * (docs/decisions/0102-fields-that-acquirers-ask-for.md).
 */
export interface PayoutInstrument extends PayoutCard {
  readonly recipient_address?: PayoutAddress;
  readonly sender?: PayoutSender;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isNumberIfAny = (value: unknown): boolean => value === undefined || typeof value === "number";
const isRecordIfAny = (value: unknown): boolean => value === undefined || isRecord(value);

/** Whether an opened box holds such a card; guards against a gateway of another version. */
export const isPayoutInstrument = (value: unknown): value is PayoutInstrument =>
  isRecord(value) &&
  value["kind"] === "payout_card" &&
  typeof value["number"] === "string" &&
  isNumberIfAny(value["exp_month"]) &&
  isNumberIfAny(value["exp_year"]) &&
  isRecordIfAny(value["recipient_address"]) &&
  isRecordIfAny(value["sender"]);
