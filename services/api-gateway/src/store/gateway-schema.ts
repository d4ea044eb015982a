import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateGateway1763740000000 } from "../migrations/1763740000000-create-gateway.ts";
import { AddBranding1763800000000 } from "../migrations/1763800000000-add-branding.ts";
import { NoteWhenKeysAreHashed1765060000001 } from "../migrations/1765060000001-note-when-keys-are-hashed.ts";
import { NoteKeyRenames1765070000001 } from "../migrations/1765070000001-note-key-renames.ts";
import { NoteFingerprintKeys1765080000001 } from "../migrations/1765080000001-note-fingerprint-keys.ts";
import { NoteWhenObjectsAreNamedAfterRequests1765240000005 } from "../migrations/1765240000005-note-when-objects-are-named-after-requests.ts";
import { LogRequests1765250200000 } from "../migrations/1765250200000-log-requests.ts";
import { AllowCardAttempts1765250300002 } from "../migrations/1765250300002-allow-card-attempts.ts";
import { KeepAcquirerAccounts1765730000000 } from "../migrations/1765730000000-keep-acquirer-accounts.ts";
import { NoteWhenSecretsChange1765740000000 } from "../migrations/1765740000000-note-when-secrets-change.ts";
import { LogRequestsTogether1765800000000 } from "../migrations/1765800000000-log-requests-together.ts";
import { ApiKey, ApiKeySecret, Merchant, MerchantAccount } from "./entities.ts";

/** What the gateway owns in the database. */
export const apiGatewaySchema: ServiceSchemaSpec = {
  service: "api-gateway",
  schema: "gateway",
  migrations: [
    CreateGateway1763740000000,
    AddBranding1763800000000,
    NoteWhenKeysAreHashed1765060000001,
    NoteKeyRenames1765070000001,
    NoteFingerprintKeys1765080000001,
    NoteWhenObjectsAreNamedAfterRequests1765240000005,
    LogRequests1765250200000,
    AllowCardAttempts1765250300002,
    KeepAcquirerAccounts1765730000000,
    NoteWhenSecretsChange1765740000000,
    LogRequestsTogether1765800000000,
  ],
  history: historyIn(new URL("../migrations/schema.json", import.meta.url)),
  entities: [Merchant, MerchantAccount, ApiKey, ApiKeySecret],
};
