import type { KeyPermission } from "@flowlix/contracts";
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";

export interface MerchantRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
}

export interface MerchantAccountRow {
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly payments_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly provisioned: boolean;
  /** Cards that a payer of the hosted page may try. */
  readonly card_attempts: number;
  /** What payers see; null for the merchant's own name, and for none. */
  readonly display_name: string | null;
  readonly colour: string | null;
  readonly logo_sha256: string | null;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly permissions: KeyPermission[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

export interface ApiKeySecretRow {
  /** SHA-256 of the whole key text. */
  readonly hash: Buffer;
  readonly key_id: string;
  readonly created_at: Date;
  /** End of the overlap after a roll; null while it is the key's newest secret. */
  readonly ends_at: Date | null;
}

type Columns<Row> = Record<keyof Row, EntitySchemaColumnOptions>;

const text = { type: "text" } as const;
const optionalText = { type: "text", nullable: true } as const;
const flag = { type: "boolean" } as const;
const createdAt = { type: "timestamptz", default: () => "platform.clock()" } as const;
const optionalInstant = { type: "timestamptz", nullable: true } as const;

export const Merchant = new EntitySchema<MerchantRow>({
  name: "merchants",
  schema: "gateway",
  columns: {
    id: { ...text, primary: true },
    name: text,
    created_at: createdAt,
  } satisfies Columns<MerchantRow>,
});

export const MerchantAccount = new EntitySchema<MerchantAccountRow>({
  name: "merchant_accounts",
  schema: "gateway",
  columns: {
    merchant_id: { ...text, primary: true },
    livemode: { ...flag, primary: true },
    payments_enabled: flag,
    payouts_enabled: flag,
    provisioned: flag,
    card_attempts: { type: "smallint", default: 1 },
    display_name: optionalText,
    colour: optionalText,
    logo_sha256: optionalText,
  } satisfies Columns<MerchantAccountRow>,
});

export const ApiKey = new EntitySchema<ApiKeyRow>({
  name: "api_keys",
  schema: "gateway",
  columns: {
    id: { ...text, primary: true },
    merchant_id: text,
    livemode: flag,
    permissions: { type: "text", array: true },
    created_at: createdAt,
    expires_at: optionalInstant,
    revoked_at: optionalInstant,
    last_used_at: optionalInstant,
  } satisfies Columns<ApiKeyRow>,
});

export const ApiKeySecret = new EntitySchema<ApiKeySecretRow>({
  name: "api_key_secrets",
  schema: "gateway",
  columns: {
    hash: { type: "bytea", primary: true },
    key_id: text,
    created_at: createdAt,
    ends_at: optionalInstant,
  } satisfies Columns<ApiKeySecretRow>,
});
