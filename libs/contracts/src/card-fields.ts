import { Type } from "typebox";

/** Decisions §2, card inputs. The number's length per brand is the provider's business. */
export const CardNumber = Type.String({ pattern: "^[0-9]{12,19}$" });

export const ExpiryMonth = Type.Integer({ minimum: 1, maximum: 12 });

export const ExpiryYear = Type.Integer({ minimum: 2000, maximum: 2099 });

export const HolderName = Type.String({ format: "holder-name" });
