import { Type } from "typebox";

/** The inputs of a card; which length a brand has is the provider's business (docs/design/decisions.md#card-number). */
export const CardNumber = Type.String({
  pattern: "^[0-9]{12,19}$",
  description: "12 to 19 digits, without spaces or hyphens",
});

export const ExpiryMonth = Type.Integer({
  minimum: 1,
  maximum: 12,
  description: "Month in which the card expires",
  examples: [12],
});

export const ExpiryYear = Type.Integer({
  minimum: 2000,
  maximum: 2099,
  description: "Year in which the card expires, of four digits",
  examples: [2034],
});

export const HolderName = Type.String({
  format: "holder-name",
  description: "The name on the card: 1 to 255 characters after trimming, no control characters",
  examples: ["Ada Lovelace"],
});
