import http, { type RefinedResponse } from "k6/http";
import { sleep } from "k6";
import type { ObjectKind } from "../data/facts.ts";
import {
  repeated,
  repeatedUnasked,
  replayMismatch,
  unclear,
  unexpectedStatus,
  withoutRetryAfter,
} from "./metrics.ts";
import type { Actor } from "./session.ts";
import { BASE_URL } from "./settings.ts";
import { keep } from "./verifier.ts";

type Response = RefinedResponse<"text">;

/** The parts of a Payment, Refund or Payout that journeys look at. */
export interface ApiObject {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly payment_id?: string;
  readonly amount_refunded?: number;
  readonly amount_refundable?: number;
  readonly next_action?: { readonly reason: string; readonly redirect_url: string } | null;
  readonly failure_code?: string | null;
  readonly refunds?: readonly ApiObject[];
}

/** One object to be created, with as many tries as it takes. */
export interface Create {
  readonly of: ObjectKind;
  /** `create_payment`, …: the tag that its latency is listed under. */
  readonly name: string;
  readonly path: string;
  readonly step: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Outcome =
  | { readonly result: "answered"; readonly object: ApiObject; readonly replayed: boolean }
  | { readonly result: "refused"; readonly status: number; readonly code: string }
  | { readonly result: "unclear" };

/** What a test does with answers that are no success. */
export interface Manners {
  /** For how many seconds a create is repeated, as a merchant would. */
  readonly patienceS: number;
  /** Answers after which a create is repeated without being counted as unexpected. */
  readonly provided: readonly number[];
  /** Whether the first try may be answered as a repetition, because the test has sent the same request before. */
  readonly mayBeReplayed?: boolean;
}

/** Expects success alone. Anything else is repeated, and counted. */
export const STEADY: Manners = { patienceS: 60, provided: [] };
/** Provides for what the contract lets a merchant repeat. Each such answer is logged, since they are few. */
export const REPEATING: Manners = { patienceS: 60, provided: [503, 429, 409] };
/** Expects 503 and 429 too, and 409 while a request that was given up still holds the key. */
export const TROUBLED: Manners = { patienceS: 100, provided: [503, 429, 409] };

const REPEATABLE = [0, 409, 429, 500, 502, 503, 504];
const REQUEST_TIMEOUT = "35s";

const headersOf = (apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  "content-type": "application/json",
});

const expectedOf = (manners: Manners) =>
  http.expectedStatuses({ min: 200, max: 399 }, ...manners.provided, 422);

const objectOf = (response: Response): ApiObject =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a 2xx of the API under test; what journeys rely on is compared
  JSON.parse(response.body) as ApiObject;

export function codeOf(response: Response): string {
  try {
    const code = response.json("error.code");
    return typeof code === "string" ? code : "";
  } catch {
    return "";
  }
}

/** One try. */
export function post(
  actor: Actor,
  wanted: Create,
  manners: Manners = STEADY,
  apiKey = actor.apiKey,
): Response {
  return http.post(`${BASE_URL}${wanted.path}`, bodyOf(actor, wanted), {
    headers: { ...headersOf(apiKey), "idempotency-key": actor.idempotencyKey(wanted.step) },
    tags: { name: wanted.name, target: "platform" },
    responseCallback: expectedOf(manners),
    timeout: REQUEST_TIMEOUT,
  });
}

export const bodyOf = (actor: Actor, { body, step }: Create): string =>
  JSON.stringify({ ...body, merchant_reference: actor.reference(step) });

/** Creates as a merchant does: the same key until an answer says what became of it. The verifier hears that answer. */
export function create(actor: Actor, wanted: Create, manners: Manners = STEADY): Outcome {
  const until = Date.now() + manners.patienceS * 1_000;
  for (let tries = 1; ; tries += 1) {
    const response = post(actor, wanted, manners);
    const outcome = outcomeOf(response);
    if (outcome !== null) {
      if (tries === 1 && manners.mayBeReplayed !== true) countUnasked(outcome);
      return recordOutcome(actor, wanted, outcome);
    }
    countTrouble(response, manners);
    if (Date.now() > until) return recordOutcome(actor, wanted, { result: "unclear" });
    repeated.add(1, { status: String(response.status) });
    sleep(pauseOf(response, tries));
  }
}

/** @returns null where the answer says to try again */
export function outcomeOf(response: Response): Outcome | null {
  if (response.status === 201)
    return {
      result: "answered",
      object: objectOf(response),
      replayed: response.headers["Idempotent-Replayed"] === "true",
    };
  const code = codeOf(response);
  if (REPEATABLE.includes(response.status) && code !== "idempotency_key_reused") return null;
  return { result: "refused", status: response.status, code };
}

/** For a request that the test has sent once. */
export function countUnasked(outcome: Outcome | null): void {
  if (outcome?.result === "answered" && outcome.replayed) repeatedUnasked.add(1);
}

function countTrouble(response: Response, manners: Manners): void {
  const { provided } = manners;
  if (!provided.includes(response.status))
    unexpectedStatus.add(1, { status: String(response.status), code: codeOf(response) });
  if (manners !== TROUBLED) console.warn(sayingOf(response));
  const mustSayWhen = response.status === 503 || response.status === 429;
  if (mustSayWhen && response.headers["Retry-After"] === undefined) withoutRetryAfter.add(1);
}

const sayingOf = ({ request: { method, url }, status, body }: Response): string =>
  `${method} ${url} was answered ${status} ${body}`;

const RETRY_MAX_S = 5;

function pauseOf(response: Response, tries: number): number {
  const asked = Number(response.headers["Retry-After"] ?? 0);
  return Math.min(RETRY_MAX_S, Math.max(asked, 0.2 * 2 ** Math.min(tries, 4)));
}

function recordOutcome(actor: Actor, { of, step, body }: Create, outcome: Outcome): Outcome {
  const reference = actor.reference(step);
  const { amount: wanted, currency: inCurrency } = body;
  const isWhole = typeof wanted === "number" && typeof inCurrency === "string";
  const asked = isWhole ? { asked: { amount: wanted, currency: inCurrency, at_ms: Date.now() } } : {};
  if (outcome.result === "answered") {
    const { id, amount, currency, status, payment_id: payment } = outcome.object;
    const whose = payment === undefined ? {} : { payment_id: payment };
    keep([{ fact: "answered", of, reference, id, amount, currency, status, ...whose }]);
  } else if (outcome.result === "refused") {
    keep([{ fact: "refused", of, reference, ...asked }]);
  } else {
    unclear.add(1);
    keep([{ fact: "unclear", of, reference, ...asked }]);
  }
  return outcome;
}

/** For a test that sends requests itself: its answers go to the verifier too. */
export function recordAnswer(actor: Actor, wanted: Create, response: Response): Outcome | null {
  const outcome = outcomeOf(response);
  return outcome === null ? null : recordOutcome(actor, wanted, outcome);
}

/** A repetition has to be answered with the same object. */
export function compareReplay(first: ApiObject, again: ApiObject): void {
  const same = first.id === again.id && first.amount === again.amount && first.currency === again.currency;
  replayMismatch.add(same ? 0 : 1);
}

/** Reads until an answer comes. @returns null where none came in time, or there is no such object */
export function read(actor: Actor, name: string, path: string, manners: Manners = STEADY): Response | null {
  const until = Date.now() + manners.patienceS * 1_000;
  for (let tries = 1; ; tries += 1) {
    const response = http.get(`${BASE_URL}${path}`, {
      headers: headersOf(actor.apiKey),
      tags: { name, target: "platform" },
      responseCallback: expectedOf(manners),
      timeout: REQUEST_TIMEOUT,
    });
    if (response.status === 200) return response;
    countTrouble(response, manners);
    if (!REPEATABLE.includes(response.status) || Date.now() > until) return null;
    repeated.add(1, { status: String(response.status) });
    sleep(pauseOf(response, tries));
  }
}

const TERMINAL = ["SUCCEEDED", "FAILED", "EXPIRED"];
const POLL_S = 0.5;

/** Reads an object until it has ended, as a merchant without webhooks does. */
export function followed(
  actor: Actor,
  name: string,
  path: string,
  manners: Manners = STEADY,
): ApiObject | null {
  const until = Date.now() + manners.patienceS * 1_000;
  for (;;) {
    const response = read(actor, name, path, manners);
    if (response === null) return null;
    const object = objectOf(response);
    if (TERMINAL.includes(object.status)) {
      keep([{ fact: "seen", id: object.id, status: object.status }]);
      return object;
    }
    if (Date.now() > until) return null;
    sleep(POLL_S);
  }
}

export function objectAt(
  actor: Actor,
  name: string,
  path: string,
  manners: Manners = STEADY,
): ApiObject | null {
  const response = read(actor, name, path, manners);
  return response === null ? null : objectOf(response);
}
