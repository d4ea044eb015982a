import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateGateway1763740000000 } from "../migrations/1763740000000-create-gateway.ts";
import { AddBranding1763800000000 } from "../migrations/1763800000000-add-branding.ts";
import { ApiKey, ApiKeySecret, Merchant, MerchantAccount } from "./entities.ts";

/** What the gateway owns in the database. */
export const gatewaySchema: ServiceSchemaSpec = {
  service: "api-gateway",
  schema: "gateway",
  migrations: [CreateGateway1763740000000, AddBranding1763800000000],
  entities: [Merchant, MerchantAccount, ApiKey, ApiKeySecret],
};
