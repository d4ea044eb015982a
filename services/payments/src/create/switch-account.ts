import { refuseAsked } from "@flowlix/engine";
import { databaseTime } from "@flowlix/persistence";
import type { NotExecuted } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { attemptOf } from "../payment/order.ts";
import { askedOf, routeQuestion } from "./asked-of.ts";
import type { Attempt, Claimed } from "./attempt.ts";
import { SECOND } from "./switch-row.ts";

/**
 * A status may have been put in the way by somebody between us and the acquirer, who had executed the order. That
 * nothing of it left this process is known here.
 */
const NOTHING_WAS_SENT: ReadonlySet<NotExecuted["cause"]> = new Set(["unreachable", "unavailable"]);
/** A second order has to be answered in what is left, as the first one might have been. */
const LEFT_MS_MIN = 5_000;

/**
 * Moves a Payment to another account of its merchant, if its account has executed nothing: the row first, under the
 * attempt's own claim, then the caller submits (docs/decisions/0105-a-second-account.md). "none" where there is nobody
 * to go to, or too little time; "lost" where somebody else has the row by now, and the attempt decides nothing any
 * more.
 */
export async function switchAccount(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
  { cause }: NotExecuted,
): Promise<Claimed | "none" | "lost"> {
  const { row, time, resumed, registered } = claimed;
  const { request, instrument, submission, startedAt } = attempt;
  // What an earlier attempt sent may still arrive, and nobody goes from a second account to a third.
  if (!NOTHING_WAS_SENT.has(cause)) return "none";
  if (resumed || registered || row.provider_account === null || attemptOf(row) > 1) return "none";
  const left = Math.min(
    request.start_before - time.nowMs(),
    deps.settings.ownerDeadlineMs - (performance.now() - startedAt),
  );
  if (left < LEFT_MS_MIN) return "none";
  const tried = { provider: row.provider, account: row.provider_account, cause };
  const route = deps.acquirers.reroute(routeQuestion(request), (port) => port.isOpen(), tried);
  if (route === null) return "none";
  if (refuseAsked(route.port.capabilities, askedOf(request, instrument.reveal())) !== null) return "none";
  const readAt = performance.now();
  const claim = { id: row.id, version: row.version, submission };
  const switched = (await deps.store.switchAccount(claim, route)) ?? (await deps.store.read(row.id));
  // Where the answer to our own commit was lost, the row says that it was ours.
  if (switched?.submission !== submission || attemptOf(switched) !== SECOND) return "lost";
  deps.metrics.switches.inc({ cause });
  return { row: switched, time: databaseTime(switched.now_ms, { askedAt: readAt }), resumed, registered };
}
