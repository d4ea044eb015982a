import { chromium, type Browser } from "playwright-core";
import { HANGS_AFTER_MS } from "../hangs-after.ts";
import { guardedFolder } from "../run-guard.ts";
import { skipBecause } from "../skip.ts";
import { findChromium } from "./find-chromium.ts";

/** No request leaves the machine, neither the browser's own nor one that a page should not have made. */
const ARGUMENTS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/**
 * Chromium for the surrounding `describe`, launched once; its tests are skipped, and say so, where
 * there is none. Call it in the body of a `describe`, the function it returns inside of tests.
 */
export function withBrowser(): () => Browser {
  let launched: { readonly browser: Browser; close(): Promise<void> } | undefined;
  before("launch Chromium", async function () {
    const path = findChromium();
    if (path === null) skipBecause(this, "Chromium was not found");
    launched = await launch(path);
  });
  after("close Chromium", async () => {
    await launched?.close();
    launched = undefined;
  });
  return () => {
    if (launched === undefined)
      throw new Error("the browser exists only while the tests of its describe run");
    return launched.browser;
  };
}

async function launch(executablePath: string) {
  const folder = guardedFolder("chromium");
  try {
    const browser = await inFolder(folder.path, () =>
      chromium.launch({
        executablePath,
        args: ARGUMENTS,
        // As root, and in most containers, there is no sandbox; what is opened here are our own pages.
        chromiumSandbox: false,
        timeout: HANGS_AFTER_MS,
      }),
    );
    const close = async () => {
      await browser.close();
      await folder.remove();
    };
    return { browser, close };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** The profile is made in the temporary folder of the moment: this one disappears with us, however we end. */
async function inFolder<T>(path: string, act: () => Promise<T>): Promise<T> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = path;
  try {
    return await act();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
