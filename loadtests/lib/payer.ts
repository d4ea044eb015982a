import http, { type RefinedResponse } from "k6/http";
import { sleep } from "k6";
import { absolute, formAction, inputValue, refreshTarget, stateOf } from "./html.ts";
import { unexpectedStatus } from "./metrics.ts";
import { RETURN_URL } from "./requests.ts";

type Page = RefinedResponse<"text">;

/** A page that stays the same for so long is taken for stuck. */
const POLLS_MAX = 40;
const POLL_S = 1;

function visit(url: string, name: string): Page {
  return checked(http.get(url, { redirects: 0, tags: { name, target: "platform" } }));
}

function submit(url: string, fields: Record<string, string>, name: string): Page {
  return checked(http.post(url, fields, { redirects: 0, tags: { name, target: "platform" } }));
}

function checked(page: Page): Page {
  if (page.status < 200 || page.status > 399)
    unexpectedStatus.add(1, { status: String(page.status), code: "page" });
  return page;
}

const locationOf = (page: Page, base: string): string => absolute(base, page.headers["Location"] ?? "");

/** Follows redirects to the last page before the merchant's, which nobody serves. @returns null at the merchant's */
function follow(
  page: Page,
  from: string,
  name: string,
): { readonly page: Page; readonly url: string } | null {
  let [current, url] = [page, from];
  for (let hops = 0; current.status >= 300 && hops < 8; hops += 1) {
    url = locationOf(current, url);
    if (url.startsWith(RETURN_URL)) return null;
    current = visit(url, name);
  }
  return { page: current, url };
}

/** Opens the bank's page, answers it and follows it back. */
export function answerChallenge(url: string, action: "complete" | "fail"): ReturnType<typeof follow> {
  const page = visit(url, "challenge_page");
  if (!page.body.includes('name="action"'))
    unexpectedStatus.add(1, { status: String(page.status), code: "no challenge" });
  return follow(submit(url, { action }, "challenge_answer"), url, "return_page");
}

/** Pays on the hosted page as a browser without scripts does. @returns what the page says at the end */
export function payOnPage(url: string, card: string): string {
  const form = visit(url, "hosted_page");
  const target = absolute(url, formAction(form.body));
  const fields = {
    "form-token": inputValue(form.body, "form-token"),
    "card-number": card,
    "card-expiry": "12/39",
    "card-cvc": "123",
    "card-name": "Ada Lovelace",
    email: "ada@shop.example",
  };
  return untilEnd(follow(submit(target, fields, "hosted_submit"), target, "hosted_status"));
}

/** Follows a page: to the bank and back, and to itself while the payment is under way. */
function untilEnd(arrived: ReturnType<typeof follow>): string {
  let at = arrived;
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if (at === null) return "merchant";
    const state = stateOf(at.page.body);
    const next = refreshTarget(at.page.body);
    if (state === "challenge" && next !== null) {
      at = answerChallenge(absolute(at.url, next), "complete");
    } else if ((state === "checking" || state === "processing") && next !== null) {
      sleep(POLL_S);
      const url = absolute(at.url, next);
      at = follow(visit(url, "hosted_status"), url, "hosted_status");
    } else {
      return state;
    }
  }
  return "stuck";
}
