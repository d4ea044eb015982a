import { Type, type Static } from "typebox";
import { AcquirerAccountId, MerchantId } from "./ids.ts";
import { PAYMENT_METHOD_TYPES } from "./method-types.ts";
import { Amount, Currency } from "./money.ts";
import { nullable, oneOf } from "./schema.ts";
import { ProviderName } from "./services/provider-name.ts";

/** What an account may be used for: ways of paying, and paying out. */
export const ACCOUNT_METHODS = [...PAYMENT_METHOD_TYPES, "payout"] as const;
export type AccountMethod = (typeof ACCOUNT_METHODS)[number];

export const ACCOUNT_STATUSES = ["active", "disabled"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Shares of new objects are weights against each other; an account of weight 0 is the last choice. */
export const ACCOUNT_WEIGHT_MAX = 10_000;
export const ACCOUNT_LABEL_LENGTH_MAX = 100;
export const ACCOUNT_CURRENCIES_MAX = 200;
/** Of one setting or secret. */
export const ACCOUNT_VALUE_LENGTH_MAX = 8_192;
export const ACCOUNT_VALUES_MAX = 32;

/** The smallest and the largest amount that an account takes of a currency, in minor units. */
export const AmountLimits = Type.Object({
  min: Type.Optional(Amount),
  max: Type.Optional(Amount),
});
export type AmountLimits = Static<typeof AmountLimits>;

/**
 * A merchant's account at an acquirer, as the gateway has it and owners keep copies of it: secrets are encrypted, and
 * opened only where the acquirer is called (docs/decisions/0099-acquirer-accounts.md).
 */
export const AcquirerAccount = Type.Object({
  id: AcquirerAccountId,
  merchant_id: MerchantId,
  livemode: Type.Boolean(),
  /** The acquirer, by its name in rows. */
  provider: ProviderName,
  label: Type.String({ minLength: 1, maxLength: ACCOUNT_LABEL_LENGTH_MAX, format: "text" }),
  status: oneOf(ACCOUNT_STATUSES),
  /** Null where it takes every currency that the acquirer takes. */
  currencies: nullable(Type.Array(Currency, { maxItems: ACCOUNT_CURRENCIES_MAX })),
  /** Null where it is used for everything that the acquirer can do. */
  methods: nullable(Type.Array(oneOf(ACCOUNT_METHODS), { maxItems: ACCOUNT_METHODS.length })),
  weight: Type.Integer({ minimum: 0, maximum: ACCOUNT_WEIGHT_MAX }),
  /** By currency. */
  limits: Type.Record(Type.String({ pattern: "^[A-Z]{3}$" }), AmountLimits),
  /** What the acquirer's own schema asks for, secrets aside. */
  settings: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
  /** By name, each encrypted for this account and name. */
  secrets: Type.Record(
    Type.String({ maxLength: 64 }),
    Type.String({ maxLength: 4 * ACCOUNT_VALUE_LENGTH_MAX }),
  ),
  /**
   * When secrets last changed, in Unix seconds, rounded up; null where they are those that it was added with. Absent
   * from an older gateway, which says nothing of it.
   */
  secrets_changed_at: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
  /** Raised by every change of the account. */
  version: Type.Integer({ minimum: 1 }),
  /** Which change of all accounts it was; in the order of the commits. */
  change: Type.Integer({ minimum: 1 }),
});
export type AcquirerAccount = Static<typeof AcquirerAccount>;
