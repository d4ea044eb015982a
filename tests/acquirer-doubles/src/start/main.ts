import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOUBLES } from "../doubles.ts";
import { isObject, textOf } from "../shared/messages.ts";
import { makeLiveMerchant } from "./live-merchant.ts";

/**
 * `make start ACQUIRER=checkout-double`: an installation with a double beside it, and a merchant that pays there in
 * live mode.
 */
const SUFFIX = "-double";
const PORT = Number(process.env["DOUBLE_PORT"] ?? 4600);
const READY = "Stop with Ctrl-C.";

const [asked = ""] = process.argv.slice(2);
const name = asked.endsWith(SUFFIX) ? asked.slice(0, -SUFFIX.length) : "";
const startDouble = Object.hasOwn(DOUBLES, name) ? DOUBLES[name] : undefined;
if (startDouble === undefined) {
  const known = Object.keys(DOUBLES).map((one) => `ACQUIRER=${one}${SUFFIX}`);
  process.stderr.write(`which acquirer? ${known.join(" or ")}, or none for the Sandbox alone\n`);
  process.exit(2);
}

const dataDir = process.env["DATA_DIR"] ?? ".data";
const readData = (file: string): string => readFileSync(join(dataDir, file), "utf8");

/** Accounts' secrets are encrypted under a ring that outlives the start. */
function ringOf(): string {
  const path = join(dataDir, "acquirer-secret-keys");
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `k1:${randomBytes(32).toString("base64")}`, { mode: 0o600 });
  }
  return readFileSync(path, "utf8").trim();
}

const double = await startDouble({ port: PORT });
const installation = spawn("npm", ["start", "--silent"], {
  stdio: ["ignore", "pipe", "inherit"],
  // A group of its own, so that a Ctrl-C reaches it once: from here.
  detached: true,
  env: { ACQUIRER_SECRET_KEYS: ringOf(), ...process.env, ACQUIRER_LOOPBACK: "true" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => installation.kill(signal));
installation.once("exit", (code) => void double.stop().then(() => process.exit(code ?? 1)));
process.once("exit", () => installation.kill("SIGTERM"));

let printed = "";
installation.stdout.setEncoding("utf8").on("data", (text: string) => {
  process.stdout.write(text);
  if (printed.includes(READY)) return;
  printed += text;
  if (printed.includes(READY)) void giveAccount();
});

async function giveAccount(): Promise<void> {
  const runtime: unknown = JSON.parse(readData("runtime.json"));
  const url = isObject(runtime) ? textOf(runtime["control_url"]) : "";
  const made = await makeLiveMerchant({ url, token: readData("control-token").trim() }, double);
  process.stdout.write(`
  Live mode, at a double of ${name} (${double.server.url})

  Live key     ${made.apiKey}
  Merchant     ${made.merchantId}, account ${made.accountId}
  Its book     curl -s ${double.server.url}/__double/book
${double.cards === undefined ? "" : `  Cards        ${double.cards}\n`}
`);
}
