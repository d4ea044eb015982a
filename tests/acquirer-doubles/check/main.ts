import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { missingVariables } from "./check-settings.ts";

/** EX_UNAVAILABLE of sysexits: what is needed is not here. */
const SKIPPED = 69;
const ROOT = join(import.meta.dirname, "..", "..", "..");

/** What cannot be seen on the day itself, and what an account is not set up for, is left out by the titles of tests. */
function leftOut(acquirer: string): readonly string[] {
  const pays = { adyen: "ADYEN_TRANSFERS_URL", checkout: "CHECKOUT_CURRENCY_ACCOUNT_ID" }[acquirer];
  const isPaying = pays !== undefined && (process.env[pays] ?? "") !== "";
  return ["states ", ...(isPaying ? [] : ["payout"])];
}

/**
 * The suite for adapters against an acquirer's own sandbox: `main.ts adyen`, with the values of an account there in the
 * environment. `--against double` runs it over the double, which is its test; `--only` those tests with it in their
 * title.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string", default: "vendor" }, only: { type: "string" } },
});
const [acquirer = ""] = positionals;
if (!["checkout", "adyen"].includes(acquirer)) {
  process.stderr.write("which acquirer? ACQUIRER=checkout or ACQUIRER=adyen\n");
  process.exit(2);
}
const isDouble = values.against === "double";
const missing = isDouble ? [] : missingVariables(acquirer, process.env);
if (missing.length > 0) {
  process.stderr.write(
    `skipped: acquirer-check ${acquirer}, since these are not set: ${missing.join(", ")}\n`,
  );
  process.exit(SKIPPED);
}
const { only } = values;
const titles = isDouble || only !== undefined ? [] : leftOut(acquirer);
if (titles.length > 0) process.stdout.write(`left out: tests with ${titles.join(" or ")} in their title\n`);
const child = spawn(
  process.execPath,
  [
    join(ROOT, "node_modules/mocha/bin/mocha.js"),
    "--require",
    join(ROOT, "libs/testkit/src/mocha-setup.ts"),
    "--fail-zero",
    "--timeout",
    "300000",
    ...(only === undefined ? [] : ["--grep", only]),
    ...(titles.length > 0 ? ["--grep", titles.join("|"), "--invert"] : []),
    join(import.meta.dirname, `${acquirer}.check.ts`),
  ],
  { stdio: "inherit", env: { ...process.env, ACQUIRER_CHECK_AGAINST: values.against } },
);
const [code] = await once(child, "exit");
// mocha's own code is the number of tests that failed, which may be any.
process.exitCode = code === 0 ? 0 : 1;
