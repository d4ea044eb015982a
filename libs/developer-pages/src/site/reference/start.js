// The document is that of this installation, and requests go to it alone: no proxy, no font, no count of visits. The
// key stays in this tab.
const openapi = new URL("../openapi.json", location.href);
Scalar.createApiReference("#reference", {
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
