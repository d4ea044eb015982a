import { Type } from "typebox";

/**
 * Card number, CVC, cryptogram, holder and browser information, readable at the provider port only and
 * for the one action it was encrypted for (`ENCRYPTED_FOR`). Two texts of 2,048 characters each, escaped, encrypted
 * and in base64, are what it must hold at most.
 */
export const EncryptedInstrument = Type.String({ maxLength: 49_152 });
