import { migrate } from "@flowlix/persistence";
import { databaseUrl, readConfig, secretText, text } from "@flowlix/runtime";
import { gatewaySchema } from "./store/gateway-schema.ts";

/** DATABASE_URL is an owner's; the password becomes that of the gateway's own role. */
const settings = {
  DATABASE_URL: databaseUrl(),
  ROLE_PREFIX: text({ default: "flowlix", pattern: /^[a-z][a-z0-9_]{0,30}$/ }),
  GATEWAY_DATABASE_PASSWORD: secretText({ minLength: 8 }),
};

const EXIT_CONFIG = 78;

const read = readConfig(settings, process.env);
if (read.ok) {
  const {
    DATABASE_URL: adminUrl,
    ROLE_PREFIX: rolePrefix,
    GATEWAY_DATABASE_PASSWORD: password,
  } = read.config;
  const [done] = await migrate({
    adminUrl,
    rolePrefix,
    passwords: { [gatewaySchema.service]: password },
    specs: [gatewaySchema],
  });
  process.stdout.write(`${gatewaySchema.schema}: ${done?.applied.join(", ") || "nothing to do"}\n`);
} else {
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exitCode = EXIT_CONFIG;
}
