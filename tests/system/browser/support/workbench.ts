import {
  expectAccessible,
  screenshot,
  visitor,
  type Browser,
  type Page,
  type Visitor,
} from "@flowlix/testkit/browser";
import { look } from "./look.ts";

/** Opens workbenches, each in a browser of its own; after each test they are left. */
export function withWorkbench(browser: () => Browser): (url: string) => Promise<Page> {
  const here: Visitor[] = [];
  afterEach("developers leave, and had nothing to complain of", async () => {
    await Promise.all(here.splice(0).map((one) => one.leave()));
  });
  return async (url) => {
    const one = await visitor(browser(), { locale: "en-GB", origins: [new URL(url).origin] });
    here.push(one);
    await one.page.goto(`${url}/workbench`);
    return one.page;
  };
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.locator("#key").fill(key);
  await page.locator("#enter button").click();
  await page.locator("#view article").waitFor();
}

export async function go(page: Page, part: string, heading: string): Promise<void> {
  await page.evaluate(`location.hash = "#/${part}"`);
  await page.locator("#heading", { hasText: heading }).waitFor();
}

/** On a phone in the dark too, which `look` does not do. */
export async function lookAll(page: Page, name: string): Promise<void> {
  await look(page, name);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 720 });
  await page.emulateMedia({ colorScheme: "dark" });
  await screenshot(page, `${name}-phone-dark`);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  if (desk !== null) await page.setViewportSize(desk);
}
