import { Type } from "typebox";

/** The inputs of a card; which length a brand has is the provider's business (docs/design/decisions.md#card-number). */
export const CardNumber = Type.String({ pattern: "^[0-9]{12,19}$" });

export const ExpiryMonth = Type.Integer({ minimum: 1, maximum: 12 });

export const ExpiryYear = Type.Integer({ minimum: 2000, maximum: 2099 });

export const HolderName = Type.String({ format: "holder-name" });
