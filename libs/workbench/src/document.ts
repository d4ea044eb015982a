import { randomBytes } from "node:crypto";
import { markup, pageHeaders, type PageAnswer, type PublicAddress } from "@flowlix/hosted-page/page-parts";
import { assetPath } from "./assets.ts";

/** Whose page it is: what a merchant's developer sees of a Sandbox, or an operator of the installation. */
export interface Workbench {
  readonly audience: "merchant" | "operator";
  readonly title: string;
  /** What opens it, in the words of the form. */
  readonly key: string;
  readonly keyHint: string;
  /** What may be looked for by its id. */
  readonly ids: string;
  readonly parts: readonly (readonly [path: string, name: string])[];
}

export const MERCHANT_WORKBENCH: Workbench = {
  audience: "merchant",
  title: "Sandbox workbench",
  key: "Sandbox key",
  keyHint: "api_test_sk_… It stays in this tab and is gone when you close it.",
  ids: "pay_…, ref_…, po_…, evt_…, we_…, req_…",
  parts: [
    ["try", "Try"],
    ["payments", "Payments"],
    ["refunds", "Refunds"],
    ["payouts", "Payouts"],
    ["events", "Events"],
    ["webhooks", "Webhooks"],
    ["requests", "Requests"],
  ],
};

export const OPERATOR_WORKBENCH: Workbench = {
  audience: "operator",
  title: "Operators' workbench",
  key: "Control token",
  keyHint: "CONTROL_TOKEN of this gateway. It stays in this tab and is gone when you close it.",
  ids: "pay_…, ref_…, po_…, evt_…, req_…, acq_…, mer_…",
  parts: [
    ["overview", "Overview"],
    ["exceptions", "Exceptions"],
    ["queues", "Queues"],
    ["accounts", "Accounts"],
    ["audit", "Audit"],
  ],
};

const NONCE_BYTES = 16;

/** The page without anything of anybody: what it shows it asks for with the key that is typed into it. */
export function workbenchPage(workbench: Workbench, address: PublicAddress): PageAnswer {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const { basePath } = address;
  const style = assetPath(basePath, "workbench.css");
  const script = assetPath(basePath, "workbench.js");
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${workbench.title}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath(basePath, "icon.svg")}">
<link rel="stylesheet" nonce="${nonce}" href="${style}">
<script type="module" nonce="${nonce}" src="${script}"></script>
</head>
<body data-base="${basePath}" data-audience="${workbench.audience}">
<header>
<p class="title">${workbench.title}</p>
<button id="leave" type="button" class="quiet" hidden>Sign out</button>
</header>
<nav id="parts" aria-label="Parts" hidden><ul>
${workbench.parts.map(([path, name]) => markup`<li><a href="#/${path}" data-part="${path}">${name}</a></li>`)}
</ul></nav>
<main id="main" tabindex="-1">
<h1 id="heading">${workbench.title}</h1>
<form id="enter" autocomplete="off">
<label for="key">${workbench.key}</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" required aria-describedby="key-hint">
<p id="key-hint" class="hint">${workbench.keyHint}</p>
${
  workbench.audience === "operator"
    ? markup`<label for="actor">Your name</label>
<input id="actor" autocomplete="off" required maxlength="200" aria-describedby="actor-hint">
<p id="actor-hint" class="hint">Every act is audited under it.</p>`
    : null
}
<button type="submit">Open</button>
</form>
<form id="find" role="search" hidden>
<label for="id">Find by id</label>
<input id="id" placeholder="${workbench.ids}" autocomplete="off" spellcheck="false">
<button type="submit">Show</button>
</form>
<p id="said" role="status"></p>
<div id="view"></div>
<p id="zone" class="hint">All times are in UTC.</p>
<noscript><p>The workbench needs JavaScript: it sends your key with each question, and no form could without a trace of it.</p></noscript>
</main>
</body>
</html>
`;
  return {
    status: 200,
    body: page.toString(),
    contentType: "text/html; charset=utf-8",
    headers: pageHeaders(address, nonce),
  };
}
