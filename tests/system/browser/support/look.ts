import { expectAccessible, screenshot, type Page } from "@flowlix/testkit/browser";
import { expect } from "chai";

/** The narrowest phone in use (WCAG 2.2, 1.4.10). */
const PHONE = { width: 320, height: 640 };

/**
 * Looks at a page as people have it before them: light and dark, on a desk and on a phone. Each is
 * accessible, fits the width, and leaves a picture for people to look at.
 */
export async function look(page: Page, name: string): Promise<void> {
  const desk = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await lookOnce(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await lookOnce(page, `${name}-phone`);
  if (desk !== null) await page.setViewportSize(desk);
}

async function lookOnce(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await expectAccessible(page);
  const [needed, there] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  expect(needed, `width of ${name}`).to.be.at.most(there);
}
