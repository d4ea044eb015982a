import { expect } from "chai";
import { expectAccessible, visitor, withBrowser } from "../src/browser/index.ts";
import { startReceiver, type HttpReceiver } from "../src/index.ts";

const PAGE = (body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;

describe("a visitor in a real browser", function () {
  this.timeout(60_000);
  const browser = withBrowser();
  let receiver: HttpReceiver;
  let html = "";
  let policy = "";
  before(async () => {
    receiver = await startReceiver(() => ({
      status: 200,
      headers: {
        "content-type": "text/html",
        ...(policy === "" ? {} : { "content-security-policy": policy }),
      },
      body: html,
    }));
  });
  after(() => receiver?.close());

  const visit = async (page: string, csp = "") => {
    html = page;
    policy = csp;
    const one = await visitor(browser(), { origins: [receiver.url], elsewhere: ["shop.example"] });
    await one.page.goto(receiver.url);
    return one;
  };
  const failureOf = async (act: Promise<unknown>) =>
    act.then(
      () => "",
      (error: unknown) => String(error),
    );

  it("leaves a good page without a word", async () => {
    const one = await visit(PAGE('<a href="https://shop.example/x">to the shop</a>'));
    await expectAccessible(one.page);
    await one.page.click("a");
    expect(await one.page.innerText("body")).to.equal("https://shop.example/x");
    await one.leave();
  });

  it("finds what is not accessible", async () => {
    const one = await visit(PAGE('<input><img src="data:,"><p style="color:#ccc;background:#fff">pale</p>'));
    const found = await failureOf(expectAccessible(one.page));
    for (const rule of ["label", "image-alt", "color-contrast"]) expect(found).to.include(`${rule} (`);
    await one.leave();
  });

  it("tells of a request to a third party", async () => {
    const one = await visit(PAGE('<img alt="" src="https://tracker.example/pixel">'));
    expect(await failureOf(one.leave())).to.include("https://tracker.example/pixel");
  });

  it("tells of a request to the shop that is no visit", async () => {
    const one = await visit(PAGE('<img alt="" src="https://shop.example/pixel">'));
    expect(await failureOf(one.leave())).to.include("https://shop.example/pixel");
  });

  it("tells of what the page's policy forbade", async () => {
    const one = await visit(PAGE("<script>document.title = 'hello'</script>"), "default-src 'none'");
    expect(await failureOf(one.leave())).to.include("Content Security Policy");
  });
});
