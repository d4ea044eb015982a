import { Type, type Static } from "typebox";
import { Country } from "./billing-details.ts";
import { CardNumber } from "./card-fields.ts";
import { FAILURE_CODES } from "./failure-codes.ts";
import { PayoutId } from "./ids.ts";
import { Amount, Currency, CurrencyInput, MerchantReference } from "./money.ts";
import { CardSummary } from "./payment-method.ts";
import { IpAddress } from "./payment.ts";
import { closed, nullable, oneOf, UnixSeconds } from "./schema.ts";

export const PAYOUT_STATUSES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The brands a payout can go to (docs/design/specification.md#create-payout). */
export const PAYOUT_CARD_BRANDS = ["visa", "mastercard"] as const;
export type PayoutCardBrand = (typeof PAYOUT_CARD_BRANDS)[number];

/** 1 to 255 characters, not blank, kept byte for byte (docs/design/specification.md#create-payout). */
const RecipientName = Type.String({
  minLength: 1,
  maxLength: 255,
  format: "nonblank-text",
  description: "1 to 255 characters, not only white space",
  examples: ["Ada"],
});

/** The public Payout (docs/design/decisions.md#payout): the failure fields are there only when it is FAILED. */
export const Payout = Type.Object(
  {
    id: PayoutId,
    amount: Amount,
    currency: Currency,
    merchant_reference: nullable(MerchantReference),
    destination: Type.Object(
      { card_brand: oneOf(PAYOUT_CARD_BRANDS), card_last4: CardSummary.properties.last4 },
      closed,
    ),
    recipient: Type.Object(
      {
        first_name: Type.String({ maxLength: 255 }),
        last_name: Type.String({ maxLength: 255 }),
        country: Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2" }),
      },
      closed,
    ),
    status: oneOf(PAYOUT_STATUSES),
    failure_code: Type.Optional(oneOf(FAILURE_CODES)),
    failure_message: Type.Optional(Type.String()),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
    completed_at: nullable(UnixSeconds),
    livemode: Type.Boolean(),
  },
  closed,
);
export type Payout = Static<typeof Payout>;

/** POST /v1/payouts. The order of the properties is the order in which faults are reported. */
export const PayoutRequest = Type.Object(
  {
    amount: Amount,
    currency: CurrencyInput,
    merchant_reference: Type.Optional(MerchantReference),
    destination: Type.Object({ card_number: CardNumber }, closed),
    initiator_ip_address: IpAddress,
    recipient: Type.Object(
      {
        country: Country,
        first_name: RecipientName,
        last_name: RecipientName,
      },
      closed,
    ),
  },
  closed,
);
export type PayoutRequest = Static<typeof PayoutRequest>;
