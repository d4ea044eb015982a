// The document is that of this installation, and requests go to it alone: no proxy, no font, no count of visits. The
// key stays in this tab.
const openapi = new URL("../openapi.json", location.href);
// Paper follows no link.
document.querySelector(".printed a").textContent = openapi.href;

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

/** What Scalar delivers wrong or without for who hears the page, and who has no mouse; axe names each of them. */
const CORRECTIONS = [
  ["button.group\\/copy-button:not([aria-label])", (one) => one.setAttribute("aria-label", "Copy")],
  ["button[aria-controls]", withoutMissing],
  // Users of voice control say what they see, "Show More". So that is the button's name.
  ['button.show-more[aria-label^="Show all"]', nameAsSeen],
  [".scalar-card-content.overflow-auto:not([tabindex])", (one) => (one.tabIndex = 0)],
  ['button:is([role="none"], [role="alert"])', (one) => one.removeAttribute("role")],
  // Its list is there as long as the search is.
  ['input[role="combobox"]:not([aria-expanded])', (one) => one.setAttribute("aria-expanded", "true")],
  // The editor offers variables as a combobox. There are none here, so it is a plain text box.
  ['.code-input-lite__editor[role="combobox"]', (one) => one.setAttribute("role", "textbox")],
  [".cm-content:not([aria-label])", (one) => one.setAttribute("aria-label", "Body")],
  [
    '.scalar-app-layout > section[aria-label^="Notifications "]',
    (one) => one.setAttribute("aria-label", "What became of the request"),
  ],
];

function withoutMissing(button) {
  if (document.getElementById(button.getAttribute("aria-controls")) === null)
    button.removeAttribute("aria-controls");
}

function nameAsSeen(button) {
  button.setAttribute("aria-label", `${button.innerText.trim()}: ${button.getAttribute("aria-label")}`);
}

function complete() {
  for (const [found, correct] of CORRECTIONS) document.querySelectorAll(found).forEach(correct);
  // Behind an open request nothing is to be reached: it is a dialog, with a main part of its own.
  const behind = document.querySelector("main.references-rendered");
  const isOpen = document.querySelector(".scalar-client--open") !== null;
  if (behind !== null && behind.inert !== isOpen) behind.inert = isOpen;
}
new MutationObserver(complete).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ["class"],
});
