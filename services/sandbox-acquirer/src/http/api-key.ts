import { hash, timingSafeEqual } from "node:crypto";

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

/** Says whether an `Authorization` header carries the key; takes the same time for any wrong one. */
export function createApiKeyCheck(apiKey: string): (header: string | undefined) => boolean {
  const expected = sha256(`Bearer ${apiKey}`);
  return (header) => header !== undefined && timingSafeEqual(sha256(header), expected);
}
