import { createHash } from "node:crypto";
import { pageHeaders, sourceHash } from "./security-headers.ts";
import type { SiteFile } from "./site-files.ts";

const STYLE = `:root{color-scheme:light dark;--ink:#1b2733;--paper:#fff;--quiet:#4a5763;--link:#1c5a94;--line:#d5dce3}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--paper:#14191f;--quiet:#a9b4bf;--link:#8fc1f0;--line:#33404d}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(2rem,10vh,6rem) 1.25rem}
h1{display:flex;gap:.75rem;align-items:center;font-size:1.6rem;margin:0 0 .5rem}
p{margin:.5rem 0;color:var(--quiet)}a{color:var(--link)}
ul{list-style:none;margin:1.5rem 0;padding:0;border-top:1px solid var(--line)}
li{padding:.8rem 0;border-bottom:1px solid var(--line)}li a{font-weight:600}li span{display:block;color:var(--quiet)}
code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.9em}`;

const PLACES = [
  ["/docs/", "Quick start", "A first payment in curl, TypeScript, Python or PHP"],
  ["/docs/reference", "API reference", "Every operation and field, to try with a Sandbox key"],
  ["/docs/errors", "Errors", "Every code with its cause and its cure"],
  ["/workbench", "Workbench", "What happened in your Sandbox; open it with a Sandbox key"],
  ["/openapi.json", "OpenAPI document", "For your tools"],
  ["/v1/health", "Health", "Whether the API works just now"],
] as const;

const page = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flowlix payments API</title>
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1><img src="${basePath}/favicon.svg" alt="" width="36" height="36">Flowlix payments API</h1>
<p>Card payments, refunds and payouts for merchants: JSON over HTTP, under <code>/v1</code>, with an API key.</p>
<ul>
${PLACES.map(([path, name, about]) => `<li><a href="${basePath}${path}">${name}</a><span>${about}</span></li>`).join("\n")}
</ul>
<p>You came here to pay? Open the link of the shop again; it leads to your payment.</p>
</main>
</body>
</html>
`;

const file = (text: string, contentType: string, headers: SiteFile["headers"]): SiteFile => {
  const body = Buffer.from(text);
  const tag = createHash("sha256").update(body).digest("hex").slice(0, 32);
  return {
    body,
    contentType,
    tag,
    headers: { ...headers, "Cache-Control": "public, no-cache" },
    chosenBy: "Accept",
  };
};

/** `/` for somebody with a browser. */
export function landingPage(basePath: string): SiteFile {
  const html = page(basePath);
  return file(html, "text/html; charset=utf-8", pageHeaders(html, { styles: sourceHash(STYLE) }));
}

/** `/` for a program: where everything else is. */
export function landingDocument(publicUrl: string): SiteFile {
  const text = JSON.stringify({
    name: "Flowlix payments API",
    documentation_url: `${publicUrl}/docs/`,
    openapi_url: `${publicUrl}/openapi.json`,
    workbench_url: `${publicUrl}/workbench`,
    health_url: `${publicUrl}/v1/health`,
  });
  return file(text, "application/json", { "X-Content-Type-Options": "nosniff" });
}
