import { screenshot } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
import { withDeveloperPages } from "./support/developer-pages.ts";

/** At 96 pixels an inch. */
const A4 = { width: 794, height: 1123 };

describe("the pages for merchants' developers on paper", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { open, platform, visit } = withDeveloperPages();

  it("are printed without what leads elsewhere", async () => {
    const page = await open("/docs/errors");
    await page.emulateMedia({ media: "print" });
    for (const part of [".VPNav", ".VPSidebar", ".VPDocFooter", ".VPDoc .aside"])
      expect(await page.locator(part).first().isVisible(), part).to.equal(false);
    expect(await page.locator("#parameter_invalid").isVisible()).to.equal(true);
  });

  it("are printed dark on white, with the samples of every language under its name", async () => {
    const page = await open("/docs/refunds", { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await screenshot(page, "pages-docs-refunds-printed");
    const texts = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.vp-doc :is(h1, h2, p, td, code, pre span)')].map((one) => getComputedStyle(one).color)",
    );
    const light = texts.filter((color) => color.match(/\d+/g)?.some((part) => Number(part) > 190));
    expect([...new Set(light)], "colours of text").to.deep.equal([]);
    const group = page.locator(".vp-code-group").first();
    const names = await group.locator(".tabs label").allTextContents();
    const samples = await group.locator("div[class*='language-']").all();
    expect(await Promise.all(samples.map((sample) => sample.isVisible()))).to.deep.equal(
      names.map(() => true),
    );
    const shown = await page.evaluate<string[]>(
      "[...document.querySelector('.vp-code-group').querySelectorAll('.blocks [data-title]')].map((one) => getComputedStyle(one, '::before').content)",
    );
    expect(shown).to.deep.equal(names.map((name) => JSON.stringify(name)));
    const cut = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.vp-doc pre')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)",
    );
    expect(cut, "samples that are cut").to.deep.equal([]);
    expect(
      await page.evaluate<string>("getComputedStyle(document.querySelector('.vp-doc h2')).breakAfter"),
    ).to.equal("avoid");
  });

  for (const [way, settings] of [
    ["printed", { colorScheme: "dark" }],
    ["shown without scripts", { javaScriptEnabled: false }],
  ] as const)
    it(`have every operation, webhook and object of the document on a reference that is ${way}`, async () => {
      const page = await visit("/docs/reference", settings);
      if (way === "printed") await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const printed = page.locator(".printed");
      await printed.waitFor();
      await screenshot(page, `pages-docs-reference-${way.replaceAll(" ", "-")}`);
      expect(await page.locator("#reference").isVisible()).to.equal(false);
      const lines = new Set((await printed.innerText()).split(/[\n\t]/));
      const { paths, webhooks, components } = JSON.parse(
        (await platform().api.send("GET", "/openapi.json")).text,
      );
      const routes = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const schemas: [string, { properties?: object }][] = Object.entries(components.schemas);
      const fields = schemas.flatMap(([name, { properties }]) => [name, ...Object.keys(properties ?? {})]);
      const all = [...routes, ...Object.keys(webhooks), ...fields];
      expect(all.filter((name) => !lines.has(name))).to.deep.equal([]);
    });

  it("print the reference on as many pages as it takes", async () => {
    const page = await open("/docs/reference");
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(A4);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).to.be.at.most(A4.width);
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g) ?? []).to.have.length.above(20);
  });
});
