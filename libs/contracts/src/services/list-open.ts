import { Type, type Static } from "typebox";
import { MerchantId } from "../ids.ts";
import { Amount, Currency } from "../money.ts";
import { OPEN_STATUSES } from "../open-statuses.ts";
import { nullable, oneOf, UnixSeconds } from "../schema.ts";
import { ProviderName } from "./provider-name.ts";

export const OPEN_KINDS = ["payment", "refund", "payout"] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

export const OPEN_LIST_MAX = 1_000;
/** An operator asks for minutes to days; a year is as long as the command-line tool lets a time span be. */
export const OLDER_THAN_MS_MAX = 365 * 86_400_000;

/** An open object, with what an operator needs to find it at the provider. It names no payer and no card. */
export const OpenObject = Type.Object({
  id: Type.String(),
  kind: oneOf(OPEN_KINDS),
  merchant_id: MerchantId,
  livemode: Type.Boolean(),
  /** A process of the release before does not send it. */
  provider: Type.Optional(ProviderName),
  status: oneOf(OPEN_STATUSES),
  amount: Amount,
  currency: Currency,
  created_at: UnixSeconds,
  /** By the database's clock, when it was read. */
  age_seconds: Type.Integer({ minimum: 0 }),
  next_look_at: UnixSeconds,
  look_count: Type.Integer({ minimum: 0 }),
});
export type OpenObject = Static<typeof OpenObject>;

/**
 * The owner's objects that have not ended, of every merchant, oldest first; of one mode where one is named. For
 * operators.
 */
export const listOpenAction = {
  params: Type.Object({
    older_than_ms: Type.Integer({ minimum: 0, maximum: OLDER_THAN_MS_MAX }),
    livemode: nullable(Type.Boolean()),
    limit: Type.Integer({ minimum: 1, maximum: OPEN_LIST_MAX }),
  }),
  result: Type.Object({
    objects: Type.Array(OpenObject),
    has_more: Type.Boolean(),
    /** False where so many are open that not all were read: there may be older ones than those listed. */
    all_read: Type.Boolean(),
  }),
} as const;
