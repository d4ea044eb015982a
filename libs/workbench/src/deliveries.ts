import type { DeliveryAttempt, WebhookDelivery, WebhookEndpoint } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { badge, moment } from "./format.ts";

/** What an endpoint answered, or why there was no answer; a redirect has failed too. */
export const answerBadge = (status: number | null, error: string | null): Markup => {
  const isAccepted = status !== null && status >= 200 && status < 300;
  return markup`<span class="badge ${isAccepted ? "good" : "bad"}">${status ?? error}</span>`;
};

const RESENT: ReadonlyMap<unknown, string> = new Map([
  ["api", "with the API"],
  ["workbench", "in the workbench"],
  ["operator", "by an operator"],
]);

/** Why a try was made: its time had come, or somebody asked for it. */
export const sentAs = (resentBy: unknown): Markup | string =>
  resentBy == null ? "on schedule" : markup`${badge("resend")} ${RESENT.get(resentBy) ?? null}`;

interface Retry {
  readonly status: string;
  readonly attempts: number;
  /** The endpoint has accepted its event by another delivery. */
  readonly isAccepted: boolean;
  /** Its event has another delivery to the endpoint, which was accepted or may be yet. */
  readonly isSentTwice: boolean;
}

/** The endpoint has accepted such a delivery, or may do so yet: what has failed or is canceled is not tried again. */
export const mayBeAccepted = (status: string): boolean => status === "pending" || status === "succeeded";

/**
 * What becomes of a retry that is still to come beside another delivery of its event: a success ends its own delivery
 * alone (docs/decisions/0113-what-is-accepted-is-not-failing.md).
 */
export function retryNote({ status, attempts, isAccepted, isSentTwice }: Retry): Markup | null {
  if (status !== "pending" || attempts === 0 || !isSentTwice) return null;
  return markup`<p class="hint">${
    isAccepted
      ? "The endpoint has accepted this event by another delivery. That does not cancel the next attempt: the event will be sent again, with the same id."
      : "This event was sent again beside this delivery. That does not cancel the next attempt: once both are accepted, the event has arrived twice, with the same id."
  }</p>`;
}

/** So many tries stand open in a row of a list. */
const SHOWN = 3;

/**
 * The tries of a delivery, the newest first, each with its own result. They have no numbers: while two releases run
 * side by side, a result in the middle may be missing.
 */
export function attemptsOf({ attempts, last_attempt: last, earlier_attempts: earlier }: WebhookDelivery) {
  if (last === null) return "–";
  const newestFirst = [...earlier, last].toReversed();
  const kept = newestFirst.length;
  const hidden = newestFirst.slice(SHOWN);
  const list = (some: readonly DeliveryAttempt[]) =>
    markup`<ul class="attempts">${some.map((one) => markup`<li>${attempt(one)}</li>`)}</ul>`;
  return markup`${list(newestFirst.slice(0, SHOWN))}${
    hidden.length === 0
      ? null
      : markup`<details><summary>${hidden.length} earlier</summary>${list(hidden)}</details>`
  }${kept < attempts ? markup`<p class="hint">The results of ${kept} of ${attempts} attempts are kept.</p>` : null}`;
}

function attempt({ at, http_status, error, duration_ms: took, response_prefix, resent_by }: DeliveryAttempt) {
  const said = response_prefix ?? "";
  return markup`${answerBadge(http_status, error)} ${moment(at * 1_000)} <span class="how">${took} ms, ${sentAs(resent_by)}</span>${
    said === "" ? null : markup` <code>${said}</code>`
  }`;
}

type Receiver = Pick<WebhookEndpoint, "url" | "status" | "enabled_events">;

const URL_MAX = 60;

/**
 * To whom an event of the type goes when it is sent again: to every enabled endpoint that wants it
 * (docs/site/webhooks.md#events). Endpoints are null where they are not known.
 */
export function resendLabel(type: string, endpoints: readonly Receiver[] | null): string {
  if (endpoints === null) return "Send again";
  const wanting = endpoints.filter(
    ({ status, enabled_events: types }) =>
      status === "enabled" && types.some((wanted) => wanted === "*" || wanted === type),
  );
  const [first] = wanting;
  if (first === undefined) return "Send again (no endpoint wants it)";
  if (wanting.length > 1) return `Send again to ${wanting.length} endpoints`;
  const url = first.url.replace(/^https?:\/\//, "");
  return `Send again to ${url.length > URL_MAX ? `${url.slice(0, URL_MAX)}…` : url}`;
}
