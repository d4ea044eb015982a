import { visitor, withBrowser, type Visitor, type VisitorOptions } from "@flowlix/testkit/browser";
import { IN_PROCESS, withPlatform, type Platform, type PlatformOptions } from "../../e2e/support/platform.ts";

/** Where hosted Payments of these tests lead back to; every page of it is its own address as text. */
export const MERCHANT_HOST = "merchant.example";

export interface Payers {
  readonly platform: () => Platform;
  /** A payer with a browser of their own, who asks nobody but the page and the bank. */
  readonly payer: (settings?: Omit<VisitorOptions, "origins" | "elsewhere">) => Promise<Visitor>;
  /** Where the bank's page is. */
  readonly bank: () => string;
}

/** As delivered: a payer who is slow, on a machine that is, meets no deadline. */
const SETTINGS = { REQUEST_DEADLINE: "25s" };

/** A whole installation and payers in real browsers, for the surrounding `describe`. */
export function withPayers(options: PlatformOptions = {}): Payers {
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS, { ...options, env: { ...SETTINGS, ...options.env } });
  const here: Visitor[] = [];
  afterEach("payers leave, and had nothing to complain of", async () => {
    await Promise.all(here.splice(0).map((one) => one.leave()));
  });
  const bank = () => platform().installation().runtime().acquirer.url;
  return {
    platform,
    bank,
    payer: async (settings = {}) => {
      const origins = [platform().installation().publicUrl, bank()].map((url) => new URL(url).origin);
      const one = await visitor(browser(), {
        locale: "en-GB",
        ...settings,
        origins,
        elsewhere: [MERCHANT_HOST],
      });
      here.push(one);
      return one;
    },
  };
}
