import { defineConfig } from "vitepress";

const GUIDES = [
  { text: "Quick start", link: "/" },
  {
    text: "Take payments",
    items: [
      { text: "Hosted page", link: "/hosted-page" },
      { text: "Direct payments", link: "/direct-payments" },
      { text: "3D Secure", link: "/three-d-secure" },
      { text: "Apple Pay and Google Pay", link: "/wallets" },
    ],
  },
  {
    text: "Move money back and out",
    items: [
      { text: "Refunds", link: "/refunds" },
      { text: "Payouts", link: "/payouts" },
    ],
  },
  {
    text: "Build it to last",
    items: [
      { text: "Clients and example shops", link: "/clients" },
      { text: "Workbench and command line", link: "/tools" },
      { text: "Webhooks", link: "/webhooks" },
      { text: "Idempotency and retries", link: "/idempotency" },
      { text: "Lists and search", link: "/lists" },
      { text: "Going live", link: "/going-live" },
    ],
  },
  {
    text: "Look up",
    items: [
      { text: "Test amounts and cards", link: "/testing" },
      { text: "Errors", link: "/errors" },
      { text: "Failure codes", link: "/failure-codes" },
      { text: "API reference", link: "/reference", target: "_self" },
      { text: "Versions and changes", link: "/versions" },
    ],
  },
];

/**
 * The developer pages, as static files for `/docs` of an installation. Nothing in them is loaded from elsewhere
 * (docs/decisions/0090-developer-pages.md).
 */
export default defineConfig({
  lang: "en-GB",
  title: "Flowlix",
  titleTemplate: ":title – Flowlix for developers",
  description: "Take card payments, refund them and pay out to cards: guides, samples and the API reference.",
  base: "/docs/",
  cleanUrls: true,
  outDir: process.env["SITE_OUT"],
  cacheDir: process.env["SITE_CACHE"],
  ignoreDeadLinks: [/^\/docs\/reference$/],
  srcExclude: ["parts/**", "README.md"],
  lastUpdated: false,
  // It would write a style sheet into the page, which the policy of the pages forbids.
  appearance: { disableTransition: false },
  head: [
    ["link", { rel: "icon", href: "/docs/favicon.svg", type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#1d3b5c" }],
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // The search knows a heading by its anchor: without the first one it has sections that no page is named for.
    anchor: { level: [1, 2, 3] },
    // On paper, where there are no tabs, a sample shows its name itself.
    config: (md) => {
      const { fence } = md.renderer.rules;
      if (fence === undefined) return;
      md.renderer.rules.fence = (tokens, index, ...others) => {
        const title = /\[([^[\]]+)\]/.exec(tokens[index]?.info ?? "")?.[1];
        const html = fence(tokens, index, ...others);
        return title === undefined
          ? html
          : html.replace("<div ", `<div data-title="${md.utils.escapeHtml(title)}" `);
      };
    },
    // With a limit of time a slow machine leaves lines in the colour of the comment above them.
    shikiSetup: (highlighter) => {
      const { codeToHtml } = highlighter;
      highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
    },
  },
  themeConfig: {
    logo: { src: "/favicon.svg", alt: "", width: 24, height: 24 },
    siteTitle: "Flowlix for developers",
    nav: [
      { text: "Quick start", link: "/", activeMatch: "^/docs/$" },
      { text: "API reference", link: "/reference", target: "_self" },
      { text: "Errors", link: "/errors" },
      { text: "Testing", link: "/testing" },
    ],
    sidebar: GUIDES,
    outline: { level: [2, 3], label: "On this page" },
    // A word of up to five letters is found as it is written, or "funds" would bring "finds".
    search: { provider: "local", options: { miniSearch: { searchOptions: { fuzzy: 0.09 } } } },
    externalLinkIcon: true,
  },
});
