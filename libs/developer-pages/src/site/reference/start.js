// The document is that of this installation, and requests go to it alone: no proxy, no font, no count of visits. The
// key stays in this tab.
const openapi = new URL("../openapi.json", location.href);

/** A reader's own key is sent as it stands; the document's example would be a repeat of the request before. */
async function giveNewKey({ request }) {
  const sent = request.headers.get("idempotency-key");
  if (sent === null) return;
  const { components } = await (await fetch(openapi)).json();
  if (sent === components.parameters.IdempotencyKey.example)
    request.headers.set("idempotency-key", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
}

Scalar.createApiReference("#reference", {
  onRequestBuilt: giveNewKey,
  url: openapi.href,
  servers: [{ url: new URL(".", openapi).href.replace(/\/$/, ""), description: "This installation" }],
  proxyUrl: "",
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  authentication: { preferredSecurityScheme: "apiKey" },
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "direct",
  defaultOpenFirstTag: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});

// As delivered, buttons that copy have no name, and what scrolls cannot be reached by a keyboard.
function complete() {
  for (const button of document.querySelectorAll("button.group\\/copy-button:not([aria-label])"))
    button.setAttribute("aria-label", "Copy");
  for (const card of document.querySelectorAll(".scalar-card-content.overflow-auto:not([tabindex])"))
    card.tabIndex = 0;
}
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
