import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** Not in the repository: pictures for people to look at, of the last run. */
const FOLDER = fileURLToPath(new URL("../../../../.cache/screenshots", import.meta.url));

/** The whole page as it is now, as `.cache/screenshots/<name>.png`; a name belongs to one test. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true, animations: "disabled" });
}
