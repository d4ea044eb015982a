import { migrateService } from "@flowlix/persistence";
import { databaseUrl, runCommand, secretText, text } from "@flowlix/runtime";
import { apiGatewaySchema } from "./store/gateway-schema.ts";

/** DATABASE_URL is the owner's; the password becomes that of the service's own role. */
const settings = {
  DATABASE_URL: databaseUrl(),
  ROLE_PREFIX: text({ default: "flowlix", pattern: /^[a-z][a-z0-9_]{0,30}$/ }),
  GATEWAY_DATABASE_PASSWORD: secretText(),
};

await runCommand(settings, process.env, (config) =>
  migrateService(apiGatewaySchema, {
    adminUrl: config.DATABASE_URL,
    rolePrefix: config.ROLE_PREFIX,
    password: config.GATEWAY_DATABASE_PASSWORD,
  }),
);
