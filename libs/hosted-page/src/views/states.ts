import { bank, clock, cross, spinner, tick } from "./icons.ts";
import { markup, type Markup } from "../markup.ts";
import type { PageContent, StateName } from "../document.ts";
import { failureClassOf } from "../failure-classes.ts";
import type { PageData } from "../page-data.ts";
import { fill, type StateTexts } from "../texts/index.ts";
import { linkTo, type PageVisit, type Visit } from "../visit.ts";

interface Message {
  readonly state: StateName;
  readonly icon: Markup;
  readonly title: string;
  readonly text: string;
  readonly data?: PageData;
  readonly more?: Markup | null;
}

/** A page that says one thing, and where to go from here. */
function message({ state, icon, title, text, data, more = null }: Message): PageContent {
  return {
    state,
    title: data === undefined ? title : `${title} – ${data.brand.name}`,
    ...(data === undefined ? {} : { data }),
    main: markup`<div class="message">
${icon}
<h1>${title}</h1>
<p>${text}</p>
${more}
</div>`,
  };
}

const merchantOf = ({ brand, amount }: PageData) => ({ merchant: brand.name, amount });

/** The way back; led there by a script where `leads` is set, after as many seconds. */
function backLink({ texts }: Visit, data: PageData, leadsAfterS: number | null = null): Markup {
  const leads = leadsAfterS === null ? null : markup` data-lead-after="${leadsAfterS}"`;
  return markup`<p><a class="button" id="back" href="${data.merchantUrl}"${leads}>${fill(texts.back, merchantOf(data))}</a></p>`;
}

const SUCCESS_LEADS_AFTER_S = 3;
const CANCEL_LEADS_AFTER_S = 5;

/** Whether a page goes on by itself to where it leads. */
export type Onward = "leads_on" | "stays";

/** How a finished Payment ended. Only a success ever goes on to the merchant by itself. */
export function outcome(visit: Visit, data: PageData, onward: Onward): PageContent {
  return forgetting(endOf(visit, data, onward));
}

/** What the form's script kept in the payer's browser is removed. */
const forgetting = (content: PageContent): PageContent => ({
  ...content,
  scripts: [...(content.scripts ?? []), "forget-entries.js"],
});

function endOf(visit: Visit, data: PageData, onward: Onward): PageContent {
  const { texts } = visit;
  const { payment } = data.state;
  if (payment.status === "SUCCEEDED") return succeeded(visit, data, onward);
  if (payment.status === "EXPIRED") {
    const { title, text } = texts.expired;
    const content = { title, text: fill(text, merchantOf(data)) };
    return message({ state: "expired", icon: clock(), ...content, data, more: backLink(visit, data) });
  }
  const text = texts.failures[failureClassOf(payment.failure_code)];
  const next = fill(texts.failed.next, merchantOf(data));
  const more = markup`<p>${next}</p>${backLink(visit, data)}`;
  return message({ state: "failed", icon: cross(), title: texts.failed.title, text, data, more });
}

function succeeded(visit: Visit, data: PageData, onward: Onward): PageContent {
  const { succeeded: said, leading } = visit.texts;
  const leads = onward === "leads_on";
  const notice = leads ? markup`<p role="status">${fill(leading, merchantOf(data))}</p>` : null;
  const content = message({
    state: "succeeded",
    icon: tick(),
    title: said.title,
    text: fill(said.text, merchantOf(data)),
    data,
    more: markup`${notice}${backLink(visit, data, leads ? SUCCESS_LEADS_AFTER_S : null)}`,
  });
  return leads ? leadingOn(content, data.merchantUrl, SUCCESS_LEADS_AFTER_S) : content;
}

const leadingOn = (content: PageContent, url: string, afterS: number): PageContent => ({
  ...content,
  lead: { url, afterS },
  scripts: ["lead-on.js"],
});

/** Seconds between two polls, at first and when it takes long; and how many polls make it long. */
const POLL_S = 2;
const SLOW_POLL_S = 5;
const LONG_AFTER_POLLS = 10;

/** How often a waiting page has polled, as its own links count it. */
export const pollsOf = ({ query }: Visit): number =>
  Math.min(Number(query.get("n") ?? 0) || 0, LONG_AFTER_POLLS);

/** Something is under way: the page polls by itself, and says when it takes long. */
export function waiting(
  visit: PageVisit,
  data: PageData,
  state: "checking" | "processing" | "expiring",
): PageContent {
  const { texts } = visit;
  const polls = pollsOf(visit);
  const long = polls >= LONG_AFTER_POLLS;
  const kept = ["go", "back"].filter((name) => visit.query.has(name)).map((name) => [name, "1"]);
  const again = { ...Object.fromEntries(kept), n: String(polls + 1) };
  const said: StateTexts = texts[state];
  // A card that is being checked may be declined, and then the form comes back.
  const mayReturn = state === "checking";
  const content = message({
    state,
    icon: spinner(),
    title: said.title,
    text: fill(said.text, merchantOf(data)),
    data,
    more: markup`<div role="status"><p id="long-wait"${long ? null : markup` hidden`}>${fill(texts.checking.long, merchantOf(data))}</p></div>
<p><a id="check-again" href="${linkTo(visit, visit.links.status, again)}">${texts.checking.again}</a></p>
<p><a id="back" href="${data.merchantUrl}"${mayReturn ? markup` data-forgets` : null}>${fill(texts.back, merchantOf(data))}</a></p>`,
  });
  return forgetting({
    ...content,
    lead: { url: linkTo(visit, visit.links.status, again), afterS: long ? SLOW_POLL_S : POLL_S },
    scripts: ["poll-status.js"],
  });
}

/** How a payer meets a challenge: led on to it, asked to go there, or back from it without an answer. */
export type ToBank = Onward | "left";

/** The payer's bank asks for something; a browser that is led on goes there at once. */
export function challenge(visit: PageVisit, data: PageData, to: ToBank): PageContent {
  const { texts, links } = visit;
  const { title, text, leading, left, go } = texts.challenge;
  const said: Readonly<Record<ToBank, StateTexts>> = {
    leads_on: { title, text: leading },
    stays: { title, text },
    left,
  };
  const url = data.state.payment.next_action?.redirect_url ?? links.status;
  const content = message({
    state: "challenge",
    icon: bank(),
    ...said[to],
    data,
    more: markup`<p><a class="button" id="continue" href="${url}">${go}</a></p>
${cancelLink(visit, data)}`,
  });
  // Who comes back without an answer may have given one that is still on its way.
  return to === "leads_on"
    ? { ...content, lead: { url, afterS: 0 } }
    : { ...content, scripts: ["poll-status.js"] };
}

export const cancelLink = (visit: PageVisit, data: PageData): Markup =>
  markup`<p class="quiet"><a id="cancel" href="${linkTo(visit, visit.links.cancelled)}">${fill(visit.texts.form.cancel, merchantOf(data))}</a></p>`;

/**
 * The payer left, and the way back here stays open until the time is over. That nothing was charged is
 * said only where no card was ever sent off: what was sent, or confirmed with the bank, may still count.
 */
export function cancelled(visit: PageVisit, data: PageData): PageContent {
  const { texts, links } = visit;
  const { title, text, uncertain } = texts.cancelled;
  const isUntried = data.state.stage !== "challenge" && !data.state.card_tried;
  const said = { title, text: fill(isUntried ? text : uncertain, merchantOf(data)) };
  const more = markup`<p role="status">${fill(texts.leading, merchantOf(data))}</p>
${backLink(visit, data, CANCEL_LEADS_AFTER_S)}
<p class="quiet"><a id="resume" href="${linkTo(visit, links.form)}">${texts.cancelled.resume}</a></p>`;
  const content = message({ state: "cancelled", icon: clock(), ...said, data, more });
  return forgetting(leadingOn(content, data.merchantUrl, CANCEL_LEADS_AFTER_S));
}

const MINUTE_MS = 60_000;

/** Too many refused submits. */
export function closed(visit: PageVisit, data: PageData): PageContent {
  const { texts, links } = visit;
  const { form_closed_until_ms: until, now_ms: now } = data.state;
  const minutes = Math.max(1, Math.ceil(((until ?? now) - now) / MINUTE_MS));
  const more = markup`${retryLink(visit, links.form)}
${cancelLink(visit, data)}`;
  const text = fill(texts.closed.text, { minutes: String(minutes) });
  return message({ state: "closed", icon: clock(), title: texts.closed.title, text, data, more });
}

/** A link that is unknown or forged; the page does not show which. */
export const unknownLink = ({ texts }: Visit): PageContent =>
  message({ state: "unknown", icon: cross(), ...texts.unknown });

/** A return from the bank that is unknown, forged or over; the page does not show which. */
export const unknownReturn = ({ texts }: Visit): PageContent =>
  message({ state: "unknown", icon: cross(), ...texts.unknownReturn });

/** Nothing can be said about the Payment right now. */
export function unavailable(visit: Visit): PageContent {
  const more = retryLink(visit, visit.path);
  return message({ state: "unavailable", icon: clock(), ...visit.texts.unavailable, more });
}

/** Of what a form brought nothing could be read. */
export function unreadable(visit: PageVisit): PageContent {
  const more = retryLink(visit, visit.links.form);
  return message({ state: "unreadable", icon: cross(), ...visit.texts.unreadable, more });
}

const retryLink = (visit: Visit, path: string): Markup =>
  markup`<p><a class="button" id="retry" href="${linkTo(visit, path)}">${visit.texts.retry}</a></p>`;
