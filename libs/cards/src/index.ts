export { luhnValid, last4 } from "./number.ts";
export { brandOf, IIN_RANGES } from "./brands.ts";
export { isPastExpiry, type CardExpiry } from "./expiry.ts";
export { summaryOf } from "./summary.ts";
export { checkInstrument, type Instrument } from "./instrument.ts";
export { Secret } from "./secret.ts";
export type { KeyRing } from "./key-ring.ts";
export type { SealContext, SealPurpose } from "./seal-context.ts";
export { createOpener, createSealer, SealError, type Opener, type Sealer } from "./sealed-box.ts";
