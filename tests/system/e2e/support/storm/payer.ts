import { TEST_CARDS, waitFor } from "@flowlix/testkit";
import { visit } from "../payer.ts";
import type { Acquirers } from "./acquirers.ts";
import { isLeft, isPage } from "./journeys.ts";
import { PATIENCE_MS, type Made, type Shown } from "./merchant.ts";
import { readPage, type ReadPage } from "./page.ts";

/** The payers' browsers, without scripts, which load again what does not load. */
export interface Payers {
  /** Does what a payer does about the object as it is now; nothing where there is nothing to do. */
  go(made: Made, shown: Shown): Promise<void>;
}

export function createPayers({ doubles }: Acquirers): Payers {
  /** Objects whose challenge was answered: no payer answers one twice. */
  const answered = new Set<string>();

  async function challenge({ kind, id }: Made, url: string): Promise<void> {
    if (answered.has(id)) return;
    answered.add(id);
    const [passed, failed] = url.startsWith(doubles.adyen.server.url)
      ? ["pass", "fail"]
      : ["approve", "decline"];
    const body = new URLSearchParams({ answer: kind === "challenge_failed" ? failed : passed });
    const back = await waitFor(
      `the challenge of ${id}`,
      async () => (await fetch(url, { method: "POST", body, redirect: "manual" })).headers.get("location"),
      PATIENCE_MS,
    );
    await waitFor(
      `the payer of ${id} to be back`,
      async () => (await fetch(back, { redirect: "manual" })).status < 500,
      PATIENCE_MS,
    );
  }

  /** One look at the page, and what it asks for. */
  async function look(made: Made, pageUrl: string): Promise<void> {
    const page = await loaded(made, pageUrl);
    if (page.state === "form") await submit(page);
    else if (page.state === "challenge" && page.next !== null) await challenge(made, page.next);
  }

  return {
    async go(made, shown) {
      const url = "next_action" in shown ? shown.next_action?.redirect_url : undefined;
      if (shown.status !== "REQUIRES_ACTION" || url === undefined || isLeft(made.kind)) return;
      if (isPage(made.kind)) await look(made, url);
      else await challenge(made, url);
    },
  };
}

const HOPS_MAX = 5;

/** The page that an address leads to in the end; one of the merchant's is not loaded. */
const loaded = ({ id }: Made, from: string): Promise<ReadPage> =>
  waitFor(
    `the page of ${id}`,
    async () => {
      let url = from;
      for (let hops = 0; hops < HOPS_MAX; hops += 1) {
        if (new URL(url).hostname === "merchant.example") return readPage("", url);
        const { status, html, location } = await visit(url);
        if (status >= 500) throw new Error(`${status} from ${url}`);
        if (location === null) return readPage(html, url);
        url = new URL(location, url).href;
      }
      throw new Error(`${from} leads nowhere`);
    },
    PATIENCE_MS,
  );

/** The page shows the outcome the next time it is loaded. */
async function submit({ formAction, formToken }: ReadPage): Promise<void> {
  const body = new URLSearchParams({
    "form-token": formToken,
    "card-number": TEST_CARDS.visa,
    "card-expiry": "12/39",
    "card-cvc": "123",
    "card-name": "Ada Lovelace",
    email: "ada@shop.example",
  });
  await fetch(formAction, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
}
