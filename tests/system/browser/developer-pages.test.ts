import { siteFiles } from "@flowlix/developer-pages";
import { waitFor } from "@flowlix/testkit";
import { expectAccessible, screenshot, type Page } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
import { withDeveloperPages } from "./support/developer-pages.ts";

const PAGES = [
  "/",
  "/docs/",
  "/docs/hosted-page",
  "/docs/direct-payments",
  "/docs/three-d-secure",
  "/docs/wallets",
  "/docs/refunds",
  "/docs/payouts",
  "/docs/clients",
  "/docs/tools",
  "/docs/webhooks",
  "/docs/idempotency",
  "/docs/lists",
  "/docs/going-live",
  "/docs/testing",
  "/docs/errors",
  "/docs/failure-codes",
  "/docs/versions",
  "/docs/there-is-none",
  "/docs/reference",
];
const SIZES = { desk: { width: 1280, height: 900 }, phone: { width: 320, height: 640 } } as const;
const SCHEMES = ["light", "dark"] as const;

/** The reference draws a part when it is scrolled to. */
async function showAll(page: Page): Promise<void> {
  const drawn = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
  const scrolled = `(scrollBy(0, innerHeight), ${drawn}.then(() => scrollY + innerHeight + 1 < document.documentElement.scrollHeight))`;
  while (await page.evaluate<boolean>(scrolled));
  await page.evaluate("scrollTo(0, 0)");
}

describe("the pages for merchants' developers in a browser", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { open, platform, url } = withDeveloperPages();

  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      // A test for each: all pages together take minutes on a slow machine.
      for (const path of PAGES) {
        it(`are accessible and fit, on a ${size}, ${colorScheme}: ${path}`, async () => {
          const page = await open(path, { viewport, colorScheme });
          const name = path.replaceAll(/\W+/g, "-");
          if (path === "/docs/reference") await showAll(page);
          await screenshot(page, `pages${name}-${size}-${colorScheme}`);
          await expectAccessible(page);
          const [needed, there] = await page.evaluate<[number, number]>(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
          );
          expect(needed, "width").to.be.at.most(there);
        });
      }
    }
  }

  it("are searched without asking anybody", async () => {
    const page = await open("/docs/");
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#localsearch-input").fill("refund");
    const first = page.locator("#localsearch-list .result").first();
    await first.waitFor();
    expect(await page.locator("#localsearch-list").innerText()).to.match(/Refunds/);
    await first.click();
    await page.waitForURL(/\/docs\/.+/);
  });

  it("are searched for retries of webhooks, which leads to their schedule", async () => {
    const page = await open("/docs/");
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#localsearch-input").fill("retry webhook");
    const first = page.locator("#localsearch-list .result").first();
    await first.waitFor();
    await first.click();
    await page.waitForURL(/\/docs\/webhooks#when-we-retry-a-webhook$/);
    await page.getByText("then every 12 h, for 72 h in all").waitFor();
  });

  it("are searched for a code, which leads to the pages that have it, each named before its section", async () => {
    const page = await open("/docs/");
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#localsearch-input").fill("insufficient_funds");
    const results = page.locator("#localsearch-list .result");
    await results.first().waitFor();
    await screenshot(page, "pages-search-code");
    const without = await page.evaluate<string[]>(
      `Promise.all([...document.querySelectorAll('#localsearch-list .result')].map(async (one) =>
        (await (await fetch(one.href)).text()).includes("insufficient_funds") ? [] : [one.ariaLabel])).then((all) => all.flat())`,
    );
    expect(without, "found without having it").to.deep.equal([]);
    await page.locator("#localsearch-input").fill("try it");
    await page.locator("#localsearch-list [aria-label$='> Try it']").first().waitFor();
  });

  it("show samples in the language that was chosen before", async () => {
    const page = await open("/docs/");
    await page.locator(".vp-code-group label", { hasText: "Python" }).first().click();
    await page.goto(url("/docs/refunds"));
    await page.locator(".vp-code-group .language-py.active").first().waitFor();
  });

  it("name this installation in their samples, shown and copied, and after a way from page to page", async () => {
    const { origin } = new URL(url("/"));
    const page = await open("/docs/refunds", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".VPSidebar").getByRole("link", { name: "Quick start" }).click();
    for (const way of ["from another page", "at once"]) {
      await page.getByText(`export FLOWLIX_URL=${origin} `).waitFor();
      await page.getByText(`${origin}/docs/errors#parameter_invalid`).waitFor();
      const sample = page.locator("div[class*='language-']", { hasText: "export FLOWLIX_URL" });
      await sample.hover();
      // The button says that it has copied for two seconds only.
      await page.evaluate("navigator.clipboard.writeText('')");
      await sample.getByRole("button", { name: "Copy Code" }).click();
      const copied = await waitFor(`the sample, ${way}`, () =>
        page.evaluate<string>("navigator.clipboard.readText()"),
      );
      expect(copied, way).to.include(`FLOWLIX_URL=${origin} `);
      await page.reload();
    }
    expect((await platform().api.send("GET", "/docs/")).text, "as a file").to.include(
      "http://127.0.0.1:3000",
    );
  });

  it("name an installation below a path of its origin with that path in their samples", async () => {
    const page = await open("/docs/");
    const own = url("/pay");
    const files = siteFiles("/pay");
    await page.route(`${own}/docs/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice("/pay/docs/".length) || "index.html";
      const file = files.get(name) ?? files.get(`${name}.html`);
      if (file === undefined) throw new Error(`there is no ${name}`);
      const { body, contentType, headers } = file;
      await route.fulfill({ body, headers: { ...headers, "content-type": contentType } });
    });
    for (const way of ["/docs/", "/docs/refunds"]) {
      await page.goto(`${own}${way}`);
      await page.locator(".VPSidebar").getByRole("link", { name: "Quick start" }).click();
      await page.getByText(`export FLOWLIX_URL=${own} `).waitFor();
      await page.getByText(`"${own}/docs/errors#parameter_invalid"`).waitFor();
    }
  });

  it("keep every code of a table in one line on a phone, where the table is scrolled and not the page", async () => {
    const page = await open("/docs/", { viewport: { width: 375, height: 700 } });
    for (const path of PAGES.filter((one) => one.startsWith("/docs/") && one !== "/docs/reference")) {
      await page.goto(url(path));
      await page.locator("h1").first().waitFor();
      const broken = await page.evaluate<string[]>(
        "[...document.querySelectorAll('td code')].filter((code) => code.getClientRects().length > 1).map((code) => code.innerText)",
      );
      expect(broken, path).to.deep.equal([]);
      expect(
        await page.evaluate<number>("document.documentElement.scrollWidth"),
        `width of ${path}`,
      ).to.be.at.most(375);
      if (path === "/docs/testing") await screenshot(page, "pages-docs-testing-375");
    }
  });

  it("lead from an error's doc_url to its cause and cure", async () => {
    const page = await open("/docs/");
    const { error } = JSON.parse((await platform().api.send("GET", "/v1/payment")).text);
    await page.goto(String(error.doc_url));
    const heading = page.locator("#resource_not_found");
    await heading.waitFor();
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top < 700)).to.equal(true);
  });

  for (const colorScheme of SCHEMES)
    it(`are accessible where the API is searched and tried out, ${colorScheme}`, async () => {
      const page = await open("/docs/reference", { viewport: SIZES.desk, colorScheme });
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.getByRole("combobox", { name: "Enter search query" }).fill("refund");
      await page.getByRole("option").first().waitFor();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.locator('input[placeholder="Token"]').first().fill(platform().api.apiKey);
      await page.getByRole("link", { name: "Create a Direct Payment" }).click();
      const opener = page.getByRole("button", { name: /post \/v1\/payments\)/ });
      await opener.click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await expectAccessible(page);
      const answered = page.waitForResponse((response) => response.url().endsWith("/v1/payments"));
      await page.getByRole("button", { name: /^Send/ }).first().click();
      expect((await answered).status()).to.equal(201);
      await dialog.getByText("SUCCEEDED").first().waitFor();
      await screenshot(page, `pages-docs-reference-tried-${colorScheme}`);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.locator("main button:focus", { hasText: "Test Request" }).waitFor();
      await expectAccessible(page);
    });

  it("send a create that is tried again as a new one", async () => {
    const page = await open("/docs/reference");
    await page.locator('input[placeholder="Token"]').first().fill(platform().api.apiKey);
    await page.getByRole("link", { name: "Create a Direct Payment" }).click();
    await page.getByRole("button", { name: /post \/v1\/payments\)/ }).click();
    const create = async () => {
      const sent = page.waitForRequest(
        (one) => one.method() === "POST" && one.url().endsWith("/v1/payments"),
      );
      await page.getByRole("button", { name: /^Send/ }).first().click();
      const request = await sent;
      expect((await request.response())?.status()).to.equal(201);
      return await request.headerValue("idempotency-key");
    };
    const keys = [await create(), await create()];
    expect(new Set(keys).size, keys.join()).to.equal(2);
  });

  it("try the API out with a Sandbox key, at this installation", async () => {
    const page = await open("/docs/reference");
    await page.locator('input[placeholder="Token"]').first().fill(platform().api.apiKey);
    await page.getByRole("link", { name: "List Payments" }).click();
    await page.getByRole("button", { name: /get \/v1\/payments\)/ }).click();
    const answered = page.waitForResponse((response) => response.url().includes("/v1/payments"));
    await page.getByRole("button", { name: /^Send/ }).first().click();
    expect((await answered).status()).to.equal(200);
    expect(
      await page.evaluate("Object.keys(localStorage).map((key) => localStorage[key]).join()"),
    ).not.to.contain(platform().api.apiKey);
  });
});
