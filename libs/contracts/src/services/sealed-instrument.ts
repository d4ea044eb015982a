import { Type } from "typebox";

/**
 * Card number, CVC, cryptogram, holder and browser information, readable at the provider seam only and
 * for the one action it was sealed for (`SEALED_FOR`). Two texts of 2,048 characters each, escaped, sealed
 * and in base64, are what it must hold at most.
 */
export const SealedInstrument = Type.String({ maxLength: 49_152 });
