import { createHash } from "node:crypto";
import type { Language } from "@flowlix/hosted-page/languages";
import { formatMoney } from "@flowlix/hosted-page/money";
import { CHALLENGE_TEXTS } from "./challenge-texts.ts";

const STYLE = `
:root{color-scheme:light dark;--page:#eef1f6;--surface:#fff;--text:#1b2430;--quiet:#566173;--line:#c9d1dc;--bank:#0b5394}
@media (prefers-color-scheme:dark){:root{--page:#12161c;--surface:#1b2129;--text:#e9edf2;--quiet:#a9b4c2;--line:#47525f}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;background:var(--page);color:var(--text);overflow-wrap:anywhere}
header{background:var(--bank);color:#fff}
header p{max-width:32rem;margin:0 auto;padding:1rem 1.25rem;font-size:1.125rem;font-weight:700}
main{max-width:32rem;margin:0 auto;padding:2rem 1.25rem;background:var(--surface)}
h1{margin:0;font-size:1.5rem;line-height:1.25}
p{margin:.5rem 0}
.order{margin:1.5rem 0;padding:1.25rem 0;border-block:1px solid var(--line)}
.payee{margin:0}
.amount{margin:0;font-size:clamp(1.75rem,10vw,2.5rem);font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.quiet{color:var(--quiet);font-size:.875rem}
button{display:block;width:100%;min-height:3.25rem;margin:.75rem 0;padding:.5rem 1rem;font:inherit;font-weight:600;border:1px solid var(--quiet);border-radius:.5rem;background:transparent;color:inherit;cursor:pointer}
button.primary{background:var(--bank);border-color:var(--bank);color:#fff}
button:hover{text-decoration:underline}
button:focus-visible{outline:3px solid #c77700;outline-offset:3px}
@media (min-width:40rem){header p{padding-inline:3rem}main{margin-top:8vh;padding:2.5rem 3rem;border-radius:.75rem}}
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

/** What a challenge says of its order. */
export interface ShownOrder {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Null where the merchant gave no name. */
  readonly merchant_name: string | null;
}

/**
 * The challenge: whom the payer pays and how much, as the hosted page says it, and the three things a payer can do.
 * Works without JavaScript.
 */
export function challengePage(language: Language, order: ShownOrder): string {
  const texts = CHALLENGE_TEXTS[language];
  const { merchant_name: merchant, amount, currency, reference } = order;
  const payee = merchant === null ? "" : escapeHtml(texts.payTo.replace("{merchant}", () => merchant));
  const button = (action: string, label: string, kind = "") =>
    `<button${kind} name="action" value="${action}">${escapeHtml(label)}</button>`;
  return page(
    language,
    texts.title,
    `<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.text)} ${escapeHtml(texts.simulation)}</p>
<div class="order">
${payee === "" ? "" : `<p class="payee"><bdi>${payee}</bdi></p>`}
<p class="amount">${escapeHtml(formatMoney(amount, currency, language))}</p>
<p class="quiet">${escapeHtml(texts.reference.replace("{reference}", () => reference))}</p>
</div>
<form method="post">
${button("complete", texts.complete, ' class="primary"')}
${button("fail", texts.fail)}
${button("cancel", texts.cancel)}
</form>`,
  );
}

/** A page that says one thing. */
export function messagePage(language: Language, name: "gone" | "notUnderstood"): string {
  const { title, text } = CHALLENGE_TEXTS[language][name];
  return page(language, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

const page = (language: Language, title: string, main: string): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><header><p>${escapeHtml(CHALLENGE_TEXTS[language].bank)}</p></header>
<main>
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
