import { createHmac } from "node:crypto";

/**
 * The `acquirer-signature` header over a callback's raw body: fresh for each try, so that a receiver
 * can refuse an old one.
 */
export function signCallback(secret: string, body: string, unixSeconds: number): string {
  const hex = createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex");
  return `t=${unixSeconds},v1=${hex}`;
}
