import type { OrderState } from "../orders/amounts.ts";
import type { RunInBackground } from "../pool.ts";
import type { TransferKind, TransferState } from "../transfers/transfer-amounts.ts";

/** A callback that is still owed; delivered ones are deleted. */
export interface OwedCallback {
  readonly id: string;
  readonly kind: "order" | TransferKind;
  readonly reference: string;
  readonly callback_url: string;
  readonly state: OrderState | TransferState;
  /** When the state was entered, Unix seconds. */
  readonly at: number;
  /** Tries so far, the one just claimed included. */
  readonly attempts: number;
}

/** Longer than one try may take, so that nobody else tries meanwhile. */
const CLAIM_LASTS_S = 15;
/** Pauses after the first, second, … failed try; the last one repeats. */
const PAUSES_S: readonly [number, ...number[]] = [1, 5, 30, 120, 600];
const GIVEN_UP_AFTER = "24 hours";

const CLAIM = `
  with due as (
    select id from sandbox_acquirer.callbacks
    where next_at <= (select platform.clock()) order by next_at limit $1 for update skip locked),
  claimed as (
    update sandbox_acquirer.callbacks c
    set attempts = c.attempts + 1, next_at = (select platform.clock()) + interval '${CLAIM_LASTS_S} seconds'
    from due where c.id = due.id
    returning c.*)
  select id, kind, reference, callback_url, state, floor(extract(epoch from at))::bigint as at, attempts from claimed order by created_at`;

const DELIVERED = `
  with gone as (delete from sandbox_acquirer.callbacks where id = $1 returning id) select id from gone`;

const FAILED = `
  with tried as (
    select id, created_at + interval '${GIVEN_UP_AFTER}' < (select platform.clock()) + make_interval(secs => $2::float8) as over
    from sandbox_acquirer.callbacks where id = $1),
  later as (
    update sandbox_acquirer.callbacks c set next_at = (select platform.clock()) + make_interval(secs => $2::float8)
    from tried where c.id = tried.id and not tried.over),
  gone as (
    delete from sandbox_acquirer.callbacks c using tried where c.id = tried.id and tried.over)
  select over from tried`;

/** Takes up to `limit` due callbacks for one try each. */
export const claimCallbacks = (run: RunInBackground, limit: number): Promise<OwedCallback[]> =>
  run<OwedCallback>({ name: "claim_callbacks", text: CLAIM, values: [limit] });

export async function callbackDelivered(run: RunInBackground, id: string): Promise<void> {
  await run({ name: "callback_delivered", text: DELIVERED, values: [id] });
}

/** Plans the next try, or gives up when that would be later than 24 h after the change; says which. */
export async function callbackFailed(
  run: RunInBackground,
  callback: OwedCallback,
): Promise<"retried" | "given_up"> {
  const pause = PAUSES_S[Math.min(callback.attempts, PAUSES_S.length) - 1] ?? PAUSES_S[0];
  const [row] = await run<{ readonly over: boolean }>({
    name: "callback_failed",
    text: FAILED,
    values: [callback.id, pause],
  });
  return row?.over === true ? "given_up" : "retried";
}
