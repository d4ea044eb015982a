import { setTimeout as pause } from "node:timers/promises";
import { absolute, formAction, inputValue, refreshTarget, stateOf } from "../../lib/html.ts";
import { press, visit, type Page } from "../../../tests/system/e2e/support/payer.ts";

/** Where payers are sent back to; nobody goes there. */
export const RETURN_URL = "https://merchant.example/return";

const HOPS_MAX = 8;
const POLLS_MAX = 60;
const POLL_MS = 500;
const TRIES_MAX = 60;

/** Answers the bank's page and goes back as far as the merchant's. */
export async function answerChallenge(url: string): Promise<void> {
  await follow(await press(url, "complete"), url);
}

/** Pays on a hosted page as a browser without scripts does. Errors: for a page that does not end in success. */
export async function payOnPage(url: string): Promise<void> {
  const form = await shown(url);
  const body = new URLSearchParams({
    "form-token": inputValue(form.html, "form-token"),
    "card-number": "4111111111111111",
    "card-expiry": "12/39",
    "card-cvc": "123",
    "card-name": "Ada Lovelace",
    email: "ada@shop.example",
  });
  const target = absolute(url, formAction(form.html));
  const response = await fetch(target, { method: "POST", body, redirect: "manual" });
  const posted = {
    status: response.status,
    html: await response.text(),
    location: response.headers.get("location"),
  };
  let [page, at] = await follow(posted, target);
  for (let polls = 0; polls < POLLS_MAX && stateOf(page.html) !== "succeeded"; polls += 1) {
    const next = refreshTarget(page.html);
    if (next === null) throw new Error(`the page ${url} says ${page.status} ${stateOf(page.html)}`);
    await pause(POLL_MS);
    [page, at] = await follow(await shown(absolute(at, next)), absolute(at, next));
  }
}

/** A payer loads a page again that does not come. */
async function shown(url: string): Promise<Page> {
  for (let tries = 1; ; tries += 1) {
    const page = await visit(url);
    if (page.status < 400) return page;
    if (page.status !== 503 || tries === TRIES_MAX) throw new Error(`${url} answers ${page.status}`);
    await pause(POLL_MS);
  }
}

async function follow(page: Page, from: string): Promise<[page: Page, url: string]> {
  let [current, url] = [page, from];
  for (let hops = 0; current.location !== null && hops < HOPS_MAX; hops += 1) {
    url = absolute(url, current.location);
    if (url.startsWith(RETURN_URL)) break;
    current = await shown(url);
  }
  return [current, url];
}
