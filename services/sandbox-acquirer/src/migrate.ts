import { migrate } from "@flowlix/persistence";
import { databaseUrl, readConfig, secretText, text } from "@flowlix/runtime";
import { sandboxAcquirerSchema } from "./schema.ts";

const EXIT_CONFIG = 78;

/** Settings of the migration command: the database as its owner reaches it, and the service's own role. */
const read = readConfig(
  {
    DATABASE_URL: databaseUrl(),
    ROLE_PREFIX: text({ default: "flowlix", pattern: /^[a-z][a-z0-9_]{0,39}$/ }),
    ACQUIRER_DATABASE_PASSWORD: secretText(),
  },
  process.env,
);

if (read.ok) {
  const {
    DATABASE_URL: adminUrl,
    ROLE_PREFIX: rolePrefix,
    ACQUIRER_DATABASE_PASSWORD: password,
  } = read.config;
  const passwords = { [sandboxAcquirerSchema.service]: password };
  const done = await migrate({ adminUrl, rolePrefix, passwords, specs: [sandboxAcquirerSchema] });
  for (const { service, applied } of done)
    process.stdout.write(`${service}: ${applied.join(", ") || "nothing to do"}\n`);
} else {
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exitCode = EXIT_CONFIG;
}
