import { constant } from "./schema.ts";

/** The ways of paying, in the order in which they are documented; what a request names and a list filters by. */
export const PAYMENT_METHOD_TYPES = ["card", "apple_pay", "google_pay"] as const;
export type PaymentMethodType = (typeof PAYMENT_METHOD_TYPES)[number];

/** The `type` of one method's data. */
export const methodType = <Type extends PaymentMethodType>(type: Type) =>
  constant<Type>(type, "The way of paying");
