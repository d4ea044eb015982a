import { visitor, withBrowser, type Page, type Visitor } from "@flowlix/testkit/browser";
import { IN_PROCESS, withPlatform } from "../../e2e/support/platform.ts";

/** A platform and its pages for developers; a visit that asked anybody else, or complained, fails its test. */
export function withDeveloperPages() {
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS);
  const here: Visitor[] = [];
  const url = (path: string): string => `${platform().installation().publicUrl}${path}`;

  async function visit(path: string, settings: object = {}): Promise<Page> {
    const one = await visitor(browser(), { origins: [new URL(url("/")).origin], ...settings });
    here.push(one);
    await one.page.goto(url(path));
    return one.page;
  }
  async function open(path: string, settings: object = {}): Promise<Page> {
    const page = await visit(path, settings);
    await page.locator("h1").first().waitFor();
    return page;
  }
  afterEach("no page asked anybody else, or complained", async () => {
    await Promise.all(here.splice(0).map((one) => one.leave()));
  });
  return { open, platform, url, visit };
}
