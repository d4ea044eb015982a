import { httpUrl, runCommand, secretText } from "@flowlix/runtime";
import { smokeTest } from "./smoke.ts";

/** What `helm test` runs: a payment through the gateway's Service, as a merchant makes it, and its refund. */
const settings = { SMOKE_URL: httpUrl(), SMOKE_KEY: secretText() };

await runCommand(settings, process.env, (config) =>
  smokeTest({
    url: config.SMOKE_URL,
    key: config.SMOKE_KEY,
    say: (line) => process.stdout.write(`${line}\n`),
  }),
);
