import { readFileSync } from "node:fs";
import { withoutTrailingSlashes } from "../lib/urls.ts";
import { serveVerifier } from "./server.ts";
import type { BookSource } from "./sources.ts";
import { createPlainClients } from "./plain-client.ts";
import { createVerifier, type Merchant } from "./verifier.ts";

/*
 * The verifier as a process of its own, for a cluster. Nothing but Node is needed:
 * KEYS_FILE (as k6 reads it) and BASE_URL. Optional: BOOK_URL, or STATEMENT_URL with ACQUIRER_API_KEY_FILE;
 * WEBHOOK_URL; EXCLUSIVE=true where nobody else uses the acquirer; CUTS_COUNTED=true to count requests that
 * are cut off, with clients of its own that repeat nothing.
 */
const { env } = process;

function required(name: string): string {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  process.stderr.write(`${name}: is not set\n`);
  process.exit(78);
}

function bookSource(): BookSource | null {
  const { BOOK_URL: book, STATEMENT_URL: statement, ACQUIRER_API_KEY_FILE: keyFile } = env;
  if (book !== undefined && book !== "") return { kind: "book", url: book };
  if (statement === undefined || statement === "" || keyFile === undefined) return null;
  return { kind: "statement", url: statement, apiKey: readFileSync(keyFile, "utf8").trim() };
}

const { merchants }: { merchants: Merchant[] } = JSON.parse(readFileSync(required("KEYS_FILE"), "utf8"));
const webhookUrl = env["WEBHOOK_URL"] ?? "";
const baseUrl = withoutTrailingSlashes(required("BASE_URL"));
const verifier = createVerifier({
  baseUrl,
  merchants,
  book: bookSource(),
  exclusive: env["EXCLUSIVE"] === "true",
  webhooks: webhookUrl !== "",
  ...(env["CUTS_COUNTED"] === "true" ? { cuts: createPlainClients(baseUrl) } : {}),
  settleMs: Number(env["SETTLE_SECONDS"] ?? "120") * 1_000,
});
const served = await serveVerifier(verifier, env["HOST"] ?? "127.0.0.1", Number(env["PORT"] ?? "8099"));
if (webhookUrl !== "") await verifier.register(webhookUrl);
process.stdout.write(`the verifier listens on ${served.url}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void served.close());
