import { readFileSync } from "node:fs";
import { withoutTrailingSlashes } from "../lib/urls.ts";
import { serveWitness } from "./server.ts";
import type { BookSource } from "./sources.ts";
import { createPlainClients } from "./plain-client.ts";
import { createWitness, type Merchant } from "./witness.ts";

/*
 * The witness as a process of its own, for a cluster. Nothing but Node is needed:
 * KEYS_FILE (as k6 reads it), BASE_URL, and of these what there is: BOOK_URL, or STATEMENT_URL with
 * ACQUIRER_API_KEY_FILE; WEBHOOK_URL; EXCLUSIVE=true where nobody else uses the acquirer; CUTS_COUNTED=true for clients of its own beside k6,
 * which send nothing again by themselves.
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
const witness = createWitness({
  baseUrl,
  merchants,
  book: bookSource(),
  exclusive: env["EXCLUSIVE"] === "true",
  webhooks: webhookUrl !== "",
  ...(env["CUTS_COUNTED"] === "true" ? { cuts: createPlainClients(baseUrl) } : {}),
  settleMs: Number(env["SETTLE_SECONDS"] ?? "120") * 1_000,
});
const served = await serveWitness(witness, env["HOST"] ?? "127.0.0.1", Number(env["PORT"] ?? "8099"));
if (webhookUrl !== "") await witness.register(webhookUrl);
process.stdout.write(`the witness listens on ${served.url}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void served.close());
