import http, { type RefinedResponse } from "k6/http";
import { sleep } from "k6";
import { ordinaryAmount } from "../data/amounts.ts";
import {
  bodyOf,
  codeOf,
  compareReplay,
  create,
  outcomeOf,
  post,
  recordAnswer,
  type ApiObject,
  type Create,
  type Manners,
} from "../lib/api.ts";
import { businessOk, keyReuseTaken, replayMismatch, unexpectedStatus } from "../lib/metrics.ts";
import { optionsFor } from "../lib/options.ts";
import { directPayment, payout, refundOf } from "../lib/requests.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Actor, type Session } from "../lib/session.ts";
import { BASE_URL } from "../lib/settings.ts";

export const options = optionsFor("idempotency", {
  latencyOf: "create_payment",
  thresholds: { replay_mismatch: ["count==0"], key_reuse_taken: ["count==0"] },
});
export const setup = (): Session => {
  replayMismatch.add(0);
  return begin();
};
export { teardown };
export const handleSummary = summaryOf("idempotency");

/** While one of several requests is worked on, the others are answered that the key is in use. */
const AT_ONCE: Manners = { patienceS: 60, provided: [409], mayBeReplayed: true };
const MOST_AT_ONCE = 6;

/** The same request several times at once, over connections of their own. */
function storm(actor: Actor, wanted: Create, times: number): RefinedResponse<"text">[] {
  const request = {
    method: "POST",
    url: `${BASE_URL}${wanted.path}`,
    body: bodyOf(actor, wanted),
    params: {
      headers: {
        authorization: `Bearer ${actor.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": actor.idempotencyKey(wanted.step),
      },
      tags: { name: wanted.name, target: "platform" },
      responseCallback: http.expectedStatuses(201, 409),
    },
  };
  return http.batch(Array.from({ length: times }, () => request));
}

/** Sent at once, then again, then with another body: there is one object, whatever the order. */
function onceOnly(actor: Actor, wanted: Create): ApiObject | null {
  const answered: ApiObject[] = [];
  for (const response of storm(
    actor,
    wanted,
    2 + Math.floor(actor.random(wanted.step + 7) * (MOST_AT_ONCE - 1)),
  )) {
    const outcome = outcomeOf(response);
    if (outcome?.result === "answered") answered.push(outcome.object);
    const inUse = response.status === 409 && codeOf(response) === "idempotency_key_in_use";
    if (outcome?.result !== "answered" && !inUse)
      unexpectedStatus.add(1, { status: String(response.status), code: codeOf(response) });
  }
  const again = create(actor, wanted, AT_ONCE);
  if (again.result !== "answered") return null;
  for (const one of answered) compareReplay(one, again.object);
  sleep(0.1);
  const later = post(actor, wanted, AT_ONCE);
  const replay = recordAnswer(actor, wanted, later);
  if (replay?.result !== "answered" || !replay.replayed) return null;
  compareReplay(again.object, replay.object);
  return otherBodyIsRefused(actor, wanted) ? again.object : null;
}

function otherBodyIsRefused(actor: Actor, wanted: Create): boolean {
  const other = {
    ...wanted,
    name: `${wanted.name}_other_body`,
    body: { ...wanted.body, amount: Number(wanted.body["amount"]) + 1 },
  };
  const response = post(actor, other, AT_ONCE);
  const refused = response.status === 409 && codeOf(response) === "idempotency_key_reused";
  if (response.status === 201) keyReuseTaken.add(1);
  return refused;
}

export default function idempotency(session: Session): void {
  const actor = actorOf(session);
  const amount = ordinaryAmount(actor.random(1));
  const payment = onceOnly(actor, directPayment(actor, 0, amount));
  const refund = payment === null ? null : onceOnly(actor, refundOf(1, payment.id, Math.ceil(amount / 2)));
  const sent = onceOnly(actor, payout(actor, 2, amount));
  businessOk.add(payment !== null && refund !== null && sent !== null, { journey: "once per key" });
}
