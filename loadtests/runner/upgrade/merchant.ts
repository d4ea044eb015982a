import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Fact, ObjectKind } from "../../data/facts.ts";
import { referenceOf } from "../../lib/references.ts";

/** The parts of an answer that are looked at. */
export interface Answered {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly next_action?: { readonly redirect_url: string } | null;
}

/** A create with its key, and what it was answered. */
export interface Kept {
  readonly of: ObjectKind;
  readonly path: string;
  readonly key: string;
  readonly body: string;
  /** Word for word. */
  readonly answer: string;
  readonly object: Answered;
}

/** A merchant that keeps what it was answered, and repeats a create with its key where it has to. */
export interface MerchantOfRun {
  create(of: ObjectKind, path: string, body: Readonly<Record<string, unknown>>): Promise<Kept>;
  read(of: ObjectKind, id: string): Promise<Answered>;
  /** Sends a create again. @returns what is wrong with its answer; null where it is that of before */
  replay(kept: Kept): Promise<string | null>;
  readonly kept: readonly Kept[];
  /** Answers and failures by what they were, such as `201` or `503 service_unavailable`. */
  readonly answers: ReadonlyMap<string, number>;
}

interface Response {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly retryAfter: string | null;
}

/** No run of k6 has this number. */
const OWN_RUN = 44;
const OWN_SCENARIO = 0;
const TIMEOUT_MS = 35_000;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;
const PATHS: Readonly<Record<ObjectKind, string>> = {
  payment: "/v1/payments",
  refund: "/v1/refunds",
  payout: "/v1/payouts",
};

/** @param keep hears of each create, as the verifier has to */
export function merchantOfRun(
  baseUrl: string,
  apiKey: string,
  keep: (facts: readonly Fact[]) => void,
): MerchantOfRun {
  const kept: Kept[] = [];
  const answers = new Map<string, number>();
  let number = 0;

  async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get("idempotent-replayed") === "true",
      retryAfter: response.headers.get("retry-after"),
    };
  }

  /** Until an answer says what there is. Errors: an answer that the contract does not provide for, or none in time. */
  async function untilAnswered(path: string, once: () => Promise<Response>): Promise<Response> {
    for (const until = performance.now() + PATIENCE_MS; ;) {
      const response = await once();
      const name = `${response.status} ${codeOf(response)}`.trim();
      answers.set(name, (answers.get(name) ?? 0) + 1);
      if (response.status < 300) return response;
      if (!mayBeRepeated(response) || performance.now() > until)
        throw new Error(`${path} was answered ${response.status} ${response.text.slice(0, 300)}`);
      await pause(PAUSE_MS);
    }
  }

  const post = (path: string, key: string, body: string): Promise<Response> =>
    untilAnswered(path, () =>
      send("POST", path, { "idempotency-key": key, "content-type": "application/json" }, body),
    );

  return {
    kept,
    answers,
    async create(of, path, wanted) {
      const reference = referenceOf(OWN_RUN, OWN_SCENARIO, number, 0);
      number += 1;
      const key = randomUUID();
      const body = JSON.stringify({ ...wanted, merchant_reference: reference });
      const { text } = await post(path, key, body);
      const object: Answered = JSON.parse(text);
      const { id, amount, currency, status } = object;
      keep([{ fact: "answered", of, reference, id, amount, currency, status }]);
      const made = { of, path, key, body, answer: text, object };
      kept.push(made);
      return made;
    },
    async read(of, id) {
      const path = `${PATHS[of]}/${id}`;
      const object: Answered = JSON.parse((await untilAnswered(path, () => send("GET", path, {}))).text);
      return object;
    },
    async replay({ path, key, body, answer, object: { id } }) {
      const { text, replayed } = await post(path, key, body);
      if (!replayed) return `the key of ${id} was not known any more`;
      return text === answer ? null : `the key of ${id} answers ${text} and not ${answer}`;
    },
  };
}

/** The contract: 503 and 429 that say when, and 409 while an earlier try holds the key. */
const mayBeRepeated = (response: Response): boolean =>
  ((response.status === 503 || response.status === 429) && response.retryAfter !== null) ||
  codeOf(response) === "idempotency_key_in_use";

function codeOf({ status, text }: Response): string {
  if (status < 400) return "";
  try {
    const { error }: { error?: { code?: string } } = JSON.parse(text);
    return error?.code ?? "";
  } catch {
    return "";
  }
}
