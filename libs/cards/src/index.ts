export { luhnValid, last4 } from "./number.ts";
export { brandOf, IIN_RANGES } from "./brands.ts";
export { isCardNumber, NUMBER_LENGTHS } from "./card-number.ts";
export { isPastExpiry, type CardExpiry } from "./expiry.ts";
export { summaryOf } from "./summary.ts";
export { checkInstrument, type Instrument } from "./instrument.ts";
export type { PayoutCard, PayoutInstrument } from "./payout-card.ts";
export { Secret } from "./secret.ts";
export type { KeyRing } from "./key-ring.ts";
export type { EncryptionContext, EncryptionPurpose } from "./encryption-context.ts";
export {
  createDecryptor,
  createEncryptor,
  SealError,
  type Decryptor,
  type Encryptor,
} from "./encrypted-box.ts";
export { createTextBox, TextBoxError, type TextBox, type TextContext } from "./text-box.ts";
