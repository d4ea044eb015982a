import { createHash } from "node:crypto";

const STYLE = `
:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;margin:0;padding:1.5rem;max-width:32rem;margin-inline:auto}
h1{font-size:1.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
button{display:block;width:100%;min-height:3rem;margin:.75rem 0;padding:.5rem 1rem;font:inherit;border:2px solid currentColor;border-radius:.5rem;background:transparent;color:inherit;cursor:pointer}
button.primary{background:#0b5394;border-color:#0b5394;color:#fff}
button:focus-visible,a:focus-visible{outline:3px solid #f5a623;outline-offset:3px}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * Headers of every page here. Nothing but the page's own style runs or loads; the address holds a
 * token, so it is neither cached nor passed on. Browsers apply `form-action` to the redirects after a
 * POST as well, so it has to let the payer back to the merchant.
 * @param returnOrigin origin of the way back, where there is one
 */
export function pageHeaders(returnOrigin?: string): Record<string, string> {
  const formAction = ["'self'", "https:", ...(returnOrigin === undefined ? [] : [returnOrigin])].join(" ");
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  };
}

/** The challenge: what is to be paid, and the three things a payer can do. Works without JavaScript. */
export function challengePage(order: {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
}): string {
  return page(
    "Confirm your payment",
    `<h1>Confirm your payment</h1>
<p>Your bank asks you to confirm this payment. This is a simulation: no money moves.</p>
<dl><dt>Amount</dt><dd>${escapeHtml(order.amount)} ${escapeHtml(order.currency)}</dd><dt>Reference</dt><dd>${escapeHtml(order.reference)}</dd></dl>
<form method="post">
<button class="primary" name="action" value="complete">Complete the authentication</button>
<button name="action" value="fail">Fail the authentication</button>
<button name="action" value="cancel">Cancel and go back to the merchant</button>
</form>`,
  );
}

export const messagePage = (title: string, text: string): string =>
  page(title, `<h1>${title}</h1>\n<p>${text}</p>`);

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
${main}
</main></body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Minor units as people read them, by the currency's ISO 4217 exponent. */
export function amountText(amount: number, currency: string): string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
