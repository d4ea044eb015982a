import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeWhole } from "./atomic-file.ts";
import { LaunchError, errorCode } from "./launch-error.ts";

const SECRET_NAMES = [
  "card_keys",
  "payout_card_keys",
  "fingerprint_keys",
  "return_token_key",
  "page_token_key",
  "webhook_secret_keys",
  "acquirer_secret_keys",
  "acquirer_api_key",
  "acquirer_callback_secret",
  "control_token",
  "postgres_password",
  "role_password_seed",
  "nats_password_seed",
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Everything secret of one installation; none of it is ever printed. */
export type Secrets = Readonly<Record<SecretName, string>>;

/** A ring of one key, as the services read it: `kid:base64 of 32 bytes`. */
function keyRing(): string {
  return `k1:${randomBytes(32).toString("base64")}`;
}

const GENERATE: Readonly<Record<SecretName, () => string>> = {
  card_keys: keyRing,
  payout_card_keys: keyRing,
  fingerprint_keys: keyRing,
  return_token_key: keyRing,
  page_token_key: keyRing,
  webhook_secret_keys: keyRing,
  acquirer_secret_keys: keyRing,
  acquirer_api_key: () => token("acq_test_"),
  acquirer_callback_secret: () => token("acqcb_"),
  control_token: () => token("ctl_"),
  postgres_password: () => token(""),
  role_password_seed: () => token(""),
  nats_password_seed: () => token(""),
};

function token(prefix: string): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

/**
 * The installation's secrets: read, and where some are missing generated and written before anyone
 * uses them, so that a crash never leaves data encrypted under a key that is gone.
 * Errors: LaunchError for a file that cannot be read or was changed into something else.
 */
export function loadSecrets(path: string): Secrets {
  const kept = readKeptSecrets(path);
  const missing = SECRET_NAMES.filter((name) => kept[name] === undefined);
  const secrets: Record<string, string> = { ...kept };
  for (const name of missing) secrets[name] = GENERATE[name]();
  if (missing.length > 0) writeWhole(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return pickAll(secrets);
}

function pickAll(values: Readonly<Record<string, string>>): Secrets {
  const value = (name: SecretName) => values[name] ?? "";
  return {
    card_keys: value("card_keys"),
    payout_card_keys: value("payout_card_keys"),
    fingerprint_keys: value("fingerprint_keys"),
    return_token_key: value("return_token_key"),
    page_token_key: value("page_token_key"),
    webhook_secret_keys: value("webhook_secret_keys"),
    acquirer_secret_keys: value("acquirer_secret_keys"),
    acquirer_api_key: value("acquirer_api_key"),
    acquirer_callback_secret: value("acquirer_callback_secret"),
    control_token: value("control_token"),
    postgres_password: value("postgres_password"),
    role_password_seed: value("role_password_seed"),
    nats_password_seed: value("nats_password_seed"),
  };
}

/**
 * What a file of secrets holds, by name; nothing where there is no file, and nothing is made.
 * Errors: LaunchError for a file that cannot be read or was changed into something else.
 */
export function readKeptSecrets(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return {};
    throw new LaunchError(`${path} cannot be read (${errorCode(error)})`, undefined, { cause: error });
  }
  const problem = new LaunchError(
    `${path} is damaged: it must be a JSON object of texts; bring back a copy of it`,
  );
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) throw problem;
    const entries = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return Object.fromEntries(entries);
  } catch {
    // The parser's own message would quote the text, and the text is secret.
    throw problem;
  }
}
