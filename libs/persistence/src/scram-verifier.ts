import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** As Postgres 18 itself uses (`scram_iterations`). */
const ITERATIONS = 4_096;

/**
 * What Postgres stores for a password (RFC 5803). Sent instead of the password, so that no statement
 * carries the password in clear: a server logs the text of a statement that fails.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`;
}
