import http, { type RefinedResponse } from "k6/http";
import { ordinaryAmount } from "../data/amounts.ts";
import { bodyOf, codeOf, countUnasked, create, followed, recordAnswer, type ApiObject } from "../lib/api.ts";
import { businessOk, unexpectedStatus } from "../lib/metrics.ts";
import { untilRefunded } from "../lib/journeys.ts";
import { optionsFor } from "../lib/options.ts";
import { directPayment, refundOf } from "../lib/requests.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorOf, type Actor, type Session } from "../lib/session.ts";
import { BASE_URL } from "../lib/settings.ts";

export const options = optionsFor("refund-race");
export const setup = (): Session => begin();
export { teardown };
export const handleSummary = summaryOf("refund-race");

const RACERS = 10;

/** Refunds of 30 % each at once, under keys of their own: three of ten can win. */
function race(actor: Actor, payment: ApiObject, part: number): ApiObject[] {
  const refunds = Array.from({ length: RACERS }, (_, index) => refundOf(1 + index, payment.id, part));
  const requests = refunds.map((refund, index) => ({
    method: "POST",
    url: `${BASE_URL}${refund.path}`,
    body: bodyOf(actor, refund),
    params: {
      headers: {
        authorization: `Bearer ${actor.keyOf(index)}`,
        "content-type": "application/json",
        "idempotency-key": actor.idempotencyKey(refund.step),
      },
      tags: { name: refund.name, target: "platform" },
      responseCallback: http.expectedStatuses(201, 422),
    },
  }));
  const won: ApiObject[] = [];
  const answers = http.batch(requests) as RefinedResponse<"text">[];
  for (const [index, refund] of refunds.entries()) {
    const response = answers[index];
    if (response === undefined) continue;
    const outcome = recordAnswer(actor, refund, response);
    countUnasked(outcome);
    if (outcome?.result === "answered") won.push(outcome.object);
    else if (codeOf(response) !== "amount_exceeds_refundable")
      unexpectedStatus.add(1, { status: String(response.status), code: codeOf(response) });
  }
  return won;
}

export default function refundRace(session: Session): void {
  const actor = actorOf(session);
  const amount = ordinaryAmount(actor.random(1));
  const paid = create(actor, directPayment(actor, 0, amount));
  if (paid.result !== "answered" || paid.object.status !== "SUCCEEDED") {
    businessOk.add(false, { journey: "refund race" });
    return;
  }
  const part = Math.floor(amount * 0.3);
  const won = race(actor, paid.object, part);
  const ends = won.map(({ id }) => followed(actor, "get_refund", `/v1/refunds/${id}`)?.status);
  const after = untilRefunded(actor, paid.object.id, won.length * part);
  const ok =
    won.length === Math.floor(amount / part) &&
    ends.every((status) => status === "SUCCEEDED") &&
    after?.amount_refunded === won.length * part &&
    after.amount_refundable === amount - won.length * part;
  businessOk.add(ok, { journey: "refund race" });
}
