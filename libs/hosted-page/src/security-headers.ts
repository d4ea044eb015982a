import type { PublicAddress } from "./public-address.ts";

const YEAR_S = 31_536_000;

/** Of what a browser can do, nothing is needed here. */
const NO_FEATURES = ["camera", "microphone", "geolocation", "usb", "payment", "display-capture", "midi"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * The policy of every page of a payer: load nothing but what this answer names, send the
 * form nowhere but here, be in no frame, keep nothing, send no referrer.
 */
export function pageHeaders({ secure }: PublicAddress, nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": NO_FEATURES,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    ...(secure ? { "Strict-Transport-Security": `max-age=${YEAR_S}` } : {}),
  };
}
