import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import { expectNone } from "./expect-none.ts";

export interface VisitorOptions extends BrowserContextOptions {
  /** Hosts outside that only a navigation may reach; each answers a page with its address as text. */
  readonly elsewhere?: readonly string[];
  /** Origins that pages may ask besides. */
  readonly origins: readonly string[];
}

/** Somebody with a browser of their own: nothing is shared with another visitor. */
export interface Visitor {
  /** The first tab. */
  readonly page: Page;
  readonly newTab: () => Promise<Page>;
  /**
   * Until it is opened nothing comes of a way to these addresses, and a page that leads on by itself stays to be looked
   * at. Holding the request would not do: a page on its way to another one answers no question. `tried`: the first
   * address that nothing came of. Until then the page may still lead on, and would break off what a test begins with
   * it.
   */
  readonly hold: (addresses: RegExp) => Promise<{ readonly tried: Promise<string>; open(): void }>;
  /** Fails if a page asked anybody it must not ask, or complained in its console. Closes the browser's window. */
  readonly leave: () => Promise<void>;
}

/** As patient as a test that waits for anything else. */
const WAIT_TIMEOUT_MS = 90_000;

export async function visitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { elsewhere = [], origins, ...settings } = options;
  const context = await browser.newContext(settings);
  context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  const complaints = complaintsOf(context);
  const thirdParties = recordThirdParties(context, origins, elsewhere);
  for (const host of elsewhere) {
    await context.route(`https://${host}/**`, (route) =>
      route.fulfill({ contentType: "text/plain", body: route.request().url() }),
    );
  }
  return {
    page: await context.newPage(),
    newTab: () => context.newPage(),
    async hold(addresses) {
      let isOpen = false;
      const { promise: tried, resolve } = Promise.withResolvers<string>();
      await context.route(addresses, (route) => (isOpen ? route.fallback() : route.fulfill({ status: 204 })));
      // The answer is out before the browser has given up the way: what begins in between is given up with it.
      context.on("requestfailed", (request) => {
        if (addresses.test(request.url())) resolve(request.url());
      });
      return {
        tried,
        open: () => {
          isOpen = true;
        },
      };
    },
    async leave() {
      // What a page still begins from now on fails because the window closes.
      const found = { thirdParties: [...thirdParties], complaints: [...complaints] };
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
      expectNone("requests to third parties", found.thirdParties);
      expectNone("complaints in the console", found.complaints);
    },
  };
}

function recordThirdParties(
  context: BrowserContext,
  origins: readonly string[],
  elsewhere: readonly string[],
) {
  const thirdParties: string[] = [];
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (origins.includes(url.origin)) return;
    if (elsewhere.includes(url.host) && request.isNavigationRequest()) return;
    thirdParties.push(request.url());
  });
  return thirdParties;
}

/** A page that is a 404 is no complaint: its test says whether it should be one. */
const STATUS_OF_A_PAGE = /^Failed to load resource: the server responded with a status of/;

function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  const bad = (message: ConsoleMessage) => message.type() === "error" || message.type() === "warning";
  context.on("console", (message) => {
    if (bad(message) && !STATUS_OF_A_PAGE.test(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  return complaints;
}
