import type { PageAnswer } from "./http.ts";
import { assetPath, type AssetName } from "./assets.ts";
import { brandColours } from "./contrast.ts";
import { markup, type Markup } from "./markup.ts";
import { LANGUAGES } from "./languages.ts";
import type { PageData } from "./page-data.ts";
import { pageHeaders } from "./security-headers.ts";
import { TEXTS } from "./texts/index.ts";
import type { Visit } from "./visit.ts";
import { assurances } from "./views/assurances.ts";
import { orderSummary } from "./views/order-summary.ts";
import { testMode } from "./views/test-mode.ts";

/** What a page is showing, for style sheets, scripts and tests. */
export type StateName =
  | "form"
  | "checking"
  | "processing"
  | "challenge"
  | "succeeded"
  | "failed"
  | "expiring"
  | "expired"
  | "cancelled"
  | "closed"
  | "unknown"
  | "unreadable"
  | "unavailable";

/** A page goes elsewhere by itself; browsers with scripts are led by a script where there is a delay. */
export interface Lead {
  readonly url: string;
  readonly afterS: number;
}

export interface PageContent {
  readonly state: StateName;
  readonly title: string;
  /** Absent where nothing is known of a Payment. */
  readonly data?: PageData;
  readonly main: Markup;
  readonly scripts?: readonly AssetName[];
  readonly lead?: Lead;
}

/** A whole page as an answer. */
export function pageAnswer(
  visit: Visit,
  status: number,
  content: PageContent,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  return {
    status,
    body: documentOf(visit, content).toString(),
    contentType: "text/html; charset=utf-8",
    headers: { ...pageHeaders(visit.address, visit.nonce), ...visit.headers, ...headers },
  };
}

/** Sends the browser on to another page of ours; 303 makes a GET of it. */
export function seeOther(visit: Visit, location: string): PageAnswer {
  return {
    status: 303,
    body: "",
    contentType: "text/html; charset=utf-8",
    headers: { ...pageHeaders(visit.address, visit.nonce), ...visit.headers, Location: location },
  };
}

function documentOf(visit: Visit, { state, title, data, main, scripts = [], lead }: PageContent): Markup {
  const { language, nonce, address } = visit;
  const icon = assetPath(address.basePath, "icon.svg");
  const sheets: readonly AssetName[] = ["page.css", state === "form" ? "form.css" : "message.css"];
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
${sheets.map((name) => markup`<link rel="stylesheet" nonce="${nonce}" href="${assetPath(address.basePath, name)}">`)}
<style nonce="${nonce}">${brandStyle(data)}</style>
${lead === undefined ? null : refresh(lead)}
${scripts.map((name) => markup`<script type="module" nonce="${nonce}" src="${assetPath(address.basePath, name)}"></script>`)}
</head>
<body>
${data === undefined ? null : banner(visit, data, state)}
<main id="main" data-state="${state}" tabindex="-1">
${main}
</main>
<footer>
${data === undefined ? null : assurances(visit, data, state === "form")}
${languageSwitch(visit)}
</footer>
</body>
</html>
`;
}

/** Colours are checked to be nothing but colours: a style sheet knows no escapes of HTML. */
function brandStyle(data: PageData | undefined): Markup {
  const { brand, onBrand } = brandColours(data?.brand.colour ?? null);
  return markup`:root{--brand:${brand};--on-brand:${onBrand};--amount-length:${data?.amount.length ?? 1}}`;
}

/**
 * At once, it works for everybody. After a delay it is for browsers without scripts only: a script can
 * be stopped, and what reads a page aloud is not interrupted by it.
 */
function refresh({ url, afterS }: Lead): Markup {
  const meta = markup`<meta http-equiv="refresh" content="${afterS};url=${url}">`;
  return afterS === 0 ? meta : markup`<noscript>${meta}</noscript>`;
}

function banner(visit: Visit, data: PageData, state: StateName): Markup {
  const atForm = state === "form";
  return markup`<header>
${data.state.payment.livemode ? null : testMode(visit, data, atForm)}
${orderSummary(visit, data, atForm)}
</header>`;
}

function languageSwitch({ texts, language, path }: Visit): Markup {
  const links = LANGUAGES.map(
    (one) =>
      markup`<li><a href="${path}?lang=${one}" hreflang="${one}" lang="${one}" data-lang="${one}"${
        one === language ? markup` aria-current="true"` : null
      }>${TEXTS[one].language}</a></li>`,
  );
  return markup`<nav class="languages" aria-label="${texts.languages}"><ul>${links}</ul></nav>`;
}
