import { createHash } from "node:crypto";

/** Check values of keys, by `name/key id`, or by name: they tell nothing of a key of 32 random bytes. */
export type SecretChecks = Readonly<Record<string, string>>;

type Kept = Readonly<Record<string, string>>;

/** Rings `id:base64,id:base64`: what any of their keys made is in the database. */
const RINGS = [
  "card_keys",
  "payout_card_keys",
  "fingerprint_keys",
  "return_token_key",
  "page_token_key",
  "webhook_secret_keys",
  "acquirer_secret_keys",
];
/** A cluster knows it for ever. */
const OF_CLUSTER = "postgres_password";

/** Check values of every secret without which a backup of these secrets cannot be used. */
export function secretChecks(secrets: Kept, kind: "cluster" | "dump"): SecretChecks {
  const named = RINGS.flatMap((name) =>
    keysOf(secrets[name] ?? "").map(([id, key]) => [`${name}/${id}`, key] as const),
  );
  const password = kind === "cluster" ? [[OF_CLUSTER, secrets[OF_CLUSTER] ?? ""] as const] : [];
  return Object.fromEntries([...named, ...password].map(([name, secret]) => [name, checkOf(name, secret)]));
}

/** What secrets lack of those that a backup was made with, by `name/key id`; further keys do no harm. */
export function missingSecrets(checks: SecretChecks, secrets: Kept): string[] {
  const given = secretChecks(secrets, "cluster");
  return Object.keys(checks).filter((name) => given[name] !== checks[name]);
}

function keysOf(ring: string): [id: string, key: string][] {
  return ring.split(",").flatMap((entry): [string, string][] => {
    const at = entry.indexOf(":");
    return at === -1 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()]];
  });
}

const CHECK_LENGTH = 16;

const checkOf = (name: string, secret: string): string =>
  createHash("sha256").update(`flowlix backup ${name} ${secret}`).digest("hex").slice(0, CHECK_LENGTH);
